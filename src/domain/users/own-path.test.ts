import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { afterSignIn, isPagePath } from '#domain/users/own-path.ts';

test('after sign-in the redirect is followed when it is one of our own pages', () => {
  const owns = [
    '/gallery?view=lots#jos',
    '/Gallery/',
    '/process/lot_1',
    '/pricing#packages',
    '/payments/netopia/return?orderId=ord_1',
    '/admin/users/usr_1',
  ];
  for (const own of owns) assert.equal(afterSignIn(own), own);
});

test('after sign-in a redirect to anywhere else becomes the dashboard', () => {
  const others = [
    null,
    '',
    'gallery',
    'https://rau.example/gallery',
    '//rau.example/gallery',
    '/\\rau.example/gallery',
    '/\t/rau.example/gallery',
    'javascript:alert(1)',
    '/javascript:alert(1)',
    '%2F%2Frau.example',
    '/%2F%2Frau.example/gallery',
    '/%5Crau.example/gallery',
    'http://127.0.0.1:1/gallery',
    '/\\/rau.example/gallery',
    '/.//rau.example/gallery',
    'https:/gallery',
    '/process/',
    '/process/a/b',
    '/login',
    '/login?redirect=/login',
    '/api/photos',
    '/gallery/../api/auth/logout',
    '/necunoscut',
  ];
  for (const other of others) assert.equal(afterSignIn(other), '/dashboard', String(other));
});

test('addresses with a page are those of the router’s table, however they are spelled, and no others', () => {
  const router = readFileSync(join(import.meta.dirname, '..', '..', 'web', 'router.tsx'), 'utf8');
  const paths = [...router.matchAll(/<Route path="([^"]+)"/g)].map(([, path = '']) => path);
  const pages = paths
    .filter((path) => path !== '*')
    .map((path) => (path.startsWith('/') ? path : `/admin/${path}`).replace(/:\w+/, 'usr_1'));
  assert.ok(pages.length > 15 && pages.includes('/admin/users/usr_1'), pages.join(' '));
  for (const page of pages)
    for (const spelled of [page, page.toUpperCase(), `${page}/`, `${page}//`])
      assert.ok(isPagePath(spelled), spelled);
  for (const other of [
    '/nope',
    '/process',
    '/process/a/b',
    '//gallery',
    '/login/x',
    '/admin/nope',
    '/admin/users/a/b',
    '/.git/config',
    '/index.php',
  ])
    assert.equal(isPagePath(other), false, other);
});
