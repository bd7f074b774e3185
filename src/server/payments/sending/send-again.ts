import { AppError } from '#domain/errors.ts';
import { applyEvent, baseOf } from '#domain/invoices/anaf/sending.ts';
import { documentFileName } from '#domain/invoices/document-words.ts';
import { invoiceName } from '#domain/invoices/series.ts';
import type { App, User } from '#server/app.ts';
import type { SentFile } from '#server/http/files/send-file.ts';
import { listMarks, lockHandIns } from '#server/payments/hand-in/hand-in-store.ts';
import { findInvoice } from '#server/payments/store/invoice-store.ts';
import {
  findPeriod,
  findPress,
  findSending,
  insertPress,
  releaseFromBefore,
  saveSending,
  toSending,
} from '#server/payments/store/sending-store.ts';
import { signedKey } from '#server/photos/file-keys.ts';
import { recordAudit } from '#server/users/admins/audit-log-store.ts';

/**
 * Sends a rejected document once more, by the same number and the same bytes: ANAF did not take it. A storno that waits for its invoice goes
 * without it. The same press again changes nothing. Throws payments/hand-in-off, payments/invoice-not-found, payments/not-rejected,
 * payments/already-handed-in.
 */
export async function sendAgain(
  app: App,
  admin: User,
  { invoiceId, reason, key }: { invoiceId: string; reason: string; key: string },
): Promise<void> {
  const base = baseOf(app.eFactura);
  if (base === null) throw new AppError('payments/hand-in-off');
  await app.change(async ({ tx, now }) => {
    await lockHandIns(tx);
    const invoice = await findInvoice(tx, invoiceId);
    const row = await findSending(tx, invoiceId);
    if (!invoice || row?.base !== base) throw new AppError('payments/invoice-not-found');
    const press = { key, about: invoiceId };
    if (row.again_key === key || (await findPress(tx, press)) !== null) return;
    const mark = (await listMarks(tx, invoiceId)).at(-1);
    if (mark?.kind === 'handed-in') throw new AppError('payments/already-handed-in');
    const isHeld = row.state === 'waiting' && row.waits_for !== null;
    if (row.state !== 'rejected' && !isHeld) {
      if (row.state === 'waiting' && row.uploads > 0) return insertPress(tx, press, { released: 0, at: now });
      throw new AppError('payments/not-rejected');
    }
    const sending = isHeld ? toSending(row) : applyEvent(toSending(row), { type: 'again' }, now);
    const change = { sending, released_at: now, waits_for: null, told_rejected_at: null, again_key: key };
    if (!(await saveSending(tx, row, change))) throw new AppError('payments/not-rejected');
    await insertPress(tx, press, { released: 1, at: now });
    const details = { document: invoiceName(invoice) };
    const about = { admin, userId: invoice.user_id, subject: invoice.order_id, details };
    await recordAudit(tx, app, { ...about, kind: 'sent-again', reason });
  });
}

/** Far above a shop's documents of some months. */
const MOST_RELEASED = 5000;

/**
 * Sends due documents that were issued before sending began. Returns how many; the same press again, how many it let go. Throws
 * payments/hand-in-off while none are sent.
 */
export async function sendFromBefore(
  app: App,
  admin: User,
  { reason, key }: { reason: string; key: string },
): Promise<{ released: number }> {
  return app.change(async ({ tx, now }) => {
    await lockHandIns(tx);
    const press = { key, about: 'before' };
    const earlier = await findPress(tx, press);
    if (earlier !== null) return { released: earlier };
    const period = await findPeriod(tx);
    if (period === null || period.base !== baseOf(app.eFactura)) throw new AppError('payments/hand-in-off');
    const ids = await releaseFromBefore(tx, period, { at: now, most: MOST_RELEASED });
    await insertPress(tx, press, { released: ids.length, at: now });
    if (ids.length > 0)
      await recordAudit(tx, app, {
        admin,
        kind: 'sent-from-before',
        reason,
        details: { documents: ids.length },
      });
    return { released: ids.length };
  });
}

/** Returns a document as ANAF signed it. Throws payments/invoice-not-found before it is here, and once its years are over. */
export async function findSignedFile(app: App, invoiceId: string): Promise<SentFile> {
  const invoice = await findInvoice(app.db, invoiceId);
  const row = await findSending(app.db, invoiceId);
  if (!invoice || invoice.forgotten_at !== null || row?.zip !== 'kept')
    throw new AppError('payments/invoice-not-found');
  return {
    key: signedKey(invoiceId),
    mediaType: 'application/zip',
    downloadAs: documentFileName(invoice, 'xml').replace(/\.xml$/, '-ANAF.zip'),
  };
}
