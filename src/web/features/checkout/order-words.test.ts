import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Order } from '#contract/orders.ts';
import { mayGoOn } from '#domain/payments/open-order.ts';
import { ORDER_STATES, type OrderState } from '#domain/payments/order-state.ts';
import { canRetry, orderWords } from '#web/features/checkout/order-words.ts';

type OrderPeriod = Order['period'];

const order = (state: OrderState, reason: string | null = null) =>
  ({ state, kind: 'package', credits: 25, reason, note: null, period: null, waitsFor: 'answer' }) as const;

describe('the return page', () => {
  it('says while it waits that a few seconds are usual, and after a minute that there is no answer yet', () => {
    for (const state of ['created', 'started', 'pending'] as const) {
      assert.equal(orderWords(order(state), false).text, 'Durează de obicei câteva secunde.');
      const late = orderWords(order(state), true);
      assert.equal(late.title, 'Plata nu este confirmată încă');
      assert.match(late.text, /Nu plăti încă o dată\.$/);
    }
  });

  it('says at once that no card was entered, and that a check against fraud takes longer', () => {
    for (const late of [false, true]) {
      const unpaid = orderWords({ ...order('pending'), waitsFor: 'card' }, late);
      assert.match(unpaid.text, /^Nu s-a introdus niciun card/);
      const checked = orderWords({ ...order('pending'), waitsFor: 'fraud-check' }, late);
      assert.match(checked.text, /antifraudă.*cel mult 14 zile.*îți scriem/);
    }
    assert.ok(mayGoOn('pending', 'card') && mayGoOn('declined', 'answer'));
    assert.ok(!mayGoOn('pending', 'fraud-check'));
    const gaveUp = { ...order('cancelled'), waitsFor: 'card' } as const;
    assert.match(orderWords(gaveUp, false).text, /Nu ai nimic de plătit/);
    assert.doesNotMatch(orderWords(order('cancelled'), false).text, /Nu ai nimic de plătit/);
  });

  it('says of a second card that it is checked against fraud, and offers neither another card nor a way back meanwhile', () => {
    const checked = { ...order('declined', 'Fonduri insuficiente.'), waitsFor: 'fraud-check' } as const;
    assert.equal(orderWords(checked, false).title, 'NETOPIA verifică plata');
    assert.ok(!mayGoOn('declined', 'fraud-check') && !canRetry(checked));
  });

  it('says what was bought, and why a card was declined', () => {
    assert.equal(orderWords(order('paid'), false).text, 'Ai primit 25 de credite.');
    const plan = { ...order('paid'), kind: 'plan' } as const;
    assert.equal(orderWords({ ...plan, note: 'Începe mai târziu.' }, false).text, 'Începe mai târziu.');
    const { text } = orderWords(order('declined', 'Fonduri insuficiente.'), false);
    assert.equal(text, 'Fonduri insuficiente. Nu s-au luat bani de pe card.');
  });

  it('says until when a plan runs; for one that waits behind another when it begins, and that its credits come then', () => {
    const words = (period: OrderPeriod, note: string | null = null) =>
      orderWords({ ...order('paid'), kind: 'plan', credits: 60, note, period }, false).text;
    const begun = { startsAt: '2026-11-26T10:00:00Z', endsAt: '2026-12-26T10:00:00Z', hasBegun: true };
    const longer = { ...begun, endsAt: '2027-01-07T10:00:00Z' };
    const next = { startsAt: '2026-12-26T10:00:00Z', endsAt: '2027-01-25T10:00:00Z', hasBegun: false };
    assert.equal(
      words(begun),
      'Planul tău este plătit. Ține 30 de zile, din 26 nov. 2026 până pe 26 dec. 2026. Ai primit 60 de credite. Planul nu se reînnoiește singur.',
    );
    assert.match(
      words(longer),
      /Ține 30 de zile și încă 12 zile în locul celor rămase.*până pe 7 ian\. 2027\./,
    );
    assert.equal(
      words(next),
      'Planul tău este plătit. Perioada următoare începe pe 26 dec. 2026 și ține până pe 25 ian. 2027. Cele 60 de credite ale ei vin când începe. Planul nu se reînnoiește singur.',
    );
    assert.match(words(longer, 'S-a adăugat 1 zi, nu 8 zile.'), /reînnoiește singur\. S-a adăugat 1 zi/);
  });

  it('has words of its own for every other state, however long the page stands', () => {
    const decided = ORDER_STATES.slice(3);
    const titles = new Set(decided.map((state) => orderWords(order(state), true).title));
    assert.equal(titles.size, decided.length - 1);
    assert.ok(!titles.has('Plata nu este confirmată încă'));
  });

  it('offers another try where nothing was paid, and never while a person looks at the payment', () => {
    const retry = ORDER_STATES.filter((state) => canRetry(order(state)));
    assert.deepEqual(retry, ['declined', 'cancelled', 'expired']);
  });
});
