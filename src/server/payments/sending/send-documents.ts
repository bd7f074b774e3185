import { applyEvent, stepOf } from '#domain/invoices/anaf/sending.ts';
import type { App } from '#server/app.ts';
import { askBuyers } from '#server/payments/sending/ask-buyers.ts';
import { keepPeriod } from '#server/payments/sending/keep-period.ts';
import { lookForDocument } from '#server/payments/sending/look-for-document.ts';
import { downloadDocument, pollDocument } from '#server/payments/sending/read-answers.ts';
import { tellOfSendings } from '#server/payments/sending/tell-of-sendings.ts';
import { uploadDocument } from '#server/payments/sending/upload-document.ts';
import {
  addLeftOut,
  findDue,
  findPause,
  type Period,
  postponeSending,
  type SendingRow,
  saveSending,
  toSending,
} from '#server/payments/store/sending-store.ts';

/** Steps of one run: ANAF takes a thousand calls a minute. */
const MOST_STEPS = 200;
/** A run ends within this time, but for its last call. */
const LONGEST_RUN_MS = 50_000;
/** A document whose step failed here holds up no other. */
const POSTPONED_MS = 5 * 60_000;

/**
 * Job, every minute: sends documents to ANAF, asks how far they are and keeps what it signed; each step is written down before it is
 * called. Two runs at once never do the same step. Nothing here locks a sale.
 */
export async function sendDocuments(app: App): Promise<void> {
  await tellOfSendings(app);
  const period = await keepPeriod(app);
  const pause = await findPause(app.db);
  if (period === null || (pause && pause.until > app.now())) return;
  await app.change(({ tx }) => addLeftOut(tx, period, app.now()));
  await sendDue(app, period);
  await askBuyers(app, period);
}

/** Does steps that are due. Throws an Error in the end where some failed here. */
async function sendDue(app: App, period: Period): Promise<void> {
  const endsAt = performance.now() + LONGEST_RUN_MS;
  const failed: string[] = [];
  for (let steps = 0; steps < MOST_STEPS && performance.now() < endsAt; steps += 1) {
    const row = await findDue(app.db, period, app.now());
    if (row === null) break;
    const waits = await doStep(app, row, period).catch(async (error: unknown) => {
      app.log.error({ error, invoiceId: row.invoice_id }, 'a step of a document to ANAF failed');
      failed.push(row.invoice_id);
      await postponeSending(app.db, row.invoice_id, new Date(app.now().getTime() + POSTPONED_MS));
      return false;
    });
    if (waits) break;
  }
  if (failed.length > 0) throw new Error(`steps of ${failed.join(', ')} to ANAF failed`);
}

/** Returns true where all sending waits now. */
async function doStep(app: App, row: SendingRow, period: Period): Promise<boolean> {
  const step = stepOf(toSending(row), app.now());
  switch (step) {
    case 'upload':
      return uploadDocument(app, row, period);
    case 'lost': {
      const sending = applyEvent(toSending(row), { type: 'unclear', technical: false }, app.now());
      await saveSending(app.db, row, { sending });
      return false;
    }
    case 'look':
      return lookForDocument(app, row);
    case 'poll':
      return pollDocument(app, row);
    case 'download':
      return downloadDocument(app, row);
    case null:
      return false;
  }
}
