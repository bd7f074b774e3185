import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { pollUntil } from '#testing/server.ts';
import {
  GOOD_CARD,
  POOR_CARD,
  type TestProvider,
  testProvider,
  unwrapAnswer,
} from '#testing/shop/provider.ts';

let provider: TestProvider;
describe('notifications of the provider', () => {
  before(async () => {
    provider = await testProvider();
  });
  after(() => provider.close());
  beforeEach(() => provider.reset());

  const problems = () =>
    provider.notices.map(({ body, headers }) => {
      const reading = provider.payments.readNotification(body, headers);
      return reading.isVerified ? 'verified' : reading.problem;
    });

  describe('notifications', () => {
    const paidOrder = async (faults: Record<string, unknown>) => {
      const order = await provider.begin();
      await provider.faults(faults);
      await provider.pay(order.orderId, GOOD_CARD);
      return order;
    };
    const waiting = async () => (await provider.control('GET', '')).waiting.length;

    it('that are lost leave the truth to the status', async () => {
      const order = await paidOrder({ notification: 'lost' });
      equal(provider.notices.length, 0);
      equal(unwrapAnswer(await provider.payments.status(order)).state, 'paid');
    });

    it('that are late come later', async () => {
      await paidOrder({ notification: 'late', lateSeconds: 3600 });
      equal(provider.notices.length, 0);
      await provider.control('POST', '/deliver', {});
      equal(provider.notifications()[0]?.state, 'paid');
    });

    it('that are late come by themselves too', async () => {
      await paidOrder({ notification: 'late', lateSeconds: 0 });
      await pollUntil(
        async () => provider.notices.length,
        (length) => length === 1,
      );
    });

    it('that come twice are verified twice and are known by the same hash', async () => {
      await paidOrder({ notification: 'duplicate' });
      const [first, second] = provider.notifications();
      equal(provider.notifications().length, 2);
      equal(first?.bodyHash, second?.bodyHash);
      equal(await waiting(), 0);
    });

    it('that come in another order are each still what they were', async () => {
      const order = await provider.begin();
      await provider.faults({ notification: 'reordered' });
      await provider.pay(order.orderId, POOR_CARD);
      await provider.pay(order.orderId, GOOD_CARD);
      deepEqual(
        provider.notifications().map(({ state }) => state),
        ['paid', 'declined'],
      );
    });

    it('may say paid twice, as 3 and as 5', async () => {
      await paidOrder({ notification: '3-then-5' });
      deepEqual(
        provider.notifications().map(({ state, providerStatus }) => [state, providerStatus]),
        [
          ['paid', 3],
          ['paid', 5],
        ],
      );
      notEqual(provider.notifications()[0]?.bodyHash, provider.notifications()[1]?.bodyHash);
    });

    it('are believed in every shape the provider is known to use', async () => {
      for (const faults of [
        { token: 'audience-text' },
        { token: 'audience-second' },
        { token: 'millisecond-times' },
        { body: 'text-plain' },
      ]) {
        await provider.reset();
        await paidOrder(faults);
        deepEqual(problems(), ['verified'], JSON.stringify(faults));
      }
    });

    it('that are forged, changed or meant for another merchant are not believed, and are asked for again', async () => {
      const expected = {
        missing: 'no-token',
        'unknown-key': 'signature',
        'hs512-with-public-key': 'algorithm',
        none: 'malformed-token',
        rs256: 'algorithm',
        'other-audience': 'audience',
        'other-issuer': 'issuer',
        'other-body': 'body-changed',
        expired: 'expired',
      };
      const seen: Record<string, unknown> = {};
      for (const token of Object.keys(expected)) {
        await provider.reset();
        await paidOrder({ token });
        seen[token] = problems()[0];
        const { deliveries } = await provider.control('GET', '');
        deepEqual([deliveries.at(-1).http, JSON.parse(deliveries.at(-1).answer).errorType], [503, 1], token);
      }
      deepEqual(seen, expected);
      await provider.reset();
      await paidOrder({ body: 'tampered' });
      deepEqual(problems(), ['body-changed']);
    });

    it('that we could not store are sent again until we could', async () => {
      provider.isBusy = true;
      await paidOrder({});
      equal(await waiting(), 1);
      provider.isBusy = false;
      const deliveries = await provider.control('POST', '/deliver', {});
      equal(deliveries[0].isAcknowledged, true);
      equal(provider.notifications()[0]?.bodyHash, provider.notifications()[1]?.bodyHash);
    });

    it('of the provider’s „Notifică” button name the payment and say nothing of it', async () => {
      const order = await provider.begin();
      await provider.control('POST', `/orders/${order.orderId}/notify`, { button: true });
      const [notice] = provider.notifications();
      deepEqual([notice?.ntpId, notice?.orderId, notice?.state], [order.ntpId, null, 'unknown']);
    });
  });
});
