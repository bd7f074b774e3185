import { sql } from 'kysely';
import { plusDays } from '#domain/days.ts';
import type { Db } from '#server/app.ts';
import type { MailKind } from '#server/mail/mail-outbox.ts';

/** Longer than mails are ever late. */
const LOOK_BACK_DAYS = 7;
/** An outcome may take weeks to be known. */
const REFUND_LOOK_BACK_DAYS = 60;
const CHUNK_SIZE = 200;
/** A receipt waits this long for its invoice; an invoice that takes longer appears in the settings. */
const INVOICE_MINUTES = 10;
/** A withdrawal is to be confirmed without delay. */
const STORNO_MINUTES = 3;

const minutesBefore = (now: Date, minutes: number) => new Date(now.getTime() - minutes * 60_000);

/** Selects orders with a document of a kind that was issued since an instant and lacks its file. */
function withoutFile(db: Db, kind: 'invoice' | 'storno', since: Date) {
  return db
    .selectFrom('invoices')
    .select('order_id')
    .where('kind', '=', kind)
    .where('pdf_sha256', 'is', null)
    .where('created_at', '>', since);
}

/** SQL: no mail of the kind has the column `id` as its ref. */
function wasNotMailed(kind: MailKind, id: string) {
  return sql<boolean>`not exists (select from mails where mails.kind = ${kind} and mails.ref = ${sql.ref(id)})`;
}

/** Returns withdrawals without a receipt. */
export function unnotifiedWithdrawals(db: Db, now: Date) {
  return refundsToNotify(db, now, 'withdrawal-receipt')
    .where((eb) => eb.or([eb('r.asked_by', '=', eb.ref('o.user_id')), eb('w.id', 'is not', null)]))
    .execute();
}

/** Returns refunds that ended after their receipt. An admin's refund has no receipt: its buyer hears only of money that came back. */
export function unnotifiedOutcomes(db: Db, now: Date) {
  return refundsToNotify(db, now, 'refund-outcome')
    .where('r.state', '!=', 'asked')
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb.and([eb('r.asked_by', '!=', eb.ref('o.user_id')), eb('r.state', '=', 'done')]),
        exists(
          selectFrom('mails as told')
            .select('told.id')
            .where('told.kind', '=', 'withdrawal-receipt')
            .whereRef('told.ref', '=', 'r.id')
            .whereRef('told.created_at', '<', 'r.ended_at'),
        ),
      ]),
    )
    .execute();
}

function refundsToNotify(db: Db, now: Date, kind: MailKind) {
  return (
    db
      .selectFrom('refunds as r')
      .innerJoin('orders as o', 'o.id', 'r.order_id')
      .innerJoin('users as u', 'u.id', 'o.user_id')
      .leftJoin('withdrawals as w', 'w.refund_id', 'r.id')
      // A withdrawal holds the address of its receipt, also when the account is gone by then.
      .select(({ fn, eb }) => [
        'r.id',
        'u.id as user_id',
        fn.coalesce(fn<string | null>('nullif', ['w.email', eb.val('')]), 'u.email').as('email'),
      ])
      .where('r.created_at', '>', plusDays(now, -REFUND_LOOK_BACK_DAYS))
      .where('r.order_id', 'not in', withoutFile(db, 'storno', minutesBefore(now, STORNO_MINUTES)))
      .where(({ or, eb }) => or([eb('u.deleted_at', 'is', null), eb('w.email', '<>', '')]))
      .where(wasNotMailed(kind, 'r.id'))
      .orderBy('r.created_at')
      .limit(CHUNK_SIZE)
  );
}

/** Returns purchases without a receipt. */
export async function unnotifiedPurchases(db: Db, now: Date) {
  return db
    .selectFrom('credit_purchases as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .select(['p.order_id', 'u.id as user_id', 'u.email'])
    .where('p.created_at', '>', plusDays(now, -LOOK_BACK_DAYS))
    .where('o.mode', '!=', 'imported')
    .where('u.deleted_at', 'is', null)
    .where('p.order_id', 'not in', withoutFile(db, 'invoice', minutesBefore(now, INVOICE_MINUTES)))
    .where(wasNotMailed('purchase-receipt', 'p.order_id'))
    .orderBy('p.created_at')
    .limit(CHUNK_SIZE)
    .execute();
}

/** Returns goodwill that its buyer was not told of. */
export async function unnotifiedGoodwill(db: Db, now: Date) {
  return db
    .selectFrom('goodwill_refunds as g')
    .innerJoin('orders as o', 'o.id', 'g.order_id')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .select(['g.id', 'u.id as user_id', 'u.email'])
    .where('g.created_at', '>', plusDays(now, -LOOK_BACK_DAYS))
    .where('g.order_id', 'not in', withoutFile(db, 'storno', minutesBefore(now, INVOICE_MINUTES)))
    .where('u.deleted_at', 'is', null)
    .where(wasNotMailed('goodwill-given', 'g.id'))
    .orderBy('g.created_at')
    .limit(CHUNK_SIZE)
    .execute();
}

const SINCE_REISSUES = sql<Date>`(select applied_at from migrations where name like '0077-%')`;

/** Returns reissued invoices that their buyer was not told of, once both files (storno and invoice) are made. */
export async function unnotifiedReissues(db: Db, now: Date) {
  return db
    .selectFrom('invoices as i')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .select(['i.id', 'u.id as user_id', 'u.email'])
    .where('i.replaces', 'is not', null)
    .where('i.created_at', '>', plusDays(now, -LOOK_BACK_DAYS))
    .where('i.created_at', '>', SINCE_REISSUES)
    .where('u.deleted_at', 'is', null)
    .where('i.order_id', 'not in', withoutFile(db, 'invoice', minutesBefore(now, INVOICE_MINUTES)))
    .where('i.order_id', 'not in', withoutFile(db, 'storno', minutesBefore(now, INVOICE_MINUTES)))
    .where(wasNotMailed('invoice-reissued', 'i.id'))
    .orderBy('i.created_at')
    .limit(CHUNK_SIZE)
    .execute();
}
