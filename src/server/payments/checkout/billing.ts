import { AppError } from '#domain/errors.ts';
import { BILLING_FIELDS, type BillingForm, checkBilling } from '#domain/payments/billing.ts';
import type { App, User } from '#server/app.ts';
import { consumeRateLimit } from '#server/http/limits/rate-limit.ts';
import { findBilling, rememberBilling } from '#server/payments/checkout/checkout-store.ts';
import { keepUser } from '#server/users/user-store.ts';

/** Returns the billing of the last checkout as form fields; null before the first. */
export async function readBilling(app: App, userId: string): Promise<BillingForm | null> {
  const details = await findBilling(app.db, userId);
  if (!details) return null;
  const known: Readonly<Record<string, unknown>> = { ...details };
  const fields = BILLING_FIELDS.map((field) => [field, known[field] ?? '']);
  const registered = details.kind === 'firm' ? { vatPayer: details.vatPayer ?? false } : {};
  return { kind: details.kind, ...Object.fromEntries(fields), ...registered } as BillingForm;
}

const PER_USER = { hits: 60, seconds: 3600 };

/**
 * Stores the billing details that the next checkout begins with. Throws payments/billing-invalid with the problems, http/too-many-requests,
 * and auth/session-required for a deleted account.
 */
export async function saveBilling(app: App, user: User, form: BillingForm): Promise<void> {
  const { billing, problems } = checkBilling(form);
  if (!billing) throw new AppError('payments/billing-invalid', { problems });
  await consumeRateLimit(app, `billing:${user.id}`, { limit: PER_USER, code: 'http/too-many-requests' });
  await app.change(async ({ tx, now }) => {
    await keepUser(tx, user.id);
    await rememberBilling(tx, user.id, { billing, now });
  });
}
