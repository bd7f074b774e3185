import { applyEvent } from '#domain/invoices/anaf/sending.ts';
import { AnafFailure } from '#domain/invoices/anaf-failure.ts';
import type { AnafMessage, MessageFilter } from '#server/adapters/anaf/port.ts';
import type { App } from '#server/app.ts';
import { runWithAnaf } from '#server/payments/anaf/run-with-anaf.ts';
import { isOurs } from '#server/payments/sending/read-answers.ts';
import { hashOf, readSignedFile } from '#server/payments/sending/signed-file.ts';
import { saveUnlessTaken } from '#server/payments/sending/upload-document.ts';
import { pauseAfter, toAnafFailure } from '#server/payments/sending/what-failed.ts';
import {
  countDownload,
  keepMessageHash,
  keepMessages,
  listUnclaimed,
  type MessageRow,
} from '#server/payments/store/anaf-message-store.ts';
import { findInvoice } from '#server/payments/store/invoice-store.ts';
import { type SendingRow, saveSending, toSending } from '#server/payments/store/sending-store.ts';

const MINUTE_MS = 60_000;
/** ANAF's clock and ours differ by less. */
const EARLIER_MS = 60 * MINUTE_MS;
/** A message's file is fetched so often at most: ANAF gives it ten times a day. */
const MOST_TRIES = 4;
/** Files of one look. */
const MOST_READ = 40;
const MOST_PAGES = 200;

/**
 * Looks in ANAF's list for a document whose upload got no answer, by its bytes. Returns true where all sending waits now.
 */
export async function lookForDocument(app: App, row: SendingRow): Promise<boolean> {
  const noted = await saveSending(app.db, row, {
    sending: applyEvent(toSending(row), { type: 'unread' }, app.now()),
  });
  if (noted === null) return false;
  const own = { ...row, version: noted.version };
  const since = new Date((row.unknown_since ?? app.now()).getTime() - EARLIER_MS);
  try {
    const cif = await findCif(app, row);
    const messages = await readList(app, { cif, from: since, filter: 'T' });
    await keepMessages(app.db, { base: row.base, kind: 'T' }, messages);
    const found = await findAmong(app, row, await listUnclaimed(app.db, row.base, since));
    if (found === 'unclear') return false;
    await saveUnlessTaken(
      app,
      own,
      found
        ? { type: 'found', index: found.upload_index ?? '', downloadId: found.download_id }
        : { type: 'absent' },
    );
    return false;
  } catch (error) {
    return pauseAfter(app, toAnafFailure(error));
  }
}

async function findCif(app: App, row: SendingRow): Promise<string> {
  const invoice = await findInvoice(app.db, row.invoice_id);
  if (!invoice) throw new Error(`${row.invoice_id} is no document`);
  return invoice.snapshot.seller.cui;
}

/** Returns the message whose file has the document; null: none has; „unclear”: some could not be read. */
async function findAmong(
  app: App,
  row: SendingRow,
  messages: readonly MessageRow[],
): Promise<MessageRow | 'unclear' | null> {
  const known = messages.find(({ xml_sha256: hash }) => hash === row.xml_sha256);
  if (known) return known;
  let read = 0;
  let isWhole = true;
  for (const message of messages) {
    if (message.xml_sha256 !== null) continue;
    if (message.tries >= MOST_TRIES) continue;
    if (read >= MOST_READ) return 'unclear';
    read += 1;
    await countDownload(app.db, message);
    const file = await fetchFile(app, message);
    if (file === null) {
      isWhole = false;
      continue;
    }
    await keepMessageHash(app.db, message, hashOf(file));
    if (await isOurs(app, row, file)) return message;
  }
  return isWhole ? null : 'unclear';
}

/** Returns the document in a message's file; null: it cannot be read now. Throws failures that are not this file's own. */
async function fetchFile(app: App, message: MessageRow): Promise<Uint8Array | null> {
  try {
    const zip = await runWithAnaf(app, (anaf, accessToken) =>
      anaf.download(accessToken, message.download_id),
    );
    return await readSignedFile(zip);
  } catch (error) {
    const failure = toAnafFailure(error);
    if (failure.kind === 'gone' || failure.kind === 'refused') return null;
    throw failure;
  }
}

/** Minutes before now at which a list ends; more where ANAF's clock is behind. */
const UNTIL_MINUTES = [1, 15, 60];

/** Returns all messages of a list since an instant. */
export async function readList(
  app: App,
  { cif, from, filter }: { cif: string; from: Date; filter: MessageFilter },
): Promise<AnafMessage[]> {
  let refused: AnafFailure | null = null;
  for (const minutes of UNTIL_MINUTES) {
    const until = new Date(app.now().getTime() - minutes * MINUTE_MS);
    if (until <= from) break;
    try {
      return await readPages(app, { cif, from, until, filter });
    } catch (error) {
      refused = toAnafFailure(error);
      if (refused.kind !== 'refused') throw refused;
    }
  }
  throw refused ?? new AnafFailure('refused');
}

async function readPages(
  app: App,
  window: { cif: string; from: Date; until: Date; filter: MessageFilter },
): Promise<AnafMessage[]> {
  const all: AnafMessage[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const { messages, isLast } = await runWithAnaf(app, (anaf, accessToken) =>
      anaf.listMessages(accessToken, { ...window, page }),
    );
    all.push(...messages);
    if (isLast) return all;
  }
  throw new AnafFailure('unknown', { detail: 'a list without an end' });
}
