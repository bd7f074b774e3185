import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { declineSentence } from '#domain/language/decline-sentences.ts';
import {
  GOOD_CARD,
  POOR_CARD,
  type TestProvider,
  testProvider,
  unwrapAnswer,
} from '#testing/shop/provider.ts';

/** The product's assumptions about its card provider, checked with the production adapter over real HTTP. */
const AUTHENTICATING_CARD = '9900009184214768';
const ORDER_PATH = '/payment/card/start';

let provider: TestProvider;
describe('the start of a payment at the provider', () => {
  before(async () => {
    provider = await testProvider();
  });
  after(() => provider.close());
  beforeEach(() => provider.reset());

  describe('a start', () => {
    it('returns the provider’s page of the order, which has only begun', async () => {
      const { paymentUrl, customerAction, ntpId, state, amountBani, currency } = await provider.begin();
      equal(new URL(paymentUrl ?? '').origin, provider.simulator.url);
      deepEqual([customerAction, state, amountBani, currency], [null, 'not-begun', 5000, 'RON']);
      ok(/^\d{7}$/.test(ntpId ?? ''));
    });

    it('says on the wire what the provider documents: lei as a number, the country as a number, an address for everything', async () => {
      const { orderId } = await provider.begin({ amountBani: 14_990 });
      const { orders } = await provider.control('GET', '');
      const { start } = orders.find((each: { orderID: string }) => each.orderID === orderId);
      deepEqual(
        [
          start.order.amount,
          start.order.currency,
          start.order.billing.country,
          start.order.products[0].price,
        ],
        [149.9, 'RON', 642, 149.9],
      );
      equal(start.config.redirectUrl, start.config.cancelUrl);
      deepEqual(start.order.shipping, start.order.billing);
      deepEqual(start.payment.instrument, { type: 'card' });
      equal(start.config.language, 'ro');
    });

    it('is never repeated by itself, whatever happens to it', async () => {
      for (const start of ['500', '429', 'html', 'reset', 'redirect', 'no-url']) {
        await provider.faults({ start });
        const before = await provider.calls(ORDER_PATH);
        await provider.payments.start(provider.order());
        equal(await provider.calls(ORDER_PATH), before + 1, start);
      }
    });

    it('tells a call that was not sent from one that may have been carried out, and from a refusal', async () => {
      const kinds: Record<string, string> = {};
      for (const start of ['500', 'html', 'reset', '429', 'redirect']) {
        await provider.faults({ start });
        kinds[start] = (await provider.payments.start(provider.order())).kind;
      }
      deepEqual(kinds, {
        500: 'unknown',
        html: 'unknown',
        reset: 'unknown',
        429: 'not-sent',
        redirect: 'refused',
      });
    });

    it('that is accepted without a response is unknown; a status reading then finds the order by its id alone', async () => {
      const impatient = provider.withOptions({ timeoutsMs: { start: 300, status: 10_000, refund: 10_000 } });
      for (const [start, payments] of [
        ['timeout', impatient],
        ['reset', provider.payments],
      ] as const) {
        await provider.faults({ start });
        const order = provider.order();
        equal((await payments.start(order)).kind, 'unknown');
        const found = unwrapAnswer(await payments.status({ orderId: order.orderId, ntpId: null }));
        deepEqual([found.state, found.amountBani, found.orderId], ['not-begun', 5000, order.orderId]);
      }
    });

    it('to an address where nothing listens was not sent', async () => {
      const unreachable = provider.withOptions({ baseUrl: 'http://127.0.0.1:9' });
      const outcome = await unreachable.start(provider.order());
      deepEqual(outcome, { kind: 'not-sent', reason: 'ECONNREFUSED', code: null });
    });

    it('with a wrong key or a wrong point of sale is refused, and says with which code', async () => {
      const outcome = async (changes: object) => {
        const { kind, ...rest } = await provider.withOptions(changes).start(provider.order());
        return [kind, 'code' in rest && rest.code];
      };
      deepEqual(await outcome({ apiKey: 'other' }), ['refused', '401']);
      deepEqual(await outcome({ posSignature: 'AAAA-AAAA-AAAA-AAAA-AAAA' }), ['refused', '99']);
    });

    it('with an order id that was used gives back that payment and opens none; with another amount it is refused', async () => {
      const order = provider.order();
      const first = unwrapAnswer(await provider.payments.start(order));
      await provider.pay(order.orderId, GOOD_CARD);
      const again = unwrapAnswer(await provider.payments.start(order));
      deepEqual([again.ntpId, again.state, again.paymentUrl], [first.ntpId, 'paid', null]);
      const dearer = await provider.payments.start({ ...order, amountBani: 5001 });
      deepEqual([dearer.kind, dearer.kind === 'refused' && dearer.code], ['refused', '99']);
    });

    it('without an address, or with one outside the provider’s own, gives the browser none', async () => {
      for (const start of ['no-url', 'foreign-url']) {
        await provider.faults({ start });
        const { paymentUrl, customerAction } = await provider.begin();
        deepEqual([paymentUrl, customerAction], [null, null], start);
      }
    });
  });

  describe('paying on the provider’s page', () => {
    /** Sends the page's form; returns where the browser is sent. */
    async function submit(url: string, fields: Record<string, string>): Promise<string> {
      const response = await fetch(url, {
        method: 'POST',
        body: new URLSearchParams(fields),
        redirect: 'manual',
      });
      return new URL(response.headers.get('location') ?? '', url).href;
    }
    const card = (number: string) => ({ number, expiry: '12/40', cvv: '111' });

    it('with a good card returns to the shop with the order’s id, the notification having come before', async () => {
      const { paymentUrl, orderId, ntpId } = await provider.begin();
      const back = new URL(await submit(paymentUrl ?? '', card(GOOD_CARD)));
      deepEqual([back.searchParams.get('orderId'), back.pathname.split('/').at(-1)], [orderId, orderId]);
      const [notice] = provider.notifications();
      deepEqual(
        [notice?.state, notice?.orderId, notice?.ntpId, notice?.amountBani, notice?.currency],
        ['paid', orderId, ntpId, 5000, 'RON'],
      );
      const status = unwrapAnswer(await provider.payments.status({ orderId, ntpId }));
      deepEqual([status.state, status.amountBani, status.currency], ['paid', 5000, 'RON']);
    });

    it('returns to the shop’s address as it was given, its own query kept and not written as HTML', async () => {
      const { returnUrl } = provider.order();
      const { paymentUrl, orderId } = await provider.begin({ returnUrl: `${returnUrl}?a=1&b=2` });
      const { search } = new URL(await submit(paymentUrl ?? '', card(GOOD_CARD)));
      equal(search, `?a=1&b=2&orderId=${orderId}`);
    });

    it('with each documented test card ends as documented, with a reason one can act on', async () => {
      const seen: Record<string, string> = {};
      const numbers = [GOOD_CARD, '99110059532258', POOR_CARD, '9900541631437790', '9900827979991500'];
      numbers.push(
        '9900576270414197',
        '9900005786662552',
        '9900334791085173',
        '9900130597497640',
        '4111111111111111',
      );
      for (const number of numbers) {
        const { paymentUrl, orderId, ntpId } = await provider.begin();
        await submit(paymentUrl ?? '', card(number));
        const { state, declineReason } = unwrapAnswer(await provider.payments.status({ orderId, ntpId }));
        seen[number] = declineReason ? declineSentence(declineReason) : state;
      }
      deepEqual(Object.values(seen).sort(), [
        'Banca nu permite această tranzacție pe card.',
        'Banca ta nu a răspuns. Încearcă din nou.',
        'Cardul a fost refuzat. Folosește alt card.',
        'Cardul este expirat.',
        'Codul CVV este greșit.',
        'Fonduri insuficiente.',
        'Numărul cardului nu este valid.',
        'fraud-check',
        'paid',
        'paid',
      ]);
      equal(seen[POOR_CARD], 'Fonduri insuficiente.');
    });

    it('may be tried again after a declined card: same payment, first declined, then paid', async () => {
      const { paymentUrl, ntpId } = await provider.begin();
      equal(await submit(paymentUrl ?? '', card(POOR_CARD)), paymentUrl);
      await submit(paymentUrl ?? '', card(GOOD_CARD));
      deepEqual(
        provider.notifications().map((notice) => [notice.state, notice.declineReason, notice.ntpId]),
        [
          ['declined', 'insufficient-funds', ntpId],
          ['paid', null, ntpId],
        ],
      );
    });

    it('asks for 3-D Secure where the card does: nothing is paid and no notification is sent before the code', async () => {
      const { paymentUrl, orderId, ntpId } = await provider.begin();
      const bank = await submit(paymentUrl ?? '', card(AUTHENTICATING_CARD));
      equal(unwrapAnswer(await provider.payments.status({ orderId, ntpId })).state, 'three-d-secure');
      equal(provider.notices.length, 0);
      await submit(bank, {});
      deepEqual(
        [provider.notifications().at(-1)?.state, provider.notifications().at(-1)?.declineReason],
        ['declined', 'authentication-failed'],
      );
      await submit(bank, { paRes: await answerOf(bank) });
      equal(provider.notifications().at(-1)?.state, 'paid');
    });
  });

  /** Returns the `paRes` of the right code, as the bank's page holds it. */
  async function answerOf(page: string | Response): Promise<string> {
    const html = await (typeof page === 'string' ? await fetch(page) : page).text();
    return /name="paRes" value="([^"]+)"/.exec(html)?.[1] ?? '';
  }

  describe('a customer action', () => {
    beforeEach(() => provider.faults({ start: '3ds-form' }));

    it('is handed on as a form: address, method and parameters, no page beside it', async () => {
      const { paymentUrl, customerAction, state } = await provider.begin();
      deepEqual([paymentUrl, state, customerAction?.method], [null, 'three-d-secure', 'POST']);
      equal(customerAction?.url, `${provider.simulator.url}/sandbox/authorize`);
      deepEqual(Object.keys(customerAction?.parameters ?? {}), ['paReq', 'backUrl']);
    });

    it('that is wanted by GET is an address to open, its parameters in the query, and no form', async () => {
      await provider.faults({ start: 'get-form' });
      const { paymentUrl, customerAction } = await provider.begin();
      const { origin, pathname, searchParams } = new URL(paymentUrl ?? '');
      deepEqual([origin + pathname, customerAction], [`${provider.simulator.url}/sandbox/authorize`, null]);
      deepEqual([...searchParams.keys()], ['paReq', 'backUrl']);
      match(await (await fetch(paymentUrl ?? '')).text(), /name="paRes"/);
    });

    it('is ended by the bank’s reply: the right code pays once, again it stays paid, a wrong one or none declines', async () => {
      const finish = async (form: (right: string) => Record<string, string>) => {
        const { customerAction, ntpId, authenticationToken } = await provider.begin();
        const { url = '', parameters = {} } = customerAction ?? {};
        const right = await answerOf(
          await fetch(url, { method: 'POST', body: new URLSearchParams(parameters) }),
        );
        const answer = {
          ntpId: ntpId ?? '',
          authenticationToken: authenticationToken ?? '',
          form: form(right),
        };
        const first = unwrapAnswer(await provider.payments.authenticate(answer));
        return [first.state, first.declineReason, answer] as const;
      };
      const [state, , answer] = await finish((right) => ({ paRes: right }));
      equal(state, 'paid');
      equal(unwrapAnswer(await provider.payments.authenticate(answer)).state, 'paid');
      equal(provider.notifications().length, 1);
      const wrong: Record<string, string>[] = [{ paRes: 'wrong' }, {}];
      for (const form of wrong) {
        const [ended, reason] = await finish(() => form);
        deepEqual([ended, reason], ['declined', 'authentication-failed']);
      }
    });
  });
});
