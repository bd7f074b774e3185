import type { listCreditPurchases } from '#contract/orders.ts';
import type { ReplyOf } from '#contract/route.ts';
import { leiOf } from '#domain/payments/amount.ts';
import type { App } from '#server/app.ts';

/** Purchase history default: 20 rows. */
const DEFAULT_ROWS = 20;

/** Own purchases by date, newest first. `cursor` is the last id of the page before. */
export async function listPurchases(
  app: App,
  userId: string,
  { limit = DEFAULT_ROWS, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<ReplyOf<typeof listCreditPurchases>> {
  const all = app.db
    .selectFrom('credit_purchases')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1);
  const rows = await (cursor === undefined
    ? all
    : all.where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('created_at', 'id'),
          '<',
          selectFrom('credit_purchases as last')
            .select(['last.created_at', 'last.id'])
            .where('last.id', '=', cursor)
            .where('last.user_id', '=', userId)
            .$asTuple('created_at', 'id'),
        ),
      )
  ).execute();
  const page = rows.slice(0, limit);
  return {
    purchases: page.map((row) => ({
      id: row.id,
      orderId: row.order_id,
      userId: row.user_id,
      kind: row.kind,
      name: row.name,
      credits: row.credits,
      price: leiOf(row.price_bani),
      currency: row.currency,
      createdAt: row.created_at.toISOString(),
    })),
    nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
}
