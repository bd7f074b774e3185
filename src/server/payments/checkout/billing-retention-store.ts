import { sql } from 'kysely';
import type { Tx } from '#server/app.ts';

interface Bounds {
  /** First day of Bucharest whose papers are kept. */
  readonly keptFrom: string;
  /** Sheets that brought no money are kept since then. */
  readonly unpaidSince: Date;
}

/**
 * Takes out of `most` sheets whom they were billed to and the address they came from, and out of their orders the provider's page. An order
 * counts from its last news: a refund is in the accounts of its own year. Returns how many sheets it were.
 */
export async function forgetSheets(tx: Tx, { keptFrom, unpaidSince }: Bounds, most: number): Promise<number> {
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
  if (ids.length > 0)
    await tx
      .updateTable('orders')
      .set({ customer_action: null, payment_url: null, authentication_token: null, return_to: null })
      .where('checkout_id', 'in', ids)
      .execute();
  return ids.length;
}
