import { sql } from 'kysely';
import type { Db, Tx } from '#server/app.ts';

/** True for an admin who must have a second factor and has none: no right of admins counts until then. A column of `users`. */
export const LACKS_FACTOR = sql<boolean>`users.role = 'admin' and exists (select from admin_second_factor)
  and not exists (select from totp_factors t where t.user_id = users.id and t.confirmed_at is not null)
  and not exists (select from passkeys k where k.user_id = users.id)`;

/** Returns whether admins must have a second factor, and how many of them have none. */
export async function readFactorDuty(db: Db): Promise<{ isObliged: boolean; without: number }> {
  const { rows } = await sql<{ isObliged: boolean; without: number }>`select
    exists (select from admin_second_factor) as "isObliged",
    (select count(*)::int from users u where role = 'admin' and deleted_at is null and not exists (
      select from totp_factors t where t.user_id = u.id and t.confirmed_at is not null)
      and not exists (select from passkeys k where k.user_id = u.id)) as without`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('no answer');
  return found;
}

/** Obliges admins, or no longer. Returns false where nothing changed. */
export async function storeFactorDuty(tx: Tx, isObliged: boolean, now: Date): Promise<boolean> {
  const changed = isObliged
    ? await tx
        .insertInto('admin_second_factor')
        .values({ since: now })
        .onConflict((conflict) => conflict.column('is_only').doNothing())
        .returning('since')
        .executeTakeFirst()
    : await tx.deleteFrom('admin_second_factor').returning('since').executeTakeFirst();
  return changed !== undefined;
}
