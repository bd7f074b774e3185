import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ORDER_STATES, type OrderState } from '#domain/payments/order-state.ts';
import { canRetry, isUndecided, orderWords } from '#web/features/checkout/order-words.ts';

const order = (state: OrderState, reason: string | null = null) =>
  ({ state, kind: 'package', credits: 25, reason, note: null }) as const;

describe('the return page', () => {
  it('says while it waits that a few seconds are usual, and after a minute that there is no answer yet', () => {
    for (const state of ['created', 'started', 'pending'] as const) {
      assert.equal(
        orderWords(order(state), false).text,
        'Plata se confirmă. Durează de obicei câteva secunde.',
      );
      const late = orderWords(order(state), true);
      assert.equal(late.title, 'Plata nu este confirmată încă');
      assert.match(late.text, /Nu plăti încă o dată\.$/);
    }
  });

  it('says what was bought, and why a card was declined', () => {
    assert.equal(orderWords(order('paid'), false).text, 'Ai primit 25 de credite.');
    const plan = { ...order('paid'), kind: 'plan' } as const;
    assert.equal(orderWords(plan, false).text, 'Planul tău este plătit.');
    assert.equal(orderWords({ ...plan, note: 'Începe mai târziu.' }, false).text, 'Începe mai târziu.');
    const { text } = orderWords(order('declined', 'Fonduri insuficiente.'), false);
    assert.equal(text, 'Fonduri insuficiente. Nu s-au luat bani de pe card.');
  });

  it('has words of its own for every other state, however long the page stands', () => {
    const decided = ORDER_STATES.slice(3);
    const titles = new Set(decided.map((state) => orderWords(order(state), true).title));
    assert.equal(titles.size, decided.length - 1);
    assert.ok(!titles.has('Plata nu este confirmată încă'));
  });

  it('offers another try where nothing was paid, and never while a person looks at the payment', () => {
    const retry = ORDER_STATES.filter(canRetry);
    assert.deepEqual(retry, ['declined', 'cancelled', 'expired']);
    assert.deepEqual(ORDER_STATES.filter(isUndecided), ['created', 'started', 'pending', 'declined']);
  });
});
