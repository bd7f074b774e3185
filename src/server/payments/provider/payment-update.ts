import type { OrderEvent } from '#domain/payments/order-state.ts';
import type { PaymentReading } from '#server/adapters/payments/port.ts';
import type { PaymentUpdate } from '#server/payments/orders/apply-payment-event.ts';
import type { EventSource } from '#server/payments/store/order-store.ts';

/** Returns the provider's report as an update of the order: from a notification or a status response alike. */
export function toPaymentUpdate(source: EventSource, reading: PaymentReading): PaymentUpdate {
  return {
    source,
    event: toOrderEvent(reading),
    providerId: reading.ntpId,
    declineReason: reading.declineReason,
    status: reading.providerStatus,
  };
}

function toOrderEvent({ state, amountBani, currency }: PaymentReading): OrderEvent {
  if (state === 'paid') return { kind: 'paid', amountBani, currency };
  if (state === 'refunded') return { kind: 'refunded', byUs: false };
  return { kind: state };
}
