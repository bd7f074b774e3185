import type { Selectable } from 'kysely';
import type { BillingDetails } from '#domain/payments/billing.ts';
import type { StoredConsents } from '#server/adapters/database/payment-tables.ts';
import type { DB } from '#server/adapters/database/schema.ts';
import type { Db, Tx } from '#server/app.ts';

export interface Checkout {
  readonly id: string;
  readonly userId: string;
  /** A package id or a plan value. */
  readonly item: string;
  readonly priceBani: number;
  readonly shownDays: number | null;
  readonly billing: BillingDetails;
  readonly consents: StoredConsents;
  readonly returnTo: string | null;
  readonly at: Date;
}

export async function insertCheckout(tx: Tx, checkout: Checkout): Promise<void> {
  await tx
    .insertInto('checkouts')
    .values({
      id: checkout.id,
      user_id: checkout.userId,
      item: checkout.item,
      price_bani: checkout.priceBani,
      shown_days: checkout.shownDays,
      billing: JSON.stringify(checkout.billing),
      consents: JSON.stringify(checkout.consents),
      return_to: checkout.returnTo,
      created_at: checkout.at,
    })
    .execute();
}

export async function newestCheckout(
  db: Db | Tx,
  userId: string,
  item: string,
  since: Date,
): Promise<Checkout | null> {
  const row = await db
    .selectFrom('checkouts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('item', '=', item)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? asCheckout(row) : null;
}

export async function findCheckout(db: Db | Tx, id: string): Promise<Checkout> {
  return asCheckout(
    await db.selectFrom('checkouts').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  );
}

function asCheckout(row: Selectable<DB['checkouts']>): Checkout {
  return {
    id: row.id,
    userId: row.user_id,
    item: row.item,
    priceBani: row.price_bani,
    shownDays: row.shown_days,
    billing: row.billing,
    consents: row.consents,
    returnTo: row.return_to,
    at: row.created_at,
  };
}

export async function rememberBilling(
  tx: Tx,
  userId: string,
  billing: BillingDetails,
  now: Date,
): Promise<void> {
  const details = JSON.stringify(billing);
  await tx
    .insertInto('billing_profiles')
    .values({ user_id: userId, details, updated_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ details, updated_at: now }))
    .execute();
}

export async function findBilling(db: Db, userId: string): Promise<BillingDetails | null> {
  const row = await db
    .selectFrom('billing_profiles')
    .select('details')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.details ?? null;
}
