import { applyEvent, type SendingEvent } from '#domain/invoices/anaf/sending.ts';
import { AnafFailure } from '#domain/invoices/anaf-failure.ts';
import type { AnafCounter } from '#server/adapters/anaf/port.ts';
import type { App } from '#server/app.ts';
import { runWithAnaf } from '#server/payments/anaf/run-with-anaf.ts';
import { lockHandIns } from '#server/payments/hand-in/hand-in-store.ts';
import { hashOf } from '#server/payments/sending/signed-file.ts';
import { pauseAfter } from '#server/payments/sending/what-failed.ts';
import { findInvoice, type InvoiceRow } from '#server/payments/store/invoice-store.ts';
import {
  findByIndex,
  isToBeSent,
  lockSending,
  type Period,
  type SendingRow,
  saveSending,
  toSending,
} from '#server/payments/store/sending-store.ts';
import { invoiceKey } from '#server/photos/file-keys.ts';

/** A process that stood still for so long after it wrote an upload down does not begin it any more. */
const LATEST_START_MS = 60_000;

/**
 * Sends a document's bytes as they are stored. The upload is written down before it is called, under the lock of hand-ins: an admin's mark
 * comes before it or is refused. Returns true where all sending waits now.
 */
export async function uploadDocument(app: App, row: SendingRow, period: Period): Promise<boolean> {
  const document = await readDocument(app, row);
  if (document === null) return putOff(app, row);
  const begun = await app.change(async ({ tx }) => {
    await lockHandIns(tx);
    const locked = await lockSending(tx, row);
    if (!locked || !(await isToBeSent(tx, row.invoice_id, period.beganAt))) return null;
    const sending = applyEvent(toSending(locked), { type: 'begun' }, app.now());
    return saveSending(tx, locked, { sending, uploads: locked.uploads + 1, xml_sha256: document.sha256 });
  });
  if (begun === null) return putOff(app, row);
  const { event, failure } = await callUpload(app, begun, document);
  await settleUpload(app, begun, event);
  return failure !== null && (await pauseAfter(app, failure));
}

interface StoredDocument {
  readonly invoice: InvoiceRow;
  readonly xml: Uint8Array;
  readonly sha256: string;
}

/** Reads the file of a document; null: it is not there as it was made. */
async function readDocument(
  app: App,
  { invoice_id: id, xml_sha256 }: SendingRow,
): Promise<StoredDocument | null> {
  const invoice = await findInvoice(app.db, id);
  if (!invoice?.xml_sha256) return null;
  const xml = await app.files.readWhole(invoiceKey(id, 'xml'));
  const sha256 = xml && hashOf(xml);
  if (!xml || sha256 !== invoice.xml_sha256 || (xml_sha256 !== null && xml_sha256 !== sha256)) {
    app.log.error({ invoiceId: id }, 'the file of a document that is due at ANAF is missing or is another');
    return null;
  }
  return { invoice, xml, sha256 };
}

/** Leaves a document that cannot be sent now for some minutes. */
async function putOff(app: App, row: SendingRow): Promise<false> {
  const type = row.state === 'unknown' ? 'unread' : 'put-off';
  await saveSending(app.db, row, { sending: applyEvent(toSending(row), { type }, app.now()) });
  return false;
}

interface Outcome {
  readonly event: SendingEvent;
  readonly failure: AnafFailure | null;
}

async function callUpload(app: App, row: SendingRow, { invoice, xml }: StoredDocument): Promise<Outcome> {
  const { seller, buyer } = invoice.snapshot;
  const counter: AnafCounter = buyer?.kind === 'firm' ? 'firm' : 'person';
  const begunAt = row.started_at?.getTime() ?? 0;
  try {
    const index = await runWithAnaf(app, async (anaf, accessToken) => {
      if (app.now().getTime() - begunAt > LATEST_START_MS)
        throw new AnafFailure('away', { detail: 'too late' });
      return anaf.upload(accessToken, { cif: seller.cui, counter, xml });
    });
    return { event: { type: 'uploaded', index }, failure: null };
  } catch (error) {
    if (!(error instanceof AnafFailure)) {
      app.log.error({ error, invoiceId: invoice.id }, 'an upload to ANAF ended in no way that is known');
      return { event: { type: 'unclear', technical: false }, failure: new AnafFailure('unknown') };
    }
    return { event: toEvent(error), failure: error };
  }
}

function toEvent({ kind, facts }: AnafFailure): SendingEvent {
  switch (kind) {
    case 'refused':
      return { type: 'refused', detail: facts.detail ?? '' };
    case 'unknown':
    case 'gone':
      return { type: 'unclear', technical: /eroare tehnic/i.test(facts.detail ?? '') };
    case 'reconnect':
    case 'token':
    case 'no-rights':
    case 'limit':
    case 'away':
    case 'operator':
      return { type: 'put-off' };
  }
}

/** Writes down what an upload came to. An index that counts for another document is followed for none. */
async function settleUpload(app: App, row: SendingRow, event: SendingEvent): Promise<void> {
  await saveUnlessTaken(app, row, event);
}

/** Writes what an event made of a sending; one that would follow another document's index ends with ANAF's sentence. */
export async function saveUnlessTaken(app: App, row: SendingRow, event: SendingEvent): Promise<void> {
  const before = toSending(row);
  const sending = applyEvent(before, event, app.now());
  const index = sending.uploadIndex;
  if (sending.state === 'sent' && index !== null && index !== before.uploadIndex) {
    const owner = await findByIndex(app.db, row.base, index);
    if (owner !== null && owner !== row.invoice_id) {
      app.log.error({ invoiceId: row.invoice_id, owner, index }, 'ANAF names the index of another document');
      const errors =
        'detail' in event && event.detail ? event.detail : `ANAF a dat indexul ${index}, al altui document.`;
      const rejected = { ...sending, state: 'rejected' as const, nextAt: null, errors };
      await saveSending(app.db, row, { sending: rejected });
      return;
    }
  }
  await saveSending(app.db, row, { sending });
}
