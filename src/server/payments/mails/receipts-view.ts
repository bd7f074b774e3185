import { plusDays } from '#domain/days.ts';
import type { Db } from '#server/app.ts';
import type { MailKind } from '#server/mail/mail-outbox.ts';

/** Longer than mails are ever late. */
const LOOK_BACK_DAYS = 7;
/** An outcome may take weeks to be known. */
const REFUND_LOOK_BACK_DAYS = 60;
const CHUNK_SIZE = 200;

/** Refunds that their owner asked for, without a receipt of it. */
export function unnotifiedWithdrawals(db: Db, now: Date) {
  return refundsToNotify(db, now, 'withdrawal-receipt').whereRef('r.asked_by', '=', 'o.user_id').execute();
}

/** Refunds that have ended since their receipt said the end was unknown; an admin's has no receipt, only money that came back. */
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
  return db
    .selectFrom('refunds as r')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .select(['r.id', 'u.id as user_id', 'u.email'])
    .where('r.created_at', '>', plusDays(now, -REFUND_LOOK_BACK_DAYS))
    .where('u.deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('mails').select('id').where('kind', '=', kind).whereRef('mails.ref', '=', 'r.id')),
      ),
    )
    .orderBy('r.created_at')
    .limit(CHUNK_SIZE);
}

/** Purchases without a receipt. */
export async function unnotifiedPurchases(db: Db, now: Date) {
  return db
    .selectFrom('credit_purchases as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .select(['p.order_id', 'u.id as user_id', 'u.email'])
    .where('p.created_at', '>', plusDays(now, -LOOK_BACK_DAYS))
    .where('o.mode', '!=', 'imported')
    .where('u.deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mails')
            .select('id')
            .where('kind', '=', 'purchase-receipt')
            .whereRef('ref', '=', 'p.order_id'),
        ),
      ),
    )
    .orderBy('p.created_at')
    .limit(CHUNK_SIZE)
    .execute();
}
