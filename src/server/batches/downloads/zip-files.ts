import type { Readable } from 'node:stream';
import { folderNames, madeDifferent } from '#domain/batches/file-names.ts';
import { AppError } from '#domain/errors.ts';
import type { App } from '#server/app.ts';
import type { BatchRow } from '#server/batches/store/batch-store.ts';
import { asResult, namePartsAmong } from '#server/batches/store/batch-view.ts';
import type { Member } from '#server/batches/store/member-store.ts';
import type { ResultRow } from '#server/batches/store/result-store.ts';
import type { Download } from '#server/http/files/send-file.ts';
import { zipBytes } from '#server/http/files/zip-layout.ts';
import { zipStream } from '#server/http/files/zip-stream.ts';

export interface ZipEntry {
  readonly name: string;
  readonly size: number;
  readonly lastModified: Date;
  /** The file's key in the store. */
  readonly key: string;
}

export interface ZipDownload extends Download {
  /** Where the files in it lie. */
  readonly fileKeys: readonly string[];
}

/** Stored uncompressed; files are opened one at a time as it is read. Names that would be the same are told apart. */
export function buildZip(app: App, fileName: string, files: readonly ZipEntry[]): ZipDownload {
  const names = madeDifferent(files.map(({ name }) => name));
  const entries = files.map((file, i) => ({ ...file, name: names[i] ?? file.name }));
  const length = BigInt(
    zipBytes(entries.map(({ name, size }) => ({ name: Buffer.from(name), bytes: size }))),
  );
  const fileKeys = entries.map(({ key }) => key);
  return { fileName, mediaType: 'application/zip', length, body: createZipStream(app, entries), fileKeys };
}

/** A batch's results: a folder per output, photos in batch order (`shown`); results of photos that left the batch stay out. */
export function resultEntries(
  batch: Pick<BatchRow, 'name' | 'file_pattern'>,
  shown: readonly Member[],
  results: readonly ResultRow[],
): ZipEntry[] {
  const order = new Map(shown.map(({ id }, i) => [id, i]));
  const rows = results.filter((row) => order.has(row.photo_id));
  const keys = [...new Set(rows.map((row) => row.output_key))];
  const labels = keys.map((key) => rows.find((row) => row.output_key === key)?.output_label ?? key);
  const folders = new Map(folderNames(labels).map((folder, i) => [keys[i], folder]));
  const partsOfName = namePartsAmong(shown);
  const positionOf = (row: ResultRow) => order.get(row.photo_id) ?? 0;
  rows.sort(
    (a, b) => keys.indexOf(a.output_key) - keys.indexOf(b.output_key) || positionOf(a) - positionOf(b),
  );
  return rows.map((row) => ({
    name: `${folders.get(row.output_key)}/${asResult(batch, row, partsOfName(row.photo_id)).fileName}`,
    size: row.bytes,
    lastModified: row.created_at,
    key: row.file_key,
  }));
}

function createZipStream(app: App, entries: readonly ZipEntry[]): Readable {
  const files = async function* () {
    for (const entry of entries) {
      const file = await app.files.open(entry.key);
      if (file === null) throw new AppError('photos/file-missing');
      yield { ...entry, input: file.body };
    }
  };
  return zipStream(files());
}
