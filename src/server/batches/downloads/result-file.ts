import { MEDIA_TYPES } from '#domain/recipes/outputs.ts';
import type { App } from '#server/app.ts';
import { findBatch, getPhotoOrder } from '#server/batches/store/batch-store.ts';
import { asResult, namePartsAmong, shownMembers } from '#server/batches/store/batch-view.ts';
import { listMembers } from '#server/batches/store/member-store.ts';
import type { ResultRow } from '#server/batches/store/result-store.ts';
import type { SentFile } from '#server/http/files/send-file.ts';

/** Returns a delivered file as a download, named by its photo's place in the batch. Throws `batches/not-found`. */
export async function nameResultFile(app: App, row: ResultRow): Promise<SentFile> {
  const batch = await findBatch(app.db, row.owner_id, row.batch_id);
  const shown = shownMembers(await listMembers(app.db, batch.id, getPhotoOrder(batch)));
  const { fileName } = asResult(batch, row, namePartsAmong(shown)(row.photo_id));
  return { key: row.file_key, mediaType: MEDIA_TYPES[row.format], downloadAs: fileName };
}
