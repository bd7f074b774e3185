import { type CardOutcome, maskNumber } from './cards.ts';
import type { Faults } from './faults.ts';
import type { Notifier } from './notifier.ts';
import type { Order, Orders } from './orders.ts';

/** Everything the routes share. */
export interface Desk {
  /** Origin of the simulator itself. */
  readonly url: string;
  readonly orders: Orders;
  readonly notifier: Notifier;
  returnSeconds: number;
  faults: Faults;
  /** Calls of the API so far, by path. */
  readonly calls: Record<string, number>;
}

/** The bank has spoken. Resolves once the merchant has been told, so that the notification comes before the return. */
export async function settle(
  desk: Desk,
  order: Order,
  { outcome, number }: { outcome: CardOutcome; number: string | null },
): Promise<void> {
  order.status = outcome.status;
  order.code = outcome.code;
  order.message = `[TEST P] ${outcome.message}`;
  order.sentence = outcome.sentence;
  order.operationDate = new Date().toISOString();
  if (number) order.panMasked = maskNumber(number);
  desk.orders.save();
  await desk.notifier.announce(order, desk.faults);
}
