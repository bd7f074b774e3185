import { setTimeout as delay } from 'node:timers/promises';
import type { createNetopiaPayment } from '#contract/orders.ts';
import type { ReplyOf } from '#contract/route.ts';
import { AppError } from '#domain/errors.ts';
import { isOpen, isReusable, REUSE_MINUTES } from '#domain/payments/open-order.ts';
import { isSameFigures } from '#domain/plans/agreed-figures.ts';
import type { PaymentMode, PaymentOrder, Payments, StartedPayment } from '#server/adapters/payments/port.ts';
import type { App, Tx, User } from '#server/app.ts';
import { lockCreditAccount } from '#server/credits/account-store.ts';
import { consumeIpRateLimit, consumeRateLimit } from '#server/http/limits/rate-limit.ts';
import { type Checkout, findCheckout, newestCheckout } from '#server/payments/checkout/checkout-store.ts';
import { type CheckoutOffer, findOffer } from '#server/payments/checkout/find-offer.ts';
import { holdOrder } from '#server/payments/effects/held-order.ts';
import { applyToHeldOrder, type PaymentUpdate } from '#server/payments/orders/apply-payment-event.ts';
import { orderForProvider, type Payer } from '#server/payments/orders/provider-order.ts';
import {
  appendOrderEvent,
  findByKey,
  findOpenOrders,
  findOwnOrder,
  insertOrder,
  type OrderRow,
  rememberKey,
} from '#server/payments/store/order-store.ts';
import { isDeleted, raiseUserRev } from '#server/users/user-store.ts';

type Answer = ReplyOf<typeof createNetopiaPayment>;

const PER_IP = { hits: 30, seconds: 600 };
const PER_USER = { hits: 20, seconds: 3600 };
const CHECKOUT_MS = 30 * 60_000;
const FIRST_CHECK_MS = 2 * 60_000;
/** Time the second of two requests at once waits for the first one's address to pay at; a start that took longer was lost. */
const START_MS = 20_000;
const WAIT_STEP_MS = 250;

interface PaymentInput {
  readonly packageType: string;
  readonly idempotencyKey: string | null;
}

/** Begins a payment, or returns the one that is already open for the same thing. Price and credits come from the server alone. */
export async function createPayment(
  app: App,
  user: User,
  { payer, input }: { payer: Payer; input: PaymentInput & { accountId: string } },
): Promise<Answer> {
  const { payments } = app;
  if (!payments) throw new AppError('payments/closed');
  if (input.accountId !== user.id) throw new AppError('payments/not-your-account');
  await consumeIpRateLimit(
    app,
    { name: 'pay:address', ip: payer.ip },
    { limit: PER_IP, code: 'http/too-many-requests' },
  );
  await consumeRateLimit(app, `pay:user:${user.id}`, { limit: PER_USER, code: 'http/too-many-requests' });
  const { order, isNew } = await openOrder(app, { mode: payments.mode, user, input });
  if (!isNew) return stillOpen(await waitUntilStarted(app, order));
  return toPaymentAnswer(await startPayment(app, payments, { order, payer }));
}

/** The account's lock makes one of two requests at once the first. */
async function openOrder(
  app: App,
  { mode, user, input }: { mode: PaymentMode; user: User; input: PaymentInput },
): Promise<{ order: OrderRow; isNew: boolean }> {
  return app.change(async (unit) => {
    const { tx, now } = unit;
    await lockCreditAccount(tx, user.id, now);
    // Deleted since this request was let in.
    if (await isDeleted(tx, user.id)) throw new AppError('auth/session-required');
    const key = input.idempotencyKey;
    const earlier = key === null ? null : await findByKey(tx, user.id, key);
    if (earlier && earlier.item !== input.packageType) throw new AppError('http/idempotency-mismatch');
    const since = new Date(now.getTime() - CHECKOUT_MS);
    const checkout = await newestCheckout(tx, user.id, { item: input.packageType, since });
    if (earlier) {
      if (checkout && !(await isOfOrder(tx, checkout, earlier))) throw new AppError('payments/price-changed');
      return { order: earlier, isNew: false };
    }
    if (!checkout) throw new AppError('payments/consent-missing');
    const offer = await findOffer(tx, user.id, { packageType: input.packageType, now });
    if (checkout.priceBani !== offer.priceBani || !isSameFigures(checkout.figures, offer.figures))
      throw new AppError('payments/price-changed');
    const open = await findReusable(tx, checkout, now);
    const id = open?.id ?? app.newId('ord');
    const order =
      open ??
      (await insertOrder(tx, {
        ...newOrder(id, { user, checkout, offer }),
        mode,
        created_at: now,
        next_check_at: new Date(now.getTime() + FIRST_CHECK_MS),
      }));
    if (key !== null) await rememberKey(tx, { id, userId: user.id }, key);
    if (open) return { order, isNew: false };
    await appendOrderEvent(tx, id, { source: 'user', event: 'created', at: now });
    await raiseUserRev(unit, user.id);
    return { order, isNew: true };
  });
}

/** True when the sheet that was agreed to last shows what this order, begun under the same key, sells. */
async function isOfOrder(tx: Tx, checkout: Checkout, order: OrderRow): Promise<boolean> {
  if (order.checkout_id === null || order.checkout_id === checkout.id) return true;
  const { priceBani, figures } = await findCheckout(tx, order.checkout_id);
  return checkout.priceBani === priceBani && isSameFigures(checkout.figures, figures);
}

async function findReusable(tx: Tx, checkout: Checkout, now: Date) {
  const since = new Date(now.getTime() - REUSE_MINUTES * 60_000);
  const open = await findOpenOrders(tx, checkout.userId, { item: checkout.item, since });
  const { userId, item, priceBani, billing, shownDays, figures } = checkout;
  const wanted = { userId, item, priceBani, billing, shownDays, figures };
  return open.find((row) => {
    const { billing, figures } = row;
    const terms = { userId: row.user_id, item: row.item, priceBani: row.amount_bani, billing, figures };
    // An order that is being started has no address yet: it is waited for.
    const paymentUrl = row.payment_url ?? (isBeingStarted(row, now) ? '' : null);
    return isReusable(
      { ...terms, shownDays: row.shown_days, state: row.state, paymentUrl, createdAt: row.created_at },
      wanted,
      now,
    );
  });
}

function newOrder(
  id: string,
  { user, checkout, offer }: { user: User; checkout: Checkout; offer: CheckoutOffer },
) {
  return {
    id,
    user_id: user.id,
    checkout_id: checkout.id,
    kind: offer.kind,
    item: offer.item,
    name: offer.name,
    credits: offer.credits,
    amount_bani: offer.priceBani,
    shown_days: checkout.shownDays,
    state: 'created' as const,
    return_to: checkout.returnTo,
  };
}

/** The provider is called once, outside of any transaction; an unknown outcome is left to the status readings. Returns the order as it is since. */
async function startPayment(
  app: App,
  payments: Payments,
  { order, payer }: { order: OrderRow; payer: Payer },
): Promise<OrderRow> {
  const request: PaymentOrder = await orderForProvider(app, order, payer);
  const answer = await payments.start(request);
  if (answer.kind === 'answered') return noteStart(app, order.id, answer.value);
  app.log.error(
    { orderId: order.id, outcome: answer.kind, code: answer.code, reason: answer.reason },
    'a payment did not start',
  );
  if (answer.kind === 'unknown') return order;
  return changeOrder(app, order.id, { source: 'us', event: { kind: 'timed-out' } });
}

async function noteStart(app: App, orderId: string, payment: StartedPayment): Promise<OrderRow> {
  const { ntpId, paymentUrl, customerAction, authenticationToken } = payment;
  return changeOrder(app, orderId, {
    source: 'us',
    event: { kind: 'start' },
    providerId: ntpId,
    page: { paymentUrl, customerAction, authenticationToken },
  });
}

async function changeOrder(app: App, orderId: string, update: PaymentUpdate): Promise<OrderRow> {
  return app.change(async (unit) => {
    const held = await holdOrder(unit, app, orderId);
    return (await applyToHeldOrder(unit, app, { held, update })).order;
  });
}

async function waitUntilStarted(app: App, order: OrderRow): Promise<OrderRow> {
  let row = order;
  while (isBeingStarted(row, app.now())) {
    await delay(WAIT_STEP_MS);
    row = await findOwnOrder(app.db, order.user_id, order.id);
  }
  return row;
}

function isBeingStarted(row: OrderRow, now: Date): boolean {
  const ageMs = now.getTime() - row.created_at.getTime();
  return row.state === 'created' && row.payment_url === null && ageMs < START_MS;
}

/** A key stays with its order for good; refused where that order is over and its page takes no money any more. */
function stillOpen(row: OrderRow): Answer {
  const answer = toPaymentAnswer(row);
  if (answer.success && !isOpen(row.state)) throw new AppError('payments/order-over');
  return answer;
}

function toPaymentAnswer(row: OrderRow): Answer {
  const { payment_url: paymentUrl, customer_action: action } = row;
  return {
    success: paymentUrl !== null || action !== null,
    paymentUrl,
    orderId: row.id,
    customerAction: action && { ...action, parameters: { ...action.parameters } },
  };
}
