import type { Selectable } from 'kysely';
import { afterRelease, isDue } from '#domain/credits/expiry.ts';
import type { Grant, GrantSource } from '#domain/credits/grants.ts';
import { aboveCap, planCreditsDue } from '#domain/plans/plan-credits.ts';
import type { DB } from '#server/adapters/database/schema.ts';
import type { Db, Tx } from '#server/app.ts';
import { writeEntry } from '#server/credits/ledger-store.ts';

export interface NewGrant {
  readonly id: string;
  readonly userId: string;
  readonly source: GrantSource;
  readonly amount: number;
  readonly expiresAt: Date | null;
  /** Names what the credits were given for: unique per kind. */
  readonly ref: string;
  readonly actor: string;
}

/** Gives credits. Needs the account's lock. */
export async function grantCredits(tx: Tx, grant: NewGrant): Promise<void> {
  await writeEntry(tx, { ...grant, kind: 'grant', delta: grant.amount });
  const { seq } = await tx
    .selectFrom('credit_accounts')
    .select('seq')
    .where('user_id', '=', grant.userId)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('credit_grants')
    .values({
      id: grant.id,
      user_id: grant.userId,
      seq,
      source: grant.source,
      granted: grant.amount,
      remaining: grant.amount,
      expires_at: grant.expiresAt,
      extended_at: null,
      ref: grant.ref,
    })
    .execute();
}

export function asGrant(row: Selectable<DB['credit_grants']>): Grant {
  const { id, source, remaining, seq } = row;
  return { id, source, remaining, seq, expiresAt: row.expires_at };
}

export async function liveGrants(tx: Tx, userId: string) {
  return tx
    .selectFrom('credit_grants')
    .selectAll()
    .where('user_id', '=', userId)
    .where('remaining', '>', 0)
    .execute();
}

/** Grants that are due lose what is left of them; false: none was. Needs the account's lock. */
export async function expireDueGrants(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const due = (await liveGrants(tx, userId)).filter(({ expires_at }) =>
    isDue({ expiresAt: expires_at }, now),
  );
  for (const grant of due) await expireGrant(tx, grant, grant.remaining);
  return due.length > 0;
}

async function expireGrant(tx: Tx, grant: Selectable<DB['credit_grants']>, amount: number): Promise<void> {
  const { id, user_id: userId } = grant;
  const ref = `${id}:${grant.expiries + 1}`;
  await writeEntry(tx, { userId, kind: 'expire', delta: -amount, amount, ref, actor: 'system' });
  await tx
    .updateTable('credit_grants')
    .set((eb) => ({ remaining: eb('remaining', '-', amount), expiries: eb('expiries', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Plan credits above `cap` (null: no cap) expire, oldest first. Needs the account's lock. */
export async function expireAboveCap(tx: Tx, userId: string, cap: number | null): Promise<void> {
  const rows = await liveGrants(tx, userId);
  for (const { grantId, amount } of aboveCap(rows.map(asGrant), cap)) {
    const row = rows.find(({ id }) => id === grantId);
    if (row) await expireGrant(tx, row, amount);
  }
}

/** Every plan grant, held ones too, is due when the plan is (null: never). Needs the account's lock. */
export async function movePlanCredits(tx: Tx, userId: string, expiresAt: Date | null): Promise<void> {
  const rows = await tx
    .selectFrom('credit_grants')
    .select(['id', 'extended_at'])
    .where('user_id', '=', userId)
    .where('source', '=', 'plan')
    .execute();
  for (const { id, extended_at } of rows)
    await tx
      .updateTable('credit_grants')
      .set({ expires_at: planCreditsDue(expiresAt, { extendedAt: extended_at }) })
      .where('id', '=', id)
      .execute();
}

export async function findGrant(db: Db, id: string) {
  return db.selectFrom('credit_grants').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Accounts with credits that are due. */
export async function accountsWithDueGrants(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('credit_grants')
    .select('user_id')
    .distinct()
    .where('remaining', '>', 0)
    .where('expires_at', '<=', now)
    .limit(limit)
    .execute();
  return rows.map((row) => row.user_id);
}

/** Credits that come back to a grant which fell due meanwhile live on for its grace. */
export async function keepGrace(tx: Tx, grant: Selectable<DB['credit_grants']>, now: Date): Promise<void> {
  const dates = afterRelease({ expiresAt: grant.expires_at, extendedAt: grant.extended_at }, now);
  await tx
    .updateTable('credit_grants')
    .set({ expires_at: dates.expiresAt, extended_at: dates.extendedAt })
    .where('id', '=', grant.id)
    .execute();
}
