import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newOrder, nextOrder, type OrderEvent, type TrackedOrder } from '#domain/payments/order-state.ts';
import {
  decideUpdate,
  type KnownFacts,
  type OrderUpdate,
  toOwnEvent,
  type UpdateEffect,
} from '#domain/payments/updates/order-update.ts';

const NOTHING: KnownFacts = { block: null, refund: null, lastWait: null, moneyWords: [] };
const fresh = nextOrder(newOrder(5000, 'RON'), { kind: 'start' }).order;
const money: OrderEvent = { kind: 'paid', amountBani: 5000, currency: 'RON' };
const paid = nextOrder(fresh, money).order;
const back: OrderEvent = { kind: 'refunded', byUs: false };

function getEffects(
  order: TrackedOrder,
  event: OrderEvent,
  {
    source = 'notification',
    status = null,
    ...known
  }: Partial<KnownFacts & Pick<OrderUpdate, 'source' | 'status'>> = {},
): UpdateEffect['kind'][] {
  const step = decideUpdate(order, { source, event, status }, { ...NOTHING, ...known });
  return step.effects.map(({ kind }) => kind);
}

describe('an update of an order', () => {
  it('that brings its money gives what was bought, then issues the invoice, last of all', () => {
    deepEqual(getEffects(fresh, money), ['record', 'grant', 'raise-user', 'issue-invoice']);
    deepEqual(getEffects(paid, money), ['record']);
    const held = getEffects(fresh, money, { block: 'account-deleted' });
    deepEqual(held, ['record', 'tell-admins', 'raise-user']);
    const { order } = decideUpdate(
      fresh,
      { source: 'status', event: money },
      { ...NOTHING, block: 'unending-plan' },
    );
    deepEqual(getEffects(order, { kind: 'accepted' }, { source: 'admin' }), [
      'record',
      'grant',
      'issue-invoice',
    ]);
  });

  it('that finds our refund done finishes it, ends what was bought without taking credits again, and issues the storno', () => {
    deepEqual(getEffects(paid, back, { refund: 'asked' }), [
      'record',
      'finish-refund',
      'end-bought',
      'issue-storno',
    ]);
    deepEqual(getEffects(paid, back, { refund: 'done' }), ['record', 'end-bought']);
  });

  it('that brings owed money back on the card settles the debt; after a transfer it is a refund from outside', () => {
    for (const debt of ['unpaid', 'card'] as const)
      deepEqual(getEffects(paid, back, { debt }), ['record', 'settle-debt', 'end-bought'], debt);
    deepEqual(getEffects(paid, back, { debt: 'transfer' }), ['record', 'revoke', 'tell-admins']);
    const byAdmin = getEffects(paid, { kind: 'refunded', byUs: true }, { debt: 'transfer', source: 'admin' });
    deepEqual(byAdmin, ['record', 'end-bought']);
  });

  it('is kept in the history, but for a status reading that says what is known', () => {
    deepEqual(getEffects(paid, money, { source: 'status' }), []);
    deepEqual(getEffects(fresh, { kind: 'pending' }, { source: 'status' }), ['record']);
    const { order } = nextOrder(fresh, { kind: 'pending' });
    deepEqual(getEffects(order, { kind: 'pending' }, { source: 'status', lastWait: 'pending' }), []);
    const check = getEffects(order, { kind: 'fraud-check' }, { source: 'status', lastWait: 'pending' });
    deepEqual(check, ['record'], 'another way of waiting is told');
  });

  it('that is a later word about the same money is told to the admins once, and not when an admin gave it', () => {
    const word = { byUs: false, status: null, isNotification: true };
    const moneyWords = [
      { kind: 'paid', ...word },
      { kind: 'refunded', ...word },
    ];
    const { order } = nextOrder(paid, back);
    deepEqual(getEffects(paid, back, { moneyWords: moneyWords.slice(0, 1) }), [
      'record',
      'revoke',
      'tell-admins',
    ]);
    deepEqual(getEffects(order, back, { moneyWords }), ['record', 'tell-news']);
    deepEqual(getEffects(order, back, { moneyWords, source: 'admin' }), ['record']);
    const [entry] = decideUpdate(
      order,
      { source: 'notification', event: money },
      { ...NOTHING, moneyWords },
    ).effects;
    equal(entry?.kind === 'record' && entry.news, 'again');
  });

  it('about another payment than the one that the order opened neither pays nor undoes it', () => {
    const update = { source: 'notification', event: money, providerId: '8' } as const;
    const other = { kind: 'other-payment', providerId: '8', said: 'paid', amountBani: 5000, currency: 'RON' };
    deepEqual(toOwnEvent(update, '7'), other);
    deepEqual(toOwnEvent({ ...update, source: 'us' }, '7'), money, 'what we say is of our own payment');
    for (const own of ['8', null]) deepEqual(toOwnEvent(update, own), money);
    deepEqual(getEffects(fresh, toOwnEvent(update, '7')), ['record', 'tell-admins', 'raise-user']);
  });
});
