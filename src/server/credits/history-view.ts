import { type ExpressionBuilder, sql } from 'kysely';
import type { CreditEntry, readCreditHistory } from '#contract/credits.ts';
import type { ReplyOf } from '#contract/route.ts';
import type { LedgerKind } from '#domain/language/ledger-words.ts';
import type { DB } from '#server/adapters/database/schema.ts';
import type { App, Db } from '#server/app.ts';

const DEFAULT_ROWS = 20;

/**
 * Returns own ledger entries with their subjects, newest first. A processing that has ended is one entry, its settlement, with the credits
 * it took in the end: its hold and release, and a settlement of nothing, are left out. Balances follow from the entries that are listed.
 */
export async function readHistory(
  app: App,
  userId: string,
  { limit = DEFAULT_ROWS, cursor }: { limit?: number | undefined; cursor?: number | undefined },
): Promise<ReplyOf<typeof readCreditHistory>> {
  const rows = await selectEntries(app.db, userId)
    .$if(cursor !== undefined, (all) => all.where('credit_ledger.seq', '<', cursor ?? 0))
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  return {
    entries: page.map(asEntry),
    nextCursor: rows.length > limit ? Number(page.at(-1)?.seq) : null,
  };
}

/**
 * Selects the entries. `ref` is the run of a processing, the order of a purchase (or of money that went back outside), the refund, the
 * grant of an expiry.
 */
function selectEntries(db: Db, userId: string) {
  return db
    .selectFrom('credit_ledger')
    .leftJoin('runs', 'runs.id', 'credit_ledger.ref')
    .leftJoin('batches', 'batches.id', 'runs.batch_id')
    .leftJoin('refunds', 'refunds.id', 'credit_ledger.ref')
    .leftJoin('orders', (join) =>
      join.on((eb) =>
        eb(
          'orders.id',
          '=',
          eb.fn.coalesce(
            'refunds.order_id',
            eb.fn<string>('split_part', ['credit_ledger.ref', eb.val(':'), eb.lit(1)]),
          ),
        ),
      ),
    )
    .leftJoin('credit_grants', (join) =>
      join
        .onRef('credit_grants.user_id', '=', 'credit_ledger.user_id')
        .on((eb) =>
          eb.or([
            eb.and([
              eb('credit_ledger.kind', '=', 'grant'),
              eb('credit_grants.seq', '=', eb.ref('credit_ledger.seq')),
            ]),
            eb.and([
              eb('credit_ledger.kind', '=', 'expire'),
              eb(
                'credit_grants.id',
                '=',
                eb.fn<string>('split_part', ['credit_ledger.ref', eb.val(':'), eb.lit(1)]),
              ),
            ]),
          ]),
        ),
    )
    .select([
      'credit_ledger.seq',
      'credit_ledger.kind',
      'credit_ledger.delta',
      'credit_ledger.amount',
      'credit_ledger.balance_after',
      HELD_THEN.as('held_then'),
      'credit_ledger.reason',
      'credit_ledger.created_at',
      'credit_grants.source',
      'orders.name as order_name',
      'batches.id as batch_id',
      'batches.number as batch_number',
      'batches.name as batch_name',
      'batches.deleted_at as batch_deleted_at',
    ])
    .where('credit_ledger.user_id', '=', userId)
    .where('credit_ledger.amount', '>', 0)
    .where(isListed)
    .orderBy('credit_ledger.seq', 'desc');
}

/** SQL: credits that were held at an entry by processings that have ended since. Their settlements, further up, take them off. */
const HELD_THEN = sql<number>`coalesce((
  select sum(held.amount) from credit_ledger ended
  join credit_ledger held on held.kind = 'hold' and held.ref = ended.ref
  where ended.user_id = credit_ledger.user_id and ended.kind = 'spend'
    and ended.seq > credit_ledger.seq and held.seq < credit_ledger.seq), 0)::bigint`;

/** SQL: false for a hold or release of a run that has ended since: its settlement tells of it. */
function isListed({ eb, or, not, exists, selectFrom }: ExpressionBuilder<DB, 'credit_ledger'>) {
  const settlement = selectFrom('credit_ledger as ended')
    .select('ended.seq')
    .where('ended.kind', '=', 'spend')
    .whereRef('ended.ref', '=', 'credit_ledger.ref');
  return or([eb('credit_ledger.kind', 'not in', ['hold', 'release']), not(exists(settlement))]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectEntries>['execute']>>[number];

function asEntry(row: Row): CreditEntry {
  const kind = row.kind as LedgerKind;
  return {
    seq: row.seq,
    kind,
    source: row.source,
    // They left the balance with the hold, an entry that is left out.
    delta: kind === 'spend' ? -row.amount : row.delta,
    amount: row.amount,
    balanceAfter: row.balance_after + row.held_then,
    reason: kind === 'correct' ? row.reason : null,
    subject: toEntrySubject(row),
    createdAt: row.created_at.toISOString(),
  };
}

function toEntrySubject(row: Row): CreditEntry['subject'] {
  if (row.order_name !== null) return { kind: 'purchase', name: row.order_name };
  if (row.batch_number === null) return null;
  const id = row.batch_deleted_at === null ? row.batch_id : null;
  return { kind: 'lot', id, number: row.batch_number, name: row.batch_name ?? '' };
}
