import { deepEqual, equal } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { GOOD_CARD, type TestProvider, testProvider, unwrapAnswer } from '#testing/shop/provider.ts';

let provider: TestProvider;
describe('status and refund at the provider', () => {
  before(async () => {
    provider = await testProvider();
  });
  after(() => provider.close());
  beforeEach(() => provider.reset());

  describe('a status reading', () => {
    const path = '/operation/status';

    it('is tried three times at most, for it changes nothing', async () => {
      const order = await provider.begin();
      await provider.faults({ status: '500-once' });
      equal(unwrapAnswer(await provider.payments.status(order)).state, 'not-begun');
      for (const status of ['500', 'html', 'reset', 'missing-payment']) {
        await provider.faults({ status });
        const before = await provider.calls(path);
        equal((await provider.payments.status(order)).kind, 'unknown', status);
        equal(await provider.calls(path), before + 3, status);
      }
    });

    it('gives up on a provider that does not respond', async () => {
      const order = await provider.begin();
      await provider.faults({ status: 'timeout' });
      const impatient = provider.withOptions({
        timeoutsMs: { start: 10_000, status: 200, refund: 10_000 },
        statusRetriesMs: [],
      });
      deepEqual(await impatient.status(order), { kind: 'unknown', reason: 'timeout', code: null });
    });

    it('of an order the provider does not know is refused; a response about another order tells nothing', async () => {
      equal((await provider.payments.status({ orderId: 'ord_nobody', ntpId: null })).kind, 'refused');
      const order = await provider.begin();
      await provider.faults({ status: 'other-order' });
      equal((await provider.payments.status(order)).kind, 'unknown');
    });

    it('names every state of the provider in our words', async () => {
      const { orderId, ntpId } = await provider.begin();
      const states: Record<number, string> = {};
      for (const status of [1, 3, 4, 5, 8, 9, 10, 12, 13, 15, 16, 17, 23, 42]) {
        await provider.control('POST', `/orders/${orderId}/status`, { status });
        states[status] = unwrapAnswer(await provider.payments.status({ orderId, ntpId })).state;
      }
      deepEqual(states, {
        1: 'not-begun',
        3: 'paid',
        4: 'cancelled',
        5: 'paid',
        8: 'refunded',
        9: 'chargeback',
        10: 'chargeback',
        12: 'declined',
        13: 'fraud-check',
        15: 'three-d-secure',
        16: 'chargeback',
        17: 'cancelled',
        23: 'expired',
        42: 'unknown',
      });
      deepEqual(
        provider.notifications().map(({ state }) => state),
        Object.values(states),
      );
    });

    it('reports another amount or currency as it is: whether it fits is the order’s business', async () => {
      const order = await provider.begin();
      await provider.faults({ amount: 'wrong', currency: 'EUR' });
      await provider.pay(order.orderId, GOOD_CARD);
      const reading = unwrapAnswer(await provider.payments.status(order));
      deepEqual([reading.amountBani, reading.currency], [4999, 'EUR']);
      deepEqual(
        [provider.notifications()[0]?.amountBani, provider.notifications()[0]?.currency],
        [4999, 'EUR'],
      );
    });
  });

  describe('a refund', () => {
    const path = '/operation/credit';
    const paid = async () => {
      const order = await provider.begin();
      await provider.pay(order.orderId, GOOD_CARD);
      return { ...order, ntpId: order.ntpId ?? '', amountBani: 5000 };
    };

    it('gives back exactly what was asked for, and the provider tells it too', async () => {
      const order = await paid();
      const { state, amountBani } = unwrapAnswer(
        await provider.payments.refund({ ...order, amountBani: 1234 }),
      );
      deepEqual([state, amountBani], ['refunded', 1234]);
      equal(provider.notifications().at(-1)?.state, 'refunded');
      equal(unwrapAnswer(await provider.payments.status(order)).state, 'refunded');
    });

    it('above what was paid, or of what was not paid, is refused', async () => {
      const codeOf = async (payment: { ntpId: string; amountBani: number }) => {
        const outcome = await provider.payments.refund(payment);
        return [outcome.kind, outcome.kind === 'refused' && outcome.code];
      };
      const order = await paid();
      deepEqual(await codeOf({ ...order, amountBani: 5001 }), ['refused', '99']);
      const open = await provider.begin();
      deepEqual(await codeOf({ ntpId: open.ntpId ?? '', amountBani: 5000 }), ['refused', '53']);
    });

    it('is never repeated; unknown without a response, though the money may have gone back', async () => {
      for (const credit of ['500', 'html', 'reset']) {
        const order = await paid();
        await provider.faults({ credit });
        const before = await provider.calls(path);
        equal((await provider.payments.refund(order)).kind, 'unknown', credit);
        equal(await provider.calls(path), before + 1, credit);
        await provider.faults({});
        const { state } = unwrapAnswer(await provider.payments.status(order));
        equal(state, credit === 'reset' ? 'refunded' : 'paid', credit);
      }
      const order = await paid();
      await provider.faults({ credit: 'timeout' });
      const impatient = provider.withOptions({ timeoutsMs: { start: 10_000, status: 10_000, refund: 300 } });
      equal((await impatient.refund(order)).kind, 'unknown');
    });

    it('that is approved without being done is found out by a status reading', async () => {
      const order = await paid();
      await provider.faults({ credit: 'not-credited' });
      unwrapAnswer(await provider.payments.refund(order));
      equal(unwrapAnswer(await provider.payments.status(order)).state, 'paid');
    });
  });
});
