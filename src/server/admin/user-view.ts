import type { UserFile } from '#contract/admin.ts';
import { AppError } from '#domain/errors.ts';
import { onWire, readUserDocument } from '#server/account/user-document-view.ts';
import type { App } from '#server/app.ts';
import { DOCUMENT_COLUMNS, storedFields } from '#server/users/document-fields.ts';

/** An account as admins see it: facts, never pictures of lots or file names. Refuses users/not-found. */
export async function readUser(app: App, userId: string): Promise<UserFile> {
  const row = await app.db
    .selectFrom('users')
    .leftJoin('imported_users', 'imported_users.user_id', 'users.id')
    .select(DOCUMENT_COLUMNS)
    .select('foreign_uid')
    .where('users.id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new AppError('users/not-found');
  return {
    user: await readUserDocument(app, userId),
    stored: onWire(storedFields(row)),
    importedUid: row.foreign_uid,
  };
}
