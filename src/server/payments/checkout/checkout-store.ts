import { type Selectable, sql } from 'kysely';
import type { BillingDetails } from '#domain/payments/billing.ts';
import type { AgreedFigures } from '#domain/plans/agreed-figures.ts';
import type { DB } from '#server/adapters/database/schema.ts';
import type { StoredConsents } from '#server/adapters/database/stored-json.ts';
import type { Db, Tx } from '#server/app.ts';
import { eraseWithdrawalNames } from '#server/payments/store/withdrawal-store.ts';

export interface Checkout {
  readonly id: string;
  readonly userId: string;
  /** A package id or a plan value. */
  readonly item: string;
  readonly priceBani: number;
  readonly shownDays: number | null;
  readonly billing: BillingDetails;
  readonly consents: StoredConsents;
  /** Null where the version before stored it; the buyer then agrees once more. */
  readonly figures: AgreedFigures | null;
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
      figures: checkout.figures && JSON.stringify(checkout.figures),
      return_to: checkout.returnTo,
      created_at: checkout.at,
    })
    .execute();
}

/** Returns the person's newest checkout of an item since an instant; null: there is none. */
export async function newestCheckout(
  db: Db | Tx,
  userId: string,
  { item, since }: { item: string; since: Date },
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

/** Throws for an unknown id. */
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
    figures: row.figures,
    returnTo: row.return_to,
    at: row.created_at,
  };
}

/** Stores the billing details that the next checkout begins with. */
export async function rememberBilling(
  tx: Tx,
  userId: string,
  { billing, now }: { billing: BillingDetails; now: Date },
): Promise<void> {
  const details = JSON.stringify(billing);
  await tx
    .insertInto('billing_profiles')
    .values({ user_id: userId, details, updated_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ details, updated_at: now }))
    .execute();
}

export async function findBilling(db: Db | Tx, userId: string): Promise<BillingDetails | null> {
  const row = await db
    .selectFrom('billing_profiles')
    .select('details')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.details ?? null;
}

interface Bounds {
  /** First day (of Bucharest) whose papers are kept. */
  readonly keptFrom: string;
  /** Older checkouts that brought no money lose their details. */
  readonly unpaidSince: Date;
}

/**
 * Erases billing details and IP address of at most `most` checkouts, and the provider's page of their orders. An order counts from its last
 * news: a refund is in the accounts of its own year. Returns the number of checkouts.
 */
export async function deleteOldCheckouts(
  tx: Tx,
  { keptFrom, unpaidSince }: Bounds,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    update checkouts set billing = '{}', return_to = null, consents = jsonb_set(consents, '{address}', '""')
    where id in (
      select c.id from checkouts c
      where c.billing <> '{}' and c.created_at < ${unpaidSince} and not exists (
        select from orders o
        where o.checkout_id = c.id
          and coalesce((select max(e.created_at) from order_events e where e.order_id = o.id), o.created_at)
            >= case when o.state in ('paid', 'review', 'refunded', 'charged-back')
              then ${keptFrom}::date::timestamp at time zone 'Europe/Bucharest' else ${unpaidSince} end)
      limit ${most})
    returning id`.execute(tx);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) {
    await eraseWithdrawalNames(tx, ids);
    await tx
      .updateTable('orders')
      .set({ customer_action: null, payment_url: null, authentication_token: null, return_to: null })
      .where('checkout_id', 'in', ids)
      .execute();
  }
  return ids.length;
}
