import { indexOfObjection, readBuyerMessage } from '#domain/invoices/anaf/error-file.ts';
import type { App } from '#server/app.ts';
import { sellerCif } from '#server/payments/anaf/prove-anaf.ts';
import { runWithAnaf } from '#server/payments/anaf/run-with-anaf.ts';
import { readList } from '#server/payments/sending/look-for-document.ts';
import { hashOf, readSignedFile } from '#server/payments/sending/signed-file.ts';
import { pauseAfter, toAnafFailure } from '#server/payments/sending/what-failed.ts';
import {
  countDownload,
  keepMessages,
  keepObjection,
  listUnreadObjections,
  noteBuyersAsked,
} from '#server/payments/store/anaf-message-store.ts';
import { findPause, type Period } from '#server/payments/store/sending-store.ts';

const HOUR_MS = 3_600_000;
/** A look reaches back so far that some failed ones do no harm. */
const REACH_MS = 14 * 24 * HOUR_MS;
const UNREAD = { mostTries: 4, most: 20 };

/** Reads once a day what buyers object to our documents in RO e-Factura. A look that failed is repeated an hour later. */
export async function askBuyers(app: App, period: Period): Promise<void> {
  const cif = sellerCif(app);
  const now = app.now();
  const pause = await findPause(app.db);
  if (cif === null || (pause && pause.until > now)) return;
  const before = new Date(now.getTime() - 24 * HOUR_MS);
  if (!(await noteBuyersAsked(app.db, { at: now, before }))) return;
  try {
    const from = new Date(now.getTime() - REACH_MS);
    const messages = await readList(app, { cif, from, filter: 'R' });
    const about = messages.map((message) => ({
      ...message,
      uploadIndex: indexOfObjection(message.details) ?? message.uploadIndex,
    }));
    await keepMessages(app.db, { base: period.base, kind: 'R' }, about);
    await readWords(app, period);
  } catch (error) {
    await noteBuyersAsked(app.db, { at: new Date(now.getTime() - 23 * HOUR_MS), before: now });
    await pauseAfter(app, toAnafFailure(error));
  }
}

/** Reads what buyers wrote. */
async function readWords(app: App, { base }: Period): Promise<void> {
  for (const message of await listUnreadObjections(app.db, base, UNREAD)) {
    await countDownload(app.db, message);
    const zip = await runWithAnaf(app, (anaf, token) => anaf.download(token, message.download_id));
    const file = await readSignedFile(zip);
    if (file === null) continue;
    const words = readBuyerMessage(Buffer.from(file).toString());
    await keepObjection(app.db, message, { words, sha256: hashOf(file) });
  }
}
