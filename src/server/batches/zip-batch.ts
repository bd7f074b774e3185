import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { downloadZip, predictLength } from 'client-zip';
import { folderNames, madeDifferent, safeFileName } from '#domain/batches/file-names.ts';
import { AppError } from '#domain/errors.ts';
import type { App, User } from '#server/app.ts';
import { findBatch } from '#server/batches/batch-store.ts';
import { asResult, shownMembers } from '#server/batches/batch-view.ts';
import { membersOf } from '#server/batches/member-store.ts';
import { resultsOf } from '#server/batches/result-store.ts';

export interface Zip {
  readonly fileName: string;
  readonly length: bigint;
  readonly body: Readable;
}

/** All results: a folder per output, photos in lot order, stored uncompressed; files are opened one at a time as it is read. */
export async function zipBatch(app: App, user: User, batchId: string): Promise<Zip> {
  const batch = await findBatch(app.db, user.id, batchId);
  const shown = shownMembers(await membersOf(app.db, batchId, batch.ordered_by_hand));
  const order = shown.map(({ id }) => id);
  const rows = (await resultsOf(app.db, batchId)).filter((row) => order.includes(row.photo_id));
  if (rows.length === 0) throw new AppError('batches/no-results');
  const keys = [...new Set(rows.map((row) => row.output_key))];
  const labels = keys.map((key) => rows.find((row) => row.output_key === key)?.output_label ?? key);
  const folders = new Map(folderNames(labels).map((folder, i) => [keys[i], folder]));
  const place = (photoId: string) => order.indexOf(photoId);
  rows.sort(
    (a, b) =>
      keys.indexOf(a.output_key) - keys.indexOf(b.output_key) || place(a.photo_id) - place(b.photo_id),
  );
  const paths = madeDifferent(
    rows.map((row) => `${folders.get(row.output_key)}/${asResult(batch, shown, row).fileName}`),
  );
  const entries = rows.map((row, i) => ({
    name: paths[i] ?? '',
    size: row.bytes,
    lastModified: row.created_at,
    key: row.file_key,
  }));
  const length = predictLength(entries.map(({ name, size }) => ({ name, size })));
  return { fileName: `${safeFileName(batch.name, 'Lot')}.zip`, length, body: zipped(app, entries) };
}

interface Entry {
  readonly name: string;
  readonly size: number;
  readonly lastModified: Date;
  readonly key: string;
}

/** Ends with the file it was reading closed, also when the reader goes away in the middle. */
function zipped(app: App, entries: readonly Entry[]): Readable {
  let reading: Readable | null = null;
  const files = (async function* () {
    for (const { key, ...entry } of entries) {
      reading = app.files.read(key);
      yield { ...entry, input: Readable.toWeb(reading) as ReadableStream<Uint8Array> };
    }
  })();
  const { body } = downloadZip(files, { buffersAreUTF8: true });
  if (!body) throw new Error('a ZIP without a body');
  const whole = Readable.fromWeb(body as NodeStream<Uint8Array>);
  return whole.once('close', () => reading?.destroy());
}
