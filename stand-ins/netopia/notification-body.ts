import type { Faults } from './faults.ts';
import { hundredths, type Order } from './orders.ts';

/**
 * The bytes of a notification. Written so that parsing and writing them again gives other bytes: keys in no order, 50.00 with its
 * zeros, Romanian letters, an escaped slash.
 */
export function notificationBody(order: Order, faults: Faults): Buffer {
  const { amount, currency } = order.start.order;
  const shown = faults.amount === 'wrong' ? (hundredths(amount) - 1) / 100 : amount;
  const text = JSON.stringify({
    payment: {
      status: order.status,
      ntpID: order.ntpID,
      operationDate: order.operationDate,
      amount: '@amount',
      currency: faults.currency === 'EUR' ? 'EUR' : currency,
      code: order.code,
      message: `${order.message} @ Plată de probă ăâîșț`,
      ...(order.panMasked && { instrument: { panMasked: order.panMasked, country: 642 } }),
      binding: { token: '', expireMonth: 0, expireYear: 0 },
      data: { RRN: '000000000000', AuthCode: 'TEST' },
    },
    order: { orderID: order.orderID },
  });
  return Buffer.from(text.replace('"@amount"', shown.toFixed(2)).replace(' @ ', ' \\/ '));
}

/** Body that the „Notifică” button of the provider's admin pages sends. */
export function buttonBody(order: Order): Buffer {
  return Buffer.from(JSON.stringify({ action: 0, amount: 0, id: order.ntpID }));
}
