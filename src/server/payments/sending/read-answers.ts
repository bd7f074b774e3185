import { writeFile } from 'node:fs/promises';
import { isSameDocument, readErrors } from '#domain/invoices/anaf/error-file.ts';
import { applyEvent, type SendingEvent } from '#domain/invoices/anaf/sending.ts';
import type { AnafFailure } from '#domain/invoices/anaf-failure.ts';
import type { App } from '#server/app.ts';
import { runWithAnaf } from '#server/payments/anaf/run-with-anaf.ts';
import { hashOf, readSignedFile } from '#server/payments/sending/signed-file.ts';
import { saveUnlessTaken } from '#server/payments/sending/upload-document.ts';
import { pauseAfter, toAnafFailure } from '#server/payments/sending/what-failed.ts';
import { type SendingRow, saveSending, toSending } from '#server/payments/store/sending-store.ts';
import { invoiceKey, signedKey } from '#server/photos/file-keys.ts';

/** ANAF keeps files for 60 days, by its own clock. */
const KEPT_MS = 59 * 86_400_000;

/** Asks ANAF how far a document is. Returns true where all sending waits now. */
export async function pollDocument(app: App, row: SendingRow): Promise<boolean> {
  const counted = await countCall(app, row);
  const index = row.upload_index;
  if (counted === null || index === null) return false;
  try {
    const answer = await runWithAnaf(app, (anaf, accessToken) => anaf.readState(accessToken, index));
    const { state, ...found } = answer;
    await saveUnlessTaken(app, { ...row, version: counted.version }, {
      type: state,
      ...found,
    } as SendingEvent);
    return false;
  } catch (error) {
    const failure = toAnafFailure(error);
    const { kind, facts } = failure;
    if (kind === 'refused')
      await saveUnlessTaken(
        app,
        { ...row, version: counted.version },
        {
          type: 'index-refused',
          detail: facts.detail ?? '',
        },
      );
    return pauseAfter(app, failure);
  }
}

/**
 * Fetches the signed file of an accepted document, or the one that says why another was rejected. Returns true where all sending waits now.
 */
export async function downloadDocument(app: App, row: SendingRow): Promise<boolean> {
  const counted = await countCall(app, row);
  const downloadId = row.download_id;
  if (counted === null || downloadId === null) return false;
  const own = { ...row, version: counted.version };
  try {
    const zip = await runWithAnaf(app, (anaf, accessToken) => anaf.download(accessToken, downloadId));
    const file = await readSignedFile(zip);
    if (file === null) app.log.warn({ invoiceId: row.invoice_id }, 'ANAF sent a file that is no whole ZIP');
    else if (row.state === 'nok')
      await saveUnlessTaken(app, own, {
        type: 'errors-read',
        errors: readErrors(Buffer.from(file).toString()),
      });
    else await keepSigned(app, own, { zip, file });
    return false;
  } catch (error) {
    const failure: AnafFailure = toAnafFailure(error);
    if (failure.kind === 'gone' && isOld(app, row)) await saveUnlessTaken(app, own, { type: 'zip-gone' });
    return pauseAfter(app, failure);
  }
}

/** True where ANAF may have thrown a document's file away: before that, a word of it is a fault, and the file is asked for again. */
function isOld(app: App, { accepted_at, started_at }: SendingRow): boolean {
  const since = accepted_at ?? started_at;
  return since !== null && app.now().getTime() - since.getTime() > KEPT_MS;
}

/** Counts a call as one that brought nothing, before it is made: whatever becomes of this process, ANAF's limits are kept. */
function countCall(app: App, row: SendingRow): Promise<SendingRow | null> {
  const sending = applyEvent(toSending(row), { type: 'unread' }, app.now());
  return saveSending(app.db, row, { sending });
}

async function keepSigned(
  app: App,
  row: SendingRow,
  { zip, file }: { zip: Uint8Array; file: Uint8Array },
): Promise<void> {
  if (!(await isOurs(app, row, file))) {
    app.log.error({ invoiceId: row.invoice_id, index: row.upload_index }, 'ANAF’s file has another document');
    const detail = `La indexul ${row.upload_index}, pe care îl numește ANAF, este alt document.`;
    if (row.follows > 0) await saveUnlessTaken(app, row, { type: 'foreign', detail });
    return;
  }
  const path = app.files.temporaryPath();
  await writeFile(path, zip, { flush: true });
  await app.files.keep(path, signedKey(row.invoice_id));
  const sending = applyEvent(toSending(row), { type: 'zip-kept' }, app.now());
  await saveSending(app.db, row, { sending, zip_sha256: hashOf(zip) });
}

/** The same bytes; or the same document, where ANAF wrote it anew. */
export async function isOurs(app: App, row: SendingRow, file: Uint8Array): Promise<boolean> {
  if (hashOf(file) === row.xml_sha256) return true;
  const own = await app.files.readWhole(invoiceKey(row.invoice_id, 'xml'));
  return own !== null && isSameDocument(own.toString(), Buffer.from(file).toString());
}
