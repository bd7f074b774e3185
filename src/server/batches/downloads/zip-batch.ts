import { safeFileName } from '#domain/batches/file-names.ts';
import { AppError } from '#domain/errors.ts';
import type { App, User } from '#server/app.ts';
import { resultEntries, zipOf } from '#server/batches/downloads/zip-files.ts';
import { findBatch } from '#server/batches/store/batch-store.ts';
import { shownMembers } from '#server/batches/store/batch-view.ts';
import { membersOf } from '#server/batches/store/member-store.ts';
import { resultsOf } from '#server/batches/store/result-store.ts';
import type { SentZip } from '#server/http/files/send-file.ts';

/** All results of a lot. */
export async function zipBatch(app: App, user: User, batchId: string): Promise<SentZip> {
  const batch = await findBatch(app.db, user.id, batchId);
  const shown = shownMembers(await membersOf(app.db, batchId, batch.ordered_by_hand));
  const entries = resultEntries(batch, shown, await resultsOf(app.db, batchId));
  if (entries.length === 0) throw new AppError('batches/no-results');
  return zipOf(app, `${safeFileName(batch.name, 'Lot')}.zip`, entries);
}
