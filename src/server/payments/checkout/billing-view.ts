import type { BillingDetails } from '#domain/payments/billing.ts';
import type { Db } from '#server/app.ts';

/** Returns a checkout's billing details and its account's present address. Throws for an order without a checkout. */
export async function readCheckoutBilling(
  db: Db,
  checkoutId: string | null,
): Promise<{ billing: BillingDetails; email: string }> {
  return db
    .selectFrom('checkouts')
    .innerJoin('users', 'users.id', 'checkouts.user_id')
    .select(['checkouts.billing', 'users.email'])
    .where('checkouts.id', '=', checkoutId)
    .executeTakeFirstOrThrow();
}
