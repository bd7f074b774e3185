import { sql } from 'kysely';
import { toBucharestDay } from '#domain/language/time.ts';
import type { Db } from '#server/app.ts';

/** Money and mail of the whole installation, as a person who watches it wants to know them. */
export interface MoneyNow {
  /** Events of orders within the last day („start”, „paid”, „refunded” …), by name. */
  readonly events: Readonly<Record<string, number>>;
  /** Orders that wait for an admin's decision. */
  readonly inReview: number;
  /** Debts of withdrawals that are not paid back yet. */
  readonly debts: number;
  /** Of those, debts whose last day is over in Bucharest. */
  readonly debtsLate: number;
  /** Mails that are not sent and that no job tries any more. */
  readonly mailsGivenUp: number;
}

/** Longer than the job of a mail tries (about four hours, jobs.ts). */
const MAIL_TRIES_MS = 6 * 3600_000;
const DAY_MS = 24 * 3600_000;

export async function readMoneyNow(db: Db, now: Date): Promise<MoneyNow> {
  const [events, review, debts, mails] = await Promise.all([
    db
      .selectFrom('order_events')
      .select(['event', sql<number>`count(*)::integer`.as('events')])
      .where('created_at', '>', new Date(now.getTime() - DAY_MS))
      .groupBy('event')
      .execute(),
    db
      .selectFrom('orders')
      .select(sql<number>`count(*)::integer`.as('orders'))
      .where('state', '=', 'review')
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('withdrawal_debts')
      .select([
        sql<number>`count(*)::integer`.as('open'),
        sql<number>`count(*) filter (where pay_until < ${toBucharestDay(now)})::integer`.as('late'),
      ])
      .where('marked_at', 'is', null)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('mails')
      .select(sql<number>`count(*)::integer`.as('mails'))
      .where('sent_at', 'is', null)
      .where('address', '<>', '')
      .where('created_at', '<', new Date(now.getTime() - MAIL_TRIES_MS))
      .executeTakeFirstOrThrow(),
  ]);
  return {
    events: Object.fromEntries(events.map(({ event, events }) => [event, events])),
    inReview: review.orders,
    debts: debts.open,
    debtsLate: debts.late,
    mailsGivenUp: mails.mails,
  };
}
