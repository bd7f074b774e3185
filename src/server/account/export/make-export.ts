import { plusDays } from '#domain/days.ts';
import { AppError } from '#domain/errors.ts';
import { LEAST_AVAILABLE_FOR_STARTS } from '#domain/photos/limits.ts';
import { EXPORT_KEPT_DAYS } from '#domain/users/export.ts';
import { EXPORTED, exportTable } from '#server/account/export/export-data-view.ts';
import { exportedFiles } from '#server/account/export/export-files-view.ts';
import type { App } from '#server/app.ts';
import { zipStream } from '#server/http/files/zip-stream.ts';
import { queueMail } from '#server/mail/mail-outbox.ts';
import { hasRoom } from '#server/photos/room.ts';
import { type ExportRow, exportKey, findExport, markExport } from '#server/users/export-store.ts';
import { lockUser } from '#server/users/user-store.ts';

/** Job: writes the archive piece by piece, then says that it is there. May run twice. */
export async function makeExport(app: App, { exportId }: { exportId: string }): Promise<void> {
  const row = await findExport(app.db, exportId);
  if (row?.state !== 'waiting') return;
  try {
    const { bytes } = await app.files.write(
      exportKey(exportId),
      zipStream(streamExportEntries(app, row.user_id)),
    );
    if (!(await finishExport(app, row, bytes))) await app.files.remove([exportKey(exportId)]);
  } catch (error) {
    // A store that is away is tried again.
    if (!(error instanceof AppError) || error.code === 'http/unavailable') throw error;
    app.log.warn({ exportId, reason: error.code }, 'an archive was not made');
    await app.change(({ tx }) => markExport(tx, exportId, { state: 'failed' }));
  }
}

/** False when another job has finished it, or its owner left. */
async function finishExport(app: App, { id, user_id: userId }: ExportRow, bytes: number): Promise<boolean> {
  return app.change(async ({ tx }) => {
    const user = await lockUser(tx, userId);
    const readyAt = app.now();
    const expiresAt = plusDays(readyAt, EXPORT_KEPT_DAYS);
    if (!user || !(await markExport(tx, id, { state: 'ready', bytes, readyAt, expiresAt }))) return false;
    const data = { expiresAt: expiresAt.toISOString() };
    await queueMail(tx, app, { kind: 'export-ready', ref: id, userId, address: user.email, data });
    return true;
  });
}

const READ_ME = `Arhiva contului tău Fotolot.

date/        tot ce păstrăm despre tine, pe tabele, în JSON
profil.jpg   fotografia ta de profil, dacă ai una
fotografii/  originalele, așa cum le-ai trimis
facturi/     facturile și stornările tale, PDF și XML
rezultate/   fișierele gata de publicat, pe loturi și pe variante
`;

async function* streamExportEntries(app: App, userId: string) {
  const lastModified = app.now();
  yield { name: 'citește-mă.txt', input: READ_ME, lastModified };
  for (const table of Object.keys(EXPORTED))
    yield { name: `date/${table}.json`, input: await exportTable(app, table, userId), lastModified };
  for (const { key, name, at } of await exportedFiles(app, userId)) {
    if (!(await hasRoom(app, LEAST_AVAILABLE_FOR_STARTS))) throw new AppError('users/export-disk-low');
    const file = await app.files.open(key);
    // Deleted since the list was read.
    if (file === null) continue;
    yield { name, input: file.body, lastModified: at, key };
  }
}
