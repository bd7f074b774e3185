import type { AccountNote } from '#contract/admin/admin-support.ts';
import { AppError } from '#domain/errors.ts';
import { tidyLines } from '#domain/language/visible-text.ts';
import { NOTE_LENGTH } from '#domain/users/audit-actions.ts';
import type { App, User } from '#server/app.ts';
import { recordAudit } from '#server/users/admins/audit-log-store.ts';
import { findNotes, insertNote } from '#server/users/admins/note-store.ts';
import { lockAccountRow } from '#server/users/suspension-store.ts';

/** Returns what admins wrote about an account. */
export async function listNotes({ db }: App, userId: string): Promise<{ notes: AccountNote[] }> {
  const rows = await findNotes(db, userId);
  return {
    notes: rows.map(({ id, words, email, created_at: at }) => ({
      id,
      words,
      by: email,
      createdAt: at.toISOString(),
    })),
  };
}

/**
 * Writes a note about an account, for good: another note corrects it. The words stay out of the audit log, which outlives the account.
 * Throws users/not-found, and http/bad-request for words that show nothing.
 */
export async function writeNote(
  app: App,
  admin: User,
  { userId, words }: { userId: string; words: string },
): Promise<void> {
  const written = tidyLines(words);
  if (written.length < NOTE_LENGTH.least) throw new AppError('http/bad-request', { fields: ['words'] });
  await app.change(async ({ tx }) => {
    await lockAccountRow(tx, userId);
    const id = await recordAudit(tx, app, { admin, kind: 'note-written', userId });
    await insertNote(tx, {
      id: id.replace('adm_', 'note_'),
      userId,
      words: written,
      adminId: admin.id,
      at: app.now(),
    });
  });
}
