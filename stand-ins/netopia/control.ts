import * as z from 'zod';
import { CARDS, NOT_AUTHENTICATED } from './cards.ts';
import { type Desk, settle } from './desk.ts';
import { faultsSchema } from './faults.ts';
import type { ApiAnswer } from './gateway.ts';
import { returnUrl } from './pages.ts';

/**
 * For tests and for trying the product (bodies are JSON):
 *   GET  /__sim                            orders, notifications that wait, deliveries, calls so far
 *   PUT  /__sim/faults {…}                 what goes wrong from now on; what is not named goes well
 *   PUT  /__sim/return {seconds}           how long the page that took the money stands; 0: it returns at once
 *   POST /__sim/deliver {newestFirst?}     every notification that waits, now
 *   POST /__sim/forget                     no notification that waits is ever sent
 *   POST /__sim/orders/ID/pay {card}       as if a buyer had paid with that test card, with the right code
 *   POST /__sim/orders/ID/status {status, code?}   any status of the provider, and its notification
 *   POST /__sim/orders/ID/notify {button?} the same notification again, or the one of the provider's „Notifică” button
 */
export async function control(
  desk: Desk,
  { method, path }: { method: string; path: string },
  body: unknown,
): Promise<ApiAnswer> {
  try {
    return await carryOut(desk, { method, path }, body);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    return { status: 400, body: { message: z.prettifyError(error) } };
  }
}

async function carryOut(
  desk: Desk,
  { method, path }: { method: string; path: string },
  body: unknown,
): Promise<ApiAnswer> {
  const route = `${method} ${path.replace(/^\/__sim\/orders\/[^/]+/, '/__sim/orders/ID')}`;
  if (route === 'GET /__sim') return { status: 200, body: overview(desk) };
  if (route === 'PUT /__sim/faults') {
    desk.faults = faultsSchema.parse(body);
    return { status: 200, body: desk.faults };
  }
  if (route === 'PUT /__sim/return') {
    desk.returnSeconds = z.object({ seconds: z.number().min(0) }).parse(body).seconds;
    return { status: 200, body: {} };
  }
  if (route === 'POST /__sim/deliver') {
    const { newestFirst } = z.object({ newestFirst: z.boolean().default(false) }).parse(body);
    return { status: 200, body: await desk.notifier.deliverWaiting(newestFirst) };
  }
  if (route === 'POST /__sim/forget') {
    desk.notifier.forget();
    return { status: 200, body: {} };
  }
  return orderControl(desk, { route, id: path.split('/')[3] ?? '' }, body);
}

async function orderControl(
  desk: Desk,
  { route, id }: { route: string; id: string },
  body: unknown,
): Promise<ApiAnswer> {
  const order = desk.orders.find(({ orderID }) => orderID === id);
  if (!order) return { status: 404, body: { message: 'no such order' } };
  if (route === 'POST /__sim/orders/ID/pay') {
    const { card } = z.object({ card: z.string() }).parse(body);
    const outcome = CARDS.find(({ number }) => number === card)?.outcome ?? NOT_AUTHENTICATED;
    await settle(desk, order, { outcome, number: card });
    return { status: 200, body: { returnUrl: returnUrl(order) } };
  }
  if (route === 'POST /__sim/orders/ID/status') {
    const { status, code } = z
      .object({ status: z.int().min(1).max(99), code: z.string().default('00') })
      .parse(body);
    await settle(desk, order, {
      outcome: { status, code, message: `Status ${status}`, sentence: '' },
      number: null,
    });
    return { status: 200, body: {} };
  }
  if (route === 'POST /__sim/orders/ID/notify') {
    const { button } = z.object({ button: z.boolean().default(false) }).parse(body);
    await (button
      ? desk.notifier.pressButton(order, desk.faults)
      : desk.notifier.announce(order, desk.faults));
    return { status: 200, body: {} };
  }
  return { status: 404, body: { message: 'no such control' } };
}

function overview(desk: Desk): object {
  return {
    faults: desk.faults,
    calls: desk.calls,
    waiting: desk.notifier.waiting,
    deliveries: desk.notifier.deliveries,
    orders: desk.orders.state.orders.map(({ orderID, ntpID, page, status, code, credited, start }) => ({
      orderID,
      ntpID,
      page: `${desk.url}/ui/card?p=${page}`,
      status,
      code,
      credited,
      start,
    })),
  };
}
