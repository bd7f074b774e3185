import type { FastifyReply } from 'fastify';
import { MEDIA_TYPES } from '#domain/recipes/outputs.ts';
import type { App, User } from '#server/app.ts';
import { noteOnceSent } from '#server/batches/downloads/note-download.ts';
import { findBatch, getPhotoOrder } from '#server/batches/store/batch-store.ts';
import { asResult, namePartsAmong, shownMembers } from '#server/batches/store/batch-view.ts';
import { listMembers } from '#server/batches/store/member-store.ts';
import type { ResultRow } from '#server/batches/store/result-store.ts';
import { type SentFile, sendFile } from '#server/http/files/send-file.ts';

/** Returns a delivered file as a download, named by its photo's place in the batch. Throws `batches/not-found`. */
async function nameResultFile(app: App, row: ResultRow): Promise<SentFile> {
  const batch = await findBatch(app.db, row.owner_id, row.batch_id);
  const shown = shownMembers(await listMembers(app.db, batch.id, getPhotoOrder(batch)));
  const { fileName } = asResult(batch, row, namePartsAmong(shown)(row.photo_id));
  return { key: row.file_key, mediaType: MEDIA_TYPES[row.format], downloadAs: fileName };
}

/** Sends a delivered file as a download, noted once it has gone out whole. Throws `batches/not-found`, and what sendFile throws. */
export async function sendResult(
  app: App,
  to: { user: User; reply: FastifyReply },
  { row, ...shown }: { row: ResultRow } & Pick<SentFile, 'isForGuest'>,
): Promise<FastifyReply> {
  const download = await nameResultFile(app, row);
  noteOnceSent(app, to, [row.file_key]);
  return sendFile(app, to, { ...download, ...shown });
}
