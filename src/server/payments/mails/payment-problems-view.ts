import { sql } from 'kysely';
import { plusDays } from '#domain/days.ts';
import { REUSE_MINUTES } from '#domain/payments/open-order.ts';
import type { Db } from '#server/app.ts';

/** A buyer gets a mail about money that waits for an admin (`review`), money that went back without us (`back`) and a declined card. */
export type PaymentProblem = 'review' | 'back' | 'declined';

export interface UnnotifiedProblem {
  readonly orderId: string;
  readonly userId: string;
  readonly address: string;
  readonly problem: PaymentProblem;
}

/** Longer than payments are read: the last reading is after 120 days. */
const LOOK_BACK_DAYS = 130;
/** Longer than mails are ever late. */
const DECLINED_DAYS = 7;
const CHUNK_SIZE = 200;

/** Returns problems without a mail. A declined card is one once its page is left alone and nothing newer was ordered. */
export async function unnotifiedProblems(db: Db, now: Date): Promise<UnnotifiedProblem[]> {
  const leftAlone = new Date(now.getTime() - REUSE_MINUTES * 60_000);
  const { rows } = await sql<UnnotifiedProblem>`
    with troubled as (
      select id, user_id, case state when 'review' then 'review' else 'back' end as problem
      from orders o where told_admins <> '[]' and created_at > ${plusDays(now, -LOOK_BACK_DAYS)} and (
        state = 'review' or state = 'charged-back' or (state = 'refunded' and is_granted
          and not exists (select from refunds r where r.order_id = o.id and r.state = 'done')))
      union all
      select id, user_id, 'declined' from orders o
      where state = 'declined' and created_at > ${plusDays(now, -DECLINED_DAYS)} and created_at <= ${leftAlone}
        and not exists (select from orders newer where newer.user_id = o.user_id and newer.created_at > o.created_at)
    )
    select t.id as "orderId", t.user_id as "userId", u.email as address, t.problem
    from troubled t join users u on u.id = t.user_id and u.deleted_at is null
    where not exists (select from mails where kind = 'payment-problem' and ref = t.id || ':' || t.problem)
    limit ${CHUNK_SIZE}`.execute(db);
  return rows;
}
