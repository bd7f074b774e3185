import type { BillingDetails } from '#domain/payments/billing.ts';
import type { Db } from '#server/app.ts';

/** Returns whom a checkout is billed to, with the address that their account has now. Throws for an order that has no checkout. */
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
