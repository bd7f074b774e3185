import { BILLING_FIELDS, type BillingForm } from '#domain/payments/billing.ts';

/** Nothing is known of the buyer yet. */
export const EMPTY_BILLING: BillingForm = {
  kind: 'person',
  ...(Object.fromEntries(BILLING_FIELDS.map((field) => [field, ''])) as Omit<BillingForm, 'kind'>),
};
