import type { BillingDetails } from '#domain/payments/billing.ts';
import type { Db } from '#server/app.ts';

/** Returns whom a sheet is billed to, with the address that their account has now. Throws for an order that has no sheet. */
export async function billingOf(
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
