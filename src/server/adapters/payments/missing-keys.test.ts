import { deepEqual, equal, ok } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { type TestProvider, testProvider, unwrapAnswer } from '#testing/shop/provider.ts';
import { netopiaSigner } from '#testing/shop/signed-notices.ts';
import { netopiaPayments } from './netopia.ts';
import type { Payments } from './port.ts';

/** An answer of the provider, whole; each test leaves one of its keys out. */
const WHOLE = {
  payment: {
    ntpID: '2746123',
    status: 8,
    amount: 50,
    currency: 'RON',
    code: '00',
    paymentURL: 'https://secure.sandbox.netopia-payments.com/ui/card?p=1',
  },
  order: { orderID: 'ord_test' },
  error: { code: '00', message: 'Approved' },
  customerAction: { type: 'none', url: '', authenticationToken: '', formData: {} },
};
type Answer = Readonly<Record<string, unknown>>;
/** Every way to leave one key out, the parts themselves too. */
const LACKING: readonly (readonly [key: string, answer: Answer])[] = [
  ...Object.keys(WHOLE).map((key) => [key, omitKey(WHOLE, key)] as const),
  ...Object.entries(WHOLE).flatMap(([part, inside]) =>
    Object.keys(inside).map((key) => [`${part}.${key}`, { ...WHOLE, [part]: omitKey(inside, key) }] as const),
  ),
];

function omitKey(object: object, key: string): Answer {
  return Object.fromEntries(Object.entries(object).filter(([each]) => each !== key));
}

describe('an answer of the provider that lacks a key', () => {
  const signer = netopiaSigner();
  let answer: Answer = WHOLE;
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  let payments: Payments;
  let provider: TestProvider;
  before(async () => {
    provider = await testProvider();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    payments = netopiaPayments({
      mode: 'sandbox',
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      apiKey: 'a',
      posSignature: signer.posSignature,
      trustedKeys: [signer.publicKey],
      now: () => new Date(),
      statusRetriesMs: [],
    });
  });
  after(async () => {
    server.close();
    await provider.close();
  });

  const read = {
    start: () => payments.start(provider.order({ orderId: 'ord_test' })),
    status: () => payments.status({ orderId: 'ord_test', ntpId: '2746123' }),
    refund: () => payments.refund({ ntpId: '2746123', amountBani: 5000 }),
  };
  /** What the whole answer is read as, with nothing where the key was. */
  const expected = (whole: object, key: string) => {
    const fields: Readonly<Record<string, readonly string[]>> = {
      'payment.ntpID': ['ntpId'],
      'payment.amount': ['amountBani'],
      'payment.currency': ['currency'],
      'payment.paymentURL': ['paymentUrl'],
      order: ['orderId'],
      'order.orderID': ['orderId'],
    };
    const lost = (fields[key] ?? []).filter((field) => field in whole);
    const status = key === 'payment.status' ? { state: 'unknown', providerStatus: null } : {};
    return { ...whole, ...Object.fromEntries(lost.map((field) => [field, null])), ...status };
  };

  for (const [key, lacking] of LACKING)
    it(`says the rest all the same without ${key}`, async () => {
      answer = WHOLE;
      const [start, status] = [unwrapAnswer(await read.start()), unwrapAnswer(await read.status())];
      equal((await read.refund()).kind, 'answered');
      answer = lacking;
      if (key === 'payment') {
        // There is nothing to read: nothing is known.
        deepEqual([(await read.status()).kind, (await read.refund()).kind], ['unknown', 'unknown']);
        return;
      }
      // A start is told by its own order whatever the answer says.
      deepEqual(unwrapAnswer(await read.start()), { ...expected(start, key), orderId: 'ord_test' });
      deepEqual(unwrapAnswer(await read.status()), expected(status, key));
      const isSure = !/payment\.(status|amount)/.test(key);
      equal((await read.refund()).kind, isSure ? 'answered' : 'unknown');
    });

  it('is a notification that is read as far as it goes', () => {
    for (const [key, lacking] of LACKING) {
      const body = Buffer.from(JSON.stringify(lacking));
      const reading = payments.readNotification(body, { 'verification-token': signer.token(body) });
      ok(reading.isVerified, key);
      const { state, amountBani, orderId } = reading.notification;
      const isPart = key === 'payment';
      equal(state, isPart || key === 'payment.status' ? 'unknown' : 'refunded', key);
      equal(amountBani, isPart || key === 'payment.amount' ? null : 5000, key);
      equal(orderId, key === 'order' || key === 'order.orderID' ? null : 'ord_test', key);
    }
  });
});
