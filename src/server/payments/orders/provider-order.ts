import { vatOn } from '#domain/invoices/vat.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import type { BillingDetails } from '#domain/payments/billing.ts';
import { COUNTIES } from '#domain/payments/counties.ts';
import type { PaymentOrder } from '#server/adapters/payments/port.ts';
import type { App } from '#server/app.ts';
import { readCheckoutBilling } from '#server/payments/checkout/billing-view.ts';
import type { OrderRow } from '#server/payments/store/order-store.ts';

/** The payer, as their browser tells. */
export interface Payer {
  readonly ip: string;
  readonly userAgent: string;
  readonly language: string;
}

/** The order as the provider is told of it. */
export async function orderForProvider(app: App, order: OrderRow, payer: Payer): Promise<PaymentOrder> {
  const { billing, email } = await readCheckoutBilling(app.db, order.checkout_id);
  const own = app.publicUrl();
  const vatPercent = vatOn(app.vat, toBucharestDay(app.now())).percent ?? 0;
  return {
    orderId: order.id,
    amountBani: order.amount_bani,
    description: `Fotolot: ${order.name}`,
    product: { name: order.name, code: order.item, vatPercent },
    billing: {
      email,
      ...toPayerNames(billing),
      phone: billing.phone ?? '',
      county: COUNTIES[billing.county],
      city: billing.city,
      street: billing.street,
      postalCode: billing.postalCode ?? '',
    },
    browser: { ip: payer.ip, userAgent: payer.userAgent, language: payer.language },
    notifyUrl: `${own}/api/payments/netopia/notify`,
    returnUrl: `${own}/api/payments/netopia/return?orderId=${order.id}`,
  };
}

/** The provider knows people only; a firm's name stands where the last name would. */
function toPayerNames(billing: BillingDetails): { firstName: string; lastName: string } {
  return billing.kind === 'person'
    ? { firstName: billing.firstName, lastName: billing.lastName }
    : { firstName: 'Firma', lastName: billing.name };
}
