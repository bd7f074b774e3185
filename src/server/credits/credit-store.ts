import type { Selectable } from 'kysely';
import { afterRelease, isDue } from '#domain/credits/expiry.ts';
import { type Grant, type GrantSource, returnedParts, takeParts } from '#domain/credits/grants.ts';
import type { UnlimitedUntil } from '#domain/credits/unlimited.ts';
import { AppError } from '#domain/errors.ts';
import type { LedgerKind } from '#domain/language/ledger-words.ts';
import { aboveCap, planCreditsDue } from '#domain/plans/plan-credits.ts';
import type { DB } from '#server/adapters/database/schema.ts';
import type { Db, Tx } from '#server/app.ts';

/** The ledger. Every function works in the caller's transaction; the account's row is locked first, by lockAccount. */
export interface Account {
  readonly userId: string;
  readonly isUnlimited: boolean;
}

interface Entry {
  readonly userId: string;
  readonly kind: LedgerKind;
  readonly delta: number;
  readonly amount: number;
  readonly ref: string;
  readonly actor: string;
  readonly reason?: string;
}

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

export async function openAccount(tx: Tx, userId: string): Promise<void> {
  await tx.insertInto('credit_accounts').values({ user_id: userId }).execute();
}

export async function lockAccount(tx: Tx, userId: string, now: Date): Promise<Account> {
  const row = await tx
    .selectFrom('credit_accounts')
    .select('unlimited_until')
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return { userId, isUnlimited: row.unlimited_until !== null && row.unlimited_until > now };
}

const NEVER = new Date('9999-12-31T00:00:00Z');

/** The span over the balance. Needs the account's lock. */
export async function setUnlimited(tx: Tx, userId: string, until: UnlimitedUntil): Promise<void> {
  await tx
    .updateTable('credit_accounts')
    .set({ unlimited_until: until === 'for-ever' ? NEVER : until })
    .where('user_id', '=', userId)
    .execute();
}

/** Writes one row and the balance with it, which it returns. Needs the account's lock. */
export async function writeEntry(tx: Tx, entry: Entry): Promise<number> {
  const account = await tx
    .updateTable('credit_accounts')
    .set((eb) => ({ balance: eb('balance', '+', entry.delta), seq: eb('seq', '+', 1) }))
    .where('user_id', '=', entry.userId)
    .where((eb) => eb(eb('balance', '+', entry.delta), '>=', 0))
    .returning(['balance', 'seq'])
    .executeTakeFirst();
  if (!account) throw new AppError('credits/not-enough', { cost: -entry.delta, balance: 0 });
  await tx
    .insertInto('credit_ledger')
    .values({
      user_id: entry.userId,
      seq: account.seq,
      kind: entry.kind,
      delta: entry.delta,
      amount: entry.amount,
      balance_after: account.balance,
      ref: entry.ref,
      actor: entry.actor,
      reason: entry.reason ?? null,
    })
    .execute();
  return account.balance;
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

function asGrant(row: Selectable<DB['credit_grants']>): Grant {
  const { id, source, remaining, seq } = row;
  return { id, source, remaining, seq, expiresAt: row.expires_at };
}

async function liveGrants(tx: Tx, userId: string) {
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
  for (const grant of due) await expire(tx, grant, grant.remaining);
  return due.length > 0;
}

async function expire(tx: Tx, grant: Selectable<DB['credit_grants']>, amount: number): Promise<void> {
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
    if (row) await expire(tx, row, amount);
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

/** The credits that can be spent now: the balance without grants that are due. */
export async function spendableCredits(db: Db | Tx, userId: string, now: Date): Promise<number> {
  const row = await db
    .selectFrom('credit_accounts')
    .leftJoin('credit_grants', (join) =>
      join
        .onRef('credit_grants.user_id', '=', 'credit_accounts.user_id')
        .on('credit_grants.remaining', '>', 0)
        .on('credit_grants.expires_at', '<=', now),
    )
    .select(['credit_accounts.balance', 'credit_accounts.unlimited_until'])
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('credit_grants.remaining'), eb.lit(0)).as('due'))
    .where('credit_accounts.user_id', '=', userId)
    .groupBy(['credit_accounts.balance', 'credit_accounts.unlimited_until'])
    .executeTakeFirstOrThrow();
  if (row.unlimited_until !== null && row.unlimited_until > now) return -1;
  return row.balance - Number(row.due);
}

/** Holds `amount` for `ref` after expiring what is due; refuses when the balance is too small. Needs the account's lock. */
export async function holdCredits(
  tx: Tx,
  userId: string,
  amount: number,
  ref: string,
  now: Date,
): Promise<void> {
  await expireDueGrants(tx, userId, now);
  const grants = (await liveGrants(tx, userId)).map(asGrant);
  const parts = takeParts(grants, amount);
  if (!parts) {
    const balance = grants.reduce((sum, grant) => sum + grant.remaining, 0);
    throw new AppError('credits/not-enough', { cost: amount, balance });
  }
  await writeEntry(tx, { userId, kind: 'hold', delta: -amount, amount, ref, actor: userId });
  for (const [position, part] of parts.entries()) {
    await tx
      .updateTable('credit_grants')
      .set((eb) => ({ remaining: eb('remaining', '-', part.amount) }))
      .where('id', '=', part.grantId)
      .execute();
    await tx
      .insertInto('credit_hold_parts')
      .values({ ref, position, grant_id: part.grantId, amount: part.amount })
      .execute();
  }
}

/** Ends the hold of `ref`: `settled` credits are spent, the rest returns to its grants. Needs the account's lock. */
export async function settleHold(
  tx: Tx,
  userId: string,
  ref: string,
  settled: number,
  now: Date,
): Promise<void> {
  const rows = await tx
    .selectFrom('credit_hold_parts')
    .select(['grant_id', 'amount'])
    .where('ref', '=', ref)
    .orderBy('position')
    .execute();
  const parts = rows.map((row) => ({ grantId: row.grant_id, amount: row.amount }));
  const held = parts.reduce((sum, part) => sum + part.amount, 0);
  if (settled > held) throw new Error(`${ref} settles ${settled} of ${held}`);
  const back = held - settled;
  await writeEntry(tx, { userId, kind: 'release', delta: back, amount: back, ref, actor: 'system' });
  await writeEntry(tx, { userId, kind: 'spend', delta: 0, amount: settled, ref, actor: 'system' });
  for (const part of returnedParts(parts, settled)) {
    const grant = await tx
      .updateTable('credit_grants')
      .set((eb) => ({ remaining: eb('remaining', '+', part.amount) }))
      .where('id', '=', part.grantId)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (!(await withdrawReturned(tx, grant, part.amount, ref))) await keepGrace(tx, grant, now);
  }
}

/** The ref of the withdrawal after a purchase's money went back outside of Fotolot; later releases add the hold's ref. */
export const outsideRef = (grantRef: string) => `${grantRef}:outside`;

/** Withdraws at once what comes back to a grant whose money went back outside; false: its money is here. */
async function withdrawReturned(
  tx: Tx,
  { id, user_id: userId, ref: grantRef }: Selectable<DB['credit_grants']>,
  amount: number,
  holdRef: string,
): Promise<boolean> {
  const ref = outsideRef(grantRef);
  const back = tx.selectFrom('credit_ledger').select(['actor', 'reason']);
  const first = await back.where('kind', '=', 'refund').where('ref', '=', ref).executeTakeFirst();
  if (!first) return false;
  const { actor, reason } = first;
  const entry = { userId, kind: 'refund', delta: -amount, amount, ref: `${ref}:${holdRef}`, actor } as const;
  await writeEntry(tx, { ...entry, ...(reason && { reason }) });
  const less = tx.updateTable('credit_grants').set((eb) => ({ remaining: eb('remaining', '-', amount) }));
  await less.where('id', '=', id).execute();
  return true;
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
