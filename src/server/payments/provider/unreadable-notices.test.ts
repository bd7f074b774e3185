import { deepEqual, equal } from 'node:assert/strict';
import { createHash, sign } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { netopiaPayments } from '#server/adapters/payments/netopia.ts';
import type { App, User } from '#server/app.ts';
import { CHECK_ORDER, runStatusCheck } from '#server/payments/provider/handle-payment-return.ts';
import { handleWebhook } from '#server/payments/provider/handle-webhook.ts';
import { findOrder } from '#server/payments/store/order-store.ts';
import { type CardShop, cardShop } from '#testing/shop/card-shop.ts';
import { GOOD_CARD } from '#testing/shop/provider.ts';
import { encodeTokenPart, netopiaSigner } from '#testing/shop/signed-notices.ts';

const DAY_SECONDS = 86_400;

/** Signed by the provider's key, and yet it cannot be told what they say: a reading tells, at once. */
describe('a signed notification that cannot be read', () => {
  let card: CardShop;
  let app: App;
  let buyer: User;
  const signer = netopiaSigner();
  const asked: string[] = [];
  before(async () => {
    card = await cardShop();
    const { readNotification } = netopiaPayments({
      mode: 'simulator',
      baseUrl: card.provider.simulator.url,
      apiKey: card.provider.simulator.apiKey,
      posSignature: signer.posSignature,
      trustedKeys: [signer.publicKey],
      now: card.app.now,
    });
    const queue: App['queue'] = {
      ...card.app.queue,
      send: async (_tx, { name }, payload) => {
        if (name === CHECK_ORDER.name) asked.push(CHECK_ORDER.payload.parse(payload).orderId);
      },
    };
    app = { ...card.app, queue, payments: { ...card.provider.payments, readNotification } };
    buyer = await card.t.newUser();
  });
  afterEach(async () => {
    asked.length = 0;
    await card.tidy();
  });
  after(() => card.close());

  /** An order whose money the provider has, and of which no notification has come through. */
  const quietlyPaid = async () => {
    const orderId = await card.shop.order(buyer, card.starter);
    const { ntpId } = await card.provider.begin({ orderId });
    await card.provider.pay(orderId, GOOD_CARD);
    card.provider.notices.length = 0;
    return { orderId, ntpId: ntpId ?? '' };
  };
  const json = (orderId: string, ntpId: string, payment: object = {}) =>
    JSON.stringify({
      payment: { status: 3, ntpID: ntpId, amount: 50, currency: 'RON', ...payment },
      order: { orderID: orderId },
    });
  const tokenOf = (body: Buffer, times: object) => {
    const sub = createHash('sha512').update(body).digest('base64');
    const claims = { iss: 'NETOPIA Payments', aud: [signer.posSignature], sub, ...times };
    const text = [{ typ: 'JWT', alg: 'RS512' }, claims].map(encodeTokenPart).join('.');
    return `${text}.${sign('sha512', Buffer.from(text), signer.privateKey).toString('base64url')}`;
  };
  const send = async (body: Buffer, times: object = {}) =>
    (await handleWebhook(app, { rawBody: body, headers: { 'verification-token': tokenOf(body, times) } }))
      .status;
  const state = async (orderId: string) => (await findOrder(app.db, orderId))?.state;

  const now = () => Math.floor(app.now().getTime() / 1000);
  const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
  const cases: Readonly<Record<string, (orderId: string, ntpId: string) => [body: Buffer, times?: object]>> =
    {
      'an order mark before it': (...of) => [Buffer.from(`\ufeff${json(...of)}`)],
      'another encoding': (...of) => [utf16(json(...of))],
      'no JSON at its end': (...of) => [Buffer.from(json(...of).slice(0, -1))],
      'a status as text': (...of) => [Buffer.from(json(...of, { status: '3' }))],
      'a status that is no number': (...of) => [Buffer.from(json(...of, { status: [3] }))],
      'no status': (...of) => [Buffer.from(json(...of, { status: undefined }))],
      'no amount': (...of) => [Buffer.from(json(...of, { amount: undefined }))],
      'an amount in words': (...of) => [Buffer.from(json(...of, { amount: 'cincizeci' }))],
      'no payment at all': (orderId) => [Buffer.from(JSON.stringify({ order: { orderID: orderId } }))],
      'a time that is over': (...of) => [Buffer.from(json(...of)), { exp: now() - 3 * DAY_SECONDS }],
      'a time as text': (...of) => [Buffer.from(json(...of)), { iat: `${now()}` }],
    };

  for (const [what, notice] of Object.entries(cases))
    it(`for ${what} asks for a reading at once, by which the order is paid`, async () => {
      const { orderId, ntpId } = await quietlyPaid();
      const [body, times] = notice(orderId, ntpId);
      // What is refused for its time may be sent again: it would be no harm.
      equal(await send(body, times), times ? 503 : 200);
      deepEqual([asked, await state(orderId)], [[orderId], 'created']);
      await runStatusCheck(app, { orderId });
      equal(await state(orderId), 'paid');
    });

  it('is read about an order that is paid too: money that went back is found', async () => {
    const { orderId, ntpId } = await quietlyPaid();
    await send(Buffer.from(json(orderId, ntpId)));
    equal(await state(orderId), 'paid');
    await card.provider.control('POST', `/orders/${orderId}/status`, { status: 9 });
    card.provider.notices.length = 0;
    equal(await send(Buffer.from(json(orderId, ntpId, { status: '9' }))), 200);
    await runStatusCheck(app, { orderId });
    equal(await state(orderId), 'charged-back');
  });

  it('asks for nothing where the provider has not signed it, or where it is about no order of ours', async () => {
    const { orderId, ntpId } = await quietlyPaid();
    const [body, other] = [Buffer.from(`\ufeff${json(orderId, ntpId)}`), Buffer.from(json(orderId, ntpId))];
    const headers = { 'verification-token': tokenOf(other, { exp: 1 }) };
    equal((await handleWebhook(app, { rawBody: body, headers })).status, 503);
    equal(await send(Buffer.from(json('ord_altceva', ntpId, { ntpID: 'alta' })), { exp: 1 }), 503);
    deepEqual([asked, await state(orderId)], [[], 'created']);
  });
});
