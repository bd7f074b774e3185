import type { Db, Tx } from '#server/app.ts';

/**
 * Returns the ref of the withdrawal after a purchase's money went back outside of Fotolot; later releases add the hold's ref. `round`: 1,
 * and one more each time the money was here again and went back anew.
 */
export const outsideRef = (grantRef: string, round = 1) =>
  round === 1 ? `${grantRef}:outside` : `${grantRef}:outside-${round}`;

/** Returns the ref of the last withdrawal outside while its money is not here again; null: there is none. */
export async function openOutsideRef(db: Db | Tx, grantRef: string): Promise<string | null> {
  const { last, isUndone } = await lastOutsideRound(db, grantRef);
  return last === 0 || isUndone ? null : outsideRef(grantRef, last);
}

/** Returns the ref of the next withdrawal outside. */
export async function nextOutsideRef(tx: Tx, grantRef: string): Promise<string> {
  return outsideRef(grantRef, (await lastOutsideRound(tx, grantRef)).last + 1);
}

async function lastOutsideRound(db: Db | Tx, grantRef: string): Promise<{ last: number; isUndone: boolean }> {
  for (let last = 0; ; last++) {
    const rows = await db
      .selectFrom('credit_ledger')
      .select(['kind', 'ref'])
      .where('kind', 'in', ['refund', 'refund-undone'])
      .where('ref', 'in', [outsideRef(grantRef, last), outsideRef(grantRef, last + 1)])
      .execute();
    const has = (kind: string, round: number) =>
      rows.some((row) => row.kind === kind && row.ref === outsideRef(grantRef, round));
    if (!has('refund', last + 1)) return { last, isUndone: has('refund-undone', last) };
  }
}

/**
 * Returns the credits that were revoked because their order's money went back outside, with the ref; null and 0 once they were given
 * back.
 */
export async function findRevokedOutside(
  db: Db | Tx,
  userId: string,
  grantRef: string,
): Promise<{ ref: string | null; amount: number }> {
  const ref = await openOutsideRef(db, grantRef);
  if (ref === null) return { ref, amount: 0 };
  const rows = await db
    .selectFrom('credit_ledger')
    .select('amount')
    .where('user_id', '=', userId)
    .where('kind', '=', 'refund')
    .where((eb) =>
      eb.or([eb('ref', '=', ref), eb(eb.fn('starts_with', ['ref', eb.val(`${ref}:`)]), '=', eb.lit(true))]),
    )
    .execute();
  return { ref, amount: rows.reduce((sum, { amount }) => sum + amount, 0) };
}

/** Returns false where nothing was given for the ref: a period that never began. */
export async function hasGrant(tx: Tx, grantRef: string): Promise<boolean> {
  const grants = tx.selectFrom('credit_grants').select('id').where('ref', '=', grantRef);
  return (await grants.executeTakeFirst()) !== undefined;
}
