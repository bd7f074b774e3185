import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { newOrder, nextOrder, type OrderEvent, type TrackedOrder } from '#domain/payments/order-state.ts';
import type { App, User } from '#server/app.ts';
import { spendableCredits } from '#server/credits/account-store.ts';
import { applyPaymentEvent, type PaymentUpdate } from '#server/payments/orders/apply-payment-event.ts';
import { cancelOrder } from '#server/payments/orders/cancel-order.ts';
import { handleWebhook } from '#server/payments/provider/handle-webhook.ts';
import { toPaymentUpdate } from '#server/payments/provider/payment-update.ts';
import { insertOrder } from '#server/payments/store/order-store.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { countDraws } from '#testing/draws.ts';
import { brokenRules } from '#testing/shop/plan-shop.ts';
import { buildSignedPayments, netopiaSigner } from '#testing/shop/signed-notices.ts';

const PRICE_BANI = 5000;
const CREDITS = 10;
const SEQUENCES = countDraws({ local: 60, ci: 300 });
const SEEDS = [1, 2, 3, 4];

/** Reports of the provider about a payment, each with its event of the order's machine. */
const FACTS: readonly { status: number; amount?: number; currency?: string; event: OrderEvent }[] = [
  { status: 1, event: { kind: 'not-begun' } },
  { status: 15, event: { kind: 'three-d-secure' } },
  { status: 3, event: { kind: 'paid', amountBani: PRICE_BANI, currency: 'RON' } },
  { status: 5, event: { kind: 'paid', amountBani: PRICE_BANI, currency: 'RON' } },
  { status: 3, amount: 49.99, event: { kind: 'paid', amountBani: 4999, currency: 'RON' } },
  { status: 3, currency: 'EUR', event: { kind: 'paid', amountBani: PRICE_BANI, currency: 'EUR' } },
  { status: 12, event: { kind: 'declined' } },
  { status: 4, event: { kind: 'cancelled' } },
  { status: 23, event: { kind: 'expired' } },
  { status: 8, event: { kind: 'refunded', byUs: false } },
  { status: 10, event: { kind: 'chargeback' } },
  { status: 99, event: { kind: 'unknown' } },
];

/** `copy`: the same bytes again when equal; other bytes with the same meaning when not. */
type Delivery =
  | { readonly by: 'notification'; readonly fact: number; readonly copy: number }
  | { readonly by: 'status'; readonly fact: number }
  | { readonly by: 'user' }
  | { readonly by: 'clock' };

const fact = fc.nat(FACTS.length - 1);
const delivery: fc.Arbitrary<Delivery> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ by: fc.constant('notification' as const), fact, copy: fc.nat(1) }) },
  { weight: 3, arbitrary: fc.record({ by: fc.constant('status' as const), fact }) },
  { weight: 1, arbitrary: fc.constantFrom<Delivery>({ by: 'user' }, { by: 'clock' }) },
);
/** Draws up to six facts, each reported once or twice, in any order; those of one group arrive at once. */
const sequence = fc
  .array(fc.tuple(delivery, fc.integer({ min: 1, max: 2 })), { minLength: 1, maxLength: 6 })
  .chain((reported) => {
    const all = reported.flatMap(([each, times]) => Array.from({ length: times }, () => each));
    const shuffled = fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length });
    return fc.tuple(
      shuffled,
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: all.length, maxLength: all.length }),
    );
  })
  .map(([all, sizes]) => {
    const groups: Delivery[][] = [];
    for (let at = 0, n = 0; at < all.length; n++) {
      const size = sizes[n] ?? 1;
      groups.push(all.slice(at, at + size));
      at += size;
    }
    return groups;
  });

describe('an order on the database', () => {
  let t: TestApp;
  let app: App;
  let user: User;
  const signer = netopiaSigner();
  /** Messages to the admins: order and reason. */
  const reported: string[] = [];

  before(async () => {
    t = await testApp();
    const log = {
      ...t.app.log,
      warn: ({ orderId, reason }: { orderId?: string; reason?: string }) =>
        reported.push(`${orderId} ${reason}`),
    };
    const payments = buildSignedPayments(signer, t.app.now);
    app = { ...t.app, log, payments };
    user = await t.newUser();
  });
  after(() => t.close());

  async function open(): Promise<string> {
    const id = app.newId('ord');
    await app.change(async (unit) => {
      await insertOrder(unit.tx, {
        id,
        user_id: user.id,
        checkout_id: null,
        kind: 'package',
        item: 'pkg_starter',
        name: 'Starter 10',
        credits: CREDITS,
        amount_bani: PRICE_BANI,
        shown_days: null,
        mode: 'simulator',
        state: newOrder(PRICE_BANI, 'RON').state,
        return_to: null,
        created_at: app.now(),
        next_check_at: null,
      });
      await applyPaymentEvent(unit, app, {
        orderId: id,
        update: {
          source: 'us',
          event: { kind: 'start' },
          providerId: `ntp_${id}`,
        },
      });
    });
    return id;
  }

  async function arrive(orderId: string, each: Delivery): Promise<void> {
    if (each.by === 'user') return cancelOrder(app, user, { orderId });
    if (each.by === 'clock') return hear(orderId, { source: 'us', event: { kind: 'timed-out' } });
    const said = FACTS[each.fact];
    ok(said);
    const copy = each.by === 'notification' ? each.copy : 0;
    const { body, headers } = signer.notice({
      orderId,
      ntpId: `ntp_${orderId}`,
      ...said,
      message: `${copy}`,
    });
    if (each.by === 'notification') {
      equal((await handleWebhook(app, { rawBody: body, headers })).status, 200);
      return;
    }
    // A status response names the payment with the same words as a notification does.
    const reading = app.payments?.readNotification(body, headers);
    ok(reading?.isVerified);
    await hear(orderId, toPaymentUpdate('status', reading.notification));
  }

  async function hear(orderId: string, update: PaymentUpdate): Promise<void> {
    await app.change((unit) => applyPaymentEvent(unit, app, { orderId, update }));
  }

  /** Returns the pure machine's result of the same facts, reported once each and in another order. */
  function expected(deliveries: readonly Delivery[]): { order: TrackedOrder; withdrawn: boolean } {
    const events = deliveries.map((each): OrderEvent => {
      if (each.by === 'user') return { kind: 'given-up' };
      if (each.by === 'clock') return { kind: 'timed-out' };
      return FACTS[each.fact]?.event ?? { kind: 'unknown' };
    });
    const once = [...new Map(events.map((event) => [JSON.stringify(event), event]))]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, event]) => event);
    let order = nextOrder(newOrder(PRICE_BANI, 'RON'), { kind: 'start' }).order;
    let withdrawn = false;
    for (const event of once) {
      const step = nextOrder(order, event);
      order = step.order;
      withdrawn ||= step.effects.some(({ kind }) => kind === 'revoke');
    }
    return { order, withdrawn };
  }

  async function found(orderId: string) {
    const { db } = app;
    const row = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
    const grants = await db.selectFrom('credit_grants').selectAll().where('ref', '=', orderId).execute();
    const purchases = await db
      .selectFrom('credit_purchases')
      .selectAll()
      .where('order_id', '=', orderId)
      .execute();
    return {
      state: row.state,
      granted: grants.map((grant) => grant.granted),
      left: grants.map((grant) => grant.remaining),
      purchases: purchases.length,
      told: reported.filter((line) => line.startsWith(orderId)).sort(),
    };
  }

  const seen = { states: new Set<string>(), left: 0 };
  const play = fc.asyncProperty(sequence, async (groups) => {
    const before = await spendableCredits(app.db, user.id, app.now());
    const orderId = await open();
    for (const group of groups) await Promise.all(group.map((each) => arrive(orderId, each)));
    const { order, withdrawn } = expected(groups.flat());
    const left = order.isGranted && !withdrawn ? CREDITS : 0;
    deepEqual(await found(orderId), {
      state: order.state,
      granted: order.isGranted ? [CREDITS] : [],
      left: order.isGranted ? [left] : [],
      purchases: order.isGranted ? 1 : 0,
      told: order.notifiedAdmins.map((reason) => `${orderId} ${reason}`).sort(),
    });
    equal(await spendableCredits(app.db, user.id, app.now()), before + left);
    seen.states.add(order.state);
    seen.left += left;
  });

  for (const seed of SEEDS)
    it(`ends as the pure machine says and credits once, whatever is doubled, reordered or arrives at once (${seed})`, () =>
      fc.assert(play, { numRuns: SEQUENCES / SEEDS.length, seed }));

  it('met every end in these sequences, and left nothing that verify finds', async () => {
    for (const state of ['paid', 'review', 'refunded', 'charged-back', 'declined', 'cancelled', 'expired'])
      ok(seen.states.has(state), `no sequence ended ${state}`);
    ok(seen.left > SEQUENCES, `the sequences left only ${seen.left} credits`);
    deepEqual(await brokenRules({ ...t, app }), []);
  });

  it('acknowledges a notification with values that the database can’t hold: they count as missing, and wrong money goes to review', async () => {
    const [named, paid] = [await open(), await open()];
    const asked: object[] = [];
    const queue: App['queue'] = {
      ...app.queue,
      send: async (_tx, _job, payload) => void asked.push(payload),
    };
    const said = { status: 3, amount: PRICE_BANI / 100, currency: 'RON' };
    for (const bad of ['\0', '\ud800'])
      for (const notice of [
        { ...said, orderId: `${named}${bad}`, ntpId: `ntp_x${bad}` },
        { ...said, orderId: named, ntpId: `ntp_x${bad}` },
        { ...said, orderId: paid, ntpId: `ntp_${paid}`, currency: `RON${bad}` },
      ]) {
        const { body, headers } = signer.notice(notice);
        equal(
          (await handleWebhook({ ...app, queue }, { rawBody: body, headers })).status,
          200,
          JSON.stringify(notice),
        );
      }
    deepEqual(asked, [{ orderId: named }, { orderId: named }], 'without a payment’s id a reading tells');
    deepEqual([(await found(named)).state, (await found(paid)).state], ['started', 'review']);
  });

  it('credits once when 24 deliveries report the same money at once', async () => {
    const orderId = await open();
    const before = await spendableCredits(app.db, user.id, app.now());
    const paid = [2, 3].flatMap((each): Delivery[] => [
      ...Array.from({ length: 8 }, (_, n): Delivery => ({ by: 'notification', fact: each, copy: n % 4 })),
      ...Array.from({ length: 4 }, (): Delivery => ({ by: 'status', fact: each })),
    ]);
    await Promise.all(paid.map((each) => arrive(orderId, each)));
    equal((await found(orderId)).purchases, 1);
    equal(await spendableCredits(app.db, user.id, app.now()), before + CREDITS);
    deepEqual(await brokenRules({ ...t, app }), []);
  });
});
