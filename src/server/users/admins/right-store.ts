import { sql } from 'kysely';
import type { Right } from '#domain/users/rights.ts';
import type { App, Db, Tx } from '#server/app.ts';

/** A look at the same thing counts once in this time. */
const SLOT_MS = 10 * 60_000;
const SHOWN = 50;

/** The rights in force of a row of `users`. */
export const HELD_RIGHTS = sql<
  Right[]
>`array(select name from account_rights where user_id = users.id order by name)`;

/** Gives a right. Returns false for one that the account has. */
export async function insertRight(
  tx: Tx,
  given: { userId: string; right: Right; by: string; at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('account_rights')
    .values({ user_id: given.userId, name: given.right, given_by: given.by, given_at: given.at })
    .onConflict((conflict) => conflict.columns(['user_id', 'name']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Takes a right. Returns false for one that the account does not have. */
export async function deleteRight(tx: Tx, userId: string, right: Right): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('account_rights')
    .where('user_id', '=', userId)
    .where('name', '=', right)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Takes all rights of an account that is suspended or erased. Returns those that it had. */
export async function deleteRights(tx: Tx, userId: string): Promise<Right[]> {
  const rows = await tx
    .deleteFrom('account_rights')
    .where('user_id', '=', userId)
    .returning('name')
    .execute();
  return rows.map(({ name }) => name);
}

/** Writes down a look by a narrow right, once in ten minutes for the same thing. `about`: ids in the route's path. */
export async function noteLook(
  app: App,
  look: { readonly userId: string; readonly route: string; readonly about: string },
): Promise<void> {
  const at = app.now();
  await app.db
    .insertInto('right_looks')
    .values({
      user_id: look.userId,
      route: look.route,
      about: look.about,
      slot: Math.floor(at.getTime() / SLOT_MS),
      looked_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns what an account looked at by its rights, newest first. */
export async function listLooks(db: Db, userId: string) {
  return db
    .selectFrom('right_looks')
    .select(['route', 'about', 'looked_at'])
    .where('user_id', '=', userId)
    .orderBy('looked_at', 'desc')
    .limit(SHOWN)
    .execute();
}

export async function deleteOldLooks(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('right_looks').where('looked_at', '<', before).execute();
}
