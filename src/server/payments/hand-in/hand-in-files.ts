import { AppError } from '#domain/errors.ts';
import { documentFileName } from '#domain/invoices/document-words.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import type { App } from '#server/app.ts';
import type { Download } from '#server/http/files/send-file.ts';
import { type ZipInput, zipStream } from '#server/http/files/zip-stream.ts';
import { listOpen, readFilesState } from '#server/payments/hand-in/hand-ins-view.ts';
import { invoiceKey } from '#server/photos/file-keys.ts';

const READ_AT_ONCE = 200;

/**
 * Returns the official files of all documents of a list as a download, as they are stored. „incomplet” in its name: some are still being
 * made. Throws http/not-found while there is nothing to hand in.
 */
export async function openHandIns(app: App, list: 'due' | 'before'): Promise<Download> {
  const { count, isWhole } = await readFilesState(app.db, list);
  if (app.eFactura === 'off' || count === 0) throw new AppError('http/not-found');
  const day = toBucharestDay(app.now());
  const name = list === 'due' ? 'De-predat' : 'Dinaintea-listei';
  return {
    fileName: `${name}-${day}${isWhole ? '' : '-incomplet'}.zip`,
    mediaType: 'application/zip',
    length: null,
    body: zipStream(streamFiles(app, list)),
  };
}

async function* streamFiles(app: App, list: 'due' | 'before'): AsyncGenerator<ZipInput> {
  for (let cursor: string | undefined; ; ) {
    const rows = await listOpen(app.db, list, { cursor, limit: READ_AT_ONCE });
    for (const row of rows) {
      const file = row.xml_sha256 === null ? null : await app.files.open(invoiceKey(row.id, 'xml'));
      if (file === null) continue;
      yield { name: documentFileName(row, 'xml'), input: file.body, lastModified: row.created_at };
    }
    cursor = rows.at(-1)?.id;
    if (rows.length < READ_AT_ONCE || !cursor) return;
  }
}
