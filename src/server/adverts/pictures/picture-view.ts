import { sql } from 'kysely';
import type { PictureRow } from '#server/adverts/pictures/picture-store.ts';
import type { App } from '#server/app.ts';

/** Returns pictures by id that may be shown now: not expired, of an account that is neither erased nor suspended. */
export async function findShownPictures(
  app: Pick<App, 'db' | 'now'>,
  ids: readonly string[],
): Promise<Map<string, PictureRow>> {
  const rows = await app.db
    .selectFrom('public_pictures as picture')
    .innerJoin('users', 'users.id', 'picture.user_id')
    .selectAll('picture')
    .where('picture.id', '=', sql<string>`any(${[...ids]}::text[])`)
    .where('picture.expires_at', '>', app.now())
    .where('picture.removed_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .where('users.suspended_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
