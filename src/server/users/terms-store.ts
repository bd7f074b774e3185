import type { Db, Tx } from '#server/app.ts';

/** Returns owners who agreed to an earlier version, or to an unknown one, and were not told of this one. */
export async function usersToTell(db: Db, version: string, most: number) {
  return db
    .selectFrom('users as u')
    .select(['u.id', 'u.email'])
    .where('u.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('u.terms_version', 'is', null), eb('u.terms_version', '<', version)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('legal_notices as n')
            .select('n.version')
            .whereRef('n.user_id', '=', 'u.id')
            .where('n.version', '>=', version),
        ),
      ),
    )
    .orderBy('u.id')
    .limit(most)
    .execute();
}

/** Notes that a person was told of a version. Returns false where another process has told them meanwhile. */
export async function noteTold(
  tx: Tx,
  notice: { userId: string; version: string; at: Date; appliesFrom: string },
): Promise<boolean> {
  const row = await tx
    .insertInto('legal_notices')
    .values({
      user_id: notice.userId,
      version: notice.version,
      told_at: notice.at,
      applies_from: notice.appliesFrom,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'version']).doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}
