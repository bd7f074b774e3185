import { BILLING_FIELDS, type BillingForm } from '#domain/payments/billing.ts';
import type { App } from '#server/app.ts';
import { findBilling } from '#server/payments/checkout/checkout-store.ts';

/** The billing of the last checkout, as a form is filled in with it. */
export async function readBilling(app: App, userId: string): Promise<BillingForm | null> {
  const details = await findBilling(app.db, userId);
  if (!details) return null;
  const known: Readonly<Record<string, string | null>> = { ...details };
  const fields = BILLING_FIELDS.map((field) => [field, known[field] ?? '']);
  return { kind: details.kind, ...Object.fromEntries(fields) } as BillingForm;
}
