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

/** A list that is made for the ZIP. */
export interface ZipText {
  readonly name: string;
  readonly text: string;
  readonly lastModified: Date;
}

export interface ZipDownload extends Download {
  /** Keys of the files in the ZIP. */
  readonly fileKeys: readonly string[];
}

/**
 * Returns a ZIP of uncompressed files under distinct names. A file is opened when its turn comes: the body fails with
 * `photos/file-missing`. `list`: made of the names that the files have in it.
 */
export function buildZip(
  app: App,
  fileName: string,
  { files, list }: { files: readonly ZipEntry[]; list?: (names: readonly string[]) => ZipText | null },
): ZipDownload {
  const names = madeDifferent(files.map(({ name }) => name));
  const entries = files.map((file, i) => ({ ...file, name: names[i] ?? file.name }));
  const text = list?.(names) ?? null;
  const sizes = [
    ...entries,
    ...(text === null ? [] : [{ name: text.name, size: Buffer.byteLength(text.text) }]),
  ];
  const length = BigInt(zipBytes(sizes.map(({ name, size }) => ({ name: Buffer.from(name), bytes: size }))));
  const fileKeys = entries.map(({ key }) => key);
  const body = createZipStream(app, entries, text);
  return { fileName, mediaType: 'application/zip', length, body, fileKeys };
}

/** Returns a batch's results in a folder per output, photos in batch order (`shown`), without results of photos that left the batch. */
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

function createZipStream(app: App, entries: readonly ZipEntry[], text: ZipText | null): Readable {
  const files = async function* () {
    if (text !== null) yield { ...text, input: text.text };
    for (const entry of entries) {
      const file = await app.files.open(entry.key);
      if (file === null) throw new AppError('photos/file-missing');
      yield { ...entry, input: file.body };
    }
  };
  return zipStream(files());
}
