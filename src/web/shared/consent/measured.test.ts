import { deepEqual, equal } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { buildCountedPage, buildHit, findPathPattern, PATTERNS } from '#web/shared/consent/measured.ts';

const ORIGIN = 'https://fotolot.example';
const at = (url: string) => new URL(url, ORIGIN);
const first = (url: string, referrer = '') => buildCountedPage(at(url), referrer, null);

describe('the counted facts of a page', () => {
  it('is the pattern of its route, never an id', () => {
    for (const [pathname, pattern] of [
      ['/', '/'],
      ['/gallery', '/gallery'],
      ['/gallery/', '/gallery'],
      ['/process/lot_abcdefghij', '/process/:batchId'],
      ['/admin/users/usr_abcdefghij', '/admin/users/:userId'],
      ['/admin/users', '/admin/users'],
      ['/process/lot_abc/more', '/not-found'],
      ['/reset/secret-of-a-link', '/not-found'],
      ['/Process/lot_abc', '/not-found'],
    ] as const)
      equal(findPathPattern(pathname), pattern, pathname);
  });

  it('knows every route of the table', () => {
    const table = readFileSync(join(import.meta.dirname, '..', '..', 'router.tsx'), 'utf8');
    const paths = [...table.matchAll(/<Route path="([^"*]+)"/g)].map(([, path = '']) =>
      path.startsWith('/') ? path : `/admin/${path}`,
    );
    deepEqual([...paths].sort(), [...PATTERNS].sort());
  });

  it('leaves queries and anchors out, except which campaign led here', () => {
    equal(first('/login?redirect=/process/lot_abc&mode=verifyEmail#jeton').page_location, `${ORIGIN}/login`);
    equal(
      first('/payments/netopia/return?orderId=ord_abc').page_location,
      `${ORIGIN}/payments/netopia/return`,
    );
    equal(
      first('/pricing?utm_source=olx&token=abc&utm_medium=cpc').page_location,
      `${ORIGIN}/pricing?utm_source=olx&utm_medium=cpc`,
    );
  });

  it('names no batch and no person in its title', () => {
    equal(first('/process/lot_abc').page_title, '/process/:batchId');
  });

  it('says from which site people came, not from which page of it, and then which page was before', () => {
    const landing = first('/pricing', 'https://forum.example/topic/17?user=ana');
    equal(landing.page_referrer, 'https://forum.example/');
    equal(
      buildCountedPage(at('/upload'), 'https://forum.example/', landing).page_referrer,
      `${ORIGIN}/pricing`,
    );
    equal(first('/login', `${ORIGIN}/process/lot_abc`).page_referrer, '');
    equal(first('/login', '').page_referrer, '');
  });

  it('takes neither the card provider nor Google for where people come from', () => {
    equal(
      first('/payments/netopia/return?orderId=ord_abc', 'https://secure.netopia.example/').page_referrer,
      '',
    );
    equal(first('/dashboard', 'https://accounts.google.com/').page_referrer, '');
  });
});

describe('the counted facts of an act', () => {
  it('has the names and parameters of GA4', () => {
    deepEqual(buildHit({ what: 'sign-up', method: 'google' }), {
      name: 'sign_up',
      params: { method: 'google' },
    });
    const item = { id: 'pkg_pro', name: 'Pro 25', price: 100 };
    const items = [{ item_id: 'pkg_pro', item_name: 'Pro 25', price: 100, quantity: 1 }];
    deepEqual(buildHit({ what: 'checkout', item }), {
      name: 'begin_checkout',
      params: { currency: 'RON', value: 100, items },
    });
    const order = {
      id: 'ord_abc',
      item: 'pkg_pro',
      name: 'Pro 25',
      price: 100,
      currency: 'RON',
      paidAt: '2026-11-22T10:00:00.000Z',
    } as const;
    deepEqual(buildHit({ what: 'purchase', order }), {
      name: 'purchase',
      params: { transaction_id: 'ord_abc', currency: 'RON', value: 100, items },
    });
  });

  it('holds nothing else of a sheet or an order', () => {
    const full = {
      id: 'ord_abc',
      item: 'pro',
      name: 'Plan Pro',
      price: 9.5,
      currency: 'RON',
      paidAt: null,
    } as const;
    const order = { ...full, returnTo: '/process/lot_abc', paymentUrl: 'https://pay.example/secret' };
    deepEqual(Object.keys(buildHit({ what: 'purchase', order }).params), [
      'transaction_id',
      'currency',
      'value',
      'items',
    ]);
  });
});
