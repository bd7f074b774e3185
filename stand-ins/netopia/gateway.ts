import * as z from 'zod';
import { APPROVED, NOT_AUTHENTICATED } from './cards.ts';
import { type Desk, settle } from './desk.ts';
import { hundredths, isPaid, type Order } from './orders.ts';
import { startBody } from './start-body.ts';

/** The provider's API v2, by path. Replies of the business are 200; a request that never reached it gets a flat {code, message}. */
export interface ApiAnswer {
  readonly status: number;
  readonly body: object;
}
const ok = (body: object): ApiAnswer => ({ status: 200, body });
const flat = (status: number, code: string, message: string): ApiAnswer => ({
  status,
  body: { code, message },
});
const failure = (code: string, message: string): ApiAnswer => ok({ error: { code, message, details: null } });

export const API: Readonly<Record<string, (desk: Desk, body: unknown) => Promise<ApiAnswer>>> = {
  '/payment/card/start': start,
  '/payment/card/verify-auth': verifyAuthentication,
  '/operation/status': status,
  '/operation/credit': credit,
};

async function start(desk: Desk, body: unknown): Promise<ApiAnswer> {
  const parsed = startBody.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return flat(400, '99', `${issue?.path.join('.')}: ${issue?.message}`);
  }
  const { order } = parsed.data;
  if (order.posSignature !== desk.orders.state.posSignature) return flat(400, '99', 'POS not found');
  if (parsed.data.payment.instrument?.account)
    return flat(400, '99', 'payment.instrument.account: card data is for the hosted page only');
  const existing = desk.orders.find(({ orderID }) => orderID === order.orderID);
  if (existing) return duplicate(existing, order.amount);
  const opened = desk.orders.open(parsed.data);
  const { start } = desk.faults;
  return start === '3ds-form' || start === 'get-form'
    ? authentication(desk, opened)
    : hostedPage(desk, opened);
}

function duplicate(order: Order, amount: number): ApiAnswer {
  if (order.start.order.amount !== amount) return failure('99', 'Order with another amount');
  const error = { code: '56', message: 'Order closed', details: null };
  return ok({ customerAction: {}, error, payment: payment(order) });
}

function hostedPage(desk: Desk, order: Order): ApiAnswer {
  const { start } = desk.faults;
  const origin = start === 'foreign-url' ? 'https://plati.example' : desk.url;
  return ok({
    customerAction: {},
    error: { code: '101', message: 'Redirect user to payment page', details: null },
    payment: {
      ...payment(order),
      ...(start !== 'no-url' && { paymentURL: `${origin}/ui/card?p=${order.page}` }),
    },
  });
}

function authentication(desk: Desk, order: Order): ApiAnswer {
  order.status = 15;
  order.code = '100';
  desk.orders.save();
  return ok({
    customerAction: {
      // The one of the provider's actions that is no form to post.
      type: desk.faults.start === 'get-form' ? 'bnpl.paypo' : 'Authentication3D',
      url: `${desk.url}/sandbox/authorize`,
      authenticationToken: order.authenticationToken,
      formData: { paReq: order.page, backUrl: order.start.config.redirectUrl },
    },
    error: { code: '100', message: 'Approved', details: null },
    payment: payment(order),
  });
}

const verifyBody = z.object({
  authenticationToken: z.string(),
  ntpID: z.string(),
  formData: z.record(z.string(), z.string()),
});

async function verifyAuthentication(desk: Desk, body: unknown): Promise<ApiAnswer> {
  const { data } = verifyBody.safeParse(body);
  const order = desk.orders.find(({ ntpID }) => ntpID === data?.ntpID);
  if (!data || order?.authenticationToken !== data.authenticationToken)
    return flat(400, '99', 'authenticationToken');
  if (isPaid(order)) return ok({ error: { code: '56', message: 'Order closed' }, payment: payment(order) });
  const isRight = data.formData.paRes === order.rightAnswer;
  await settle(desk, order, { outcome: isRight ? APPROVED : NOT_AUTHENTICATED, number: null });
  return ok({ error: { code: order.code, message: order.message }, payment: payment(order) });
}

const statusBody = z.object({
  posID: z.string(),
  ntpID: z.string().optional(),
  orderID: z.string().optional(),
});

async function status(desk: Desk, body: unknown): Promise<ApiAnswer> {
  const { data } = statusBody.safeParse(body);
  if (data?.posID !== desk.orders.state.posSignature) return flat(400, '99', 'POS not found');
  const order = desk.orders.find(
    ({ ntpID, orderID }) => ntpID === data.ntpID || (!data.ntpID && orderID === data.orderID),
  );
  if (!order) return flat(404, '99', 'Payment not found');
  const { config, order: sent } = order.start;
  return ok({
    config,
    customerAction: {},
    error: { code: order.code, message: order.message, details: null },
    merchant: {},
    order: {
      ...sent,
      ntpID: order.ntpID,
      ...(desk.faults.status === 'other-order' && { orderID: 'alta', ntpID: '1' }),
    },
    ...(desk.faults.status !== 'missing-payment' && { payment: reportedPayment(desk, order) }),
  });
}

/** As asked for; the faults of amount and currency show here as they do in notifications. */
function reportedPayment(desk: Desk, order: Order): object {
  const plain = payment(order);
  return {
    ...plain,
    ...(desk.faults.amount === 'wrong' && { amount: (hundredths(plain.amount) - 1) / 100 }),
    ...(desk.faults.currency === 'EUR' && { currency: 'EUR' }),
    ...(desk.faults.status === 'other-order' && { ntpID: '1' }),
    allowedMethods: ['card'],
    options: order.start.payment.options,
  };
}

function payment(order: Order) {
  const { amount, currency } = order.start.order;
  return {
    method: 'card',
    ntpID: order.ntpID,
    status: order.status,
    amount,
    currency,
    operationDate: order.operationDate,
    binding: { token: '', expireMonth: 0, expireYear: 0 },
    ...(order.panMasked && { instrument: { panMasked: order.panMasked, country: 642 } }),
  };
}

const creditBody = z.object({
  ntpID: z.string(),
  amount: z.number().positive(),
  split: z.array(z.unknown()),
});

async function credit(desk: Desk, body: unknown): Promise<ApiAnswer> {
  const { data } = creditBody.safeParse(body);
  const order = desk.orders.find(({ ntpID }) => ntpID === data?.ntpID);
  if (!data || !order) return flat(404, '99', 'Payment not found');
  if (!isPaid(order) && order.status !== 8) return failure('53', 'Only a confirmed order can be credited');
  if (desk.faults.credit === 'refused') return failure('99', 'Credit not allowed');
  const paid = hundredths(order.start.order.amount);
  if (order.credited + hundredths(data.amount) > paid) return failure('99', 'Invalid Credit amount');
  const approved = ok({
    error: { code: '00', message: '[TEST P] Approved' },
    payment: { ntpID: order.ntpID, status: 8, amount: data.amount, currency: order.start.order.currency },
  });
  if (desk.faults.credit === 'not-credited') return approved;
  order.credited += hundredths(data.amount);
  await settle(desk, order, {
    outcome: { status: 8, code: '00', message: 'Credited', sentence: 'Banii au fost returnați.' },
    number: null,
  });
  return approved;
}
