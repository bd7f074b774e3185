import { AppError } from '#domain/errors.ts';
import { baseOf } from '#domain/invoices/anaf/sending.ts';
import { mayBeMarked } from '#domain/invoices/anaf/shown-state.ts';
import { invoiceName } from '#domain/invoices/series.ts';
import type { App, Tx, User } from '#server/app.ts';
import { insertMarks, listMarks, lockHandIns } from '#server/payments/hand-in/hand-in-store.ts';
import { countFromBefore, findOpenBefore } from '#server/payments/hand-in/hand-ins-view.ts';
import { findInvoice, type InvoiceRow } from '#server/payments/store/invoice-store.ts';
import { findSending, hastenLook } from '#server/payments/store/sending-store.ts';
import { recordAudit } from '#server/users/admins/audit-log-store.ts';

interface Press {
  readonly reason: string;
  /** Chosen by the form: sent twice, it counts once. */
  readonly key: string;
}

/**
 * Notes that an admin has handed a document in. The same press again, and another admin's with the same index, change nothing. Throws
 * payments/hand-in-off, payments/invoice-not-found, payments/already-handed-in, payments/already-sending.
 */
export async function markHandedIn(
  app: App,
  admin: User,
  { invoiceId, index, reason, key }: Press & { invoiceId: string; index: string },
): Promise<void> {
  refuseWhileOff(app);
  await app.change(async ({ tx }) => {
    const { invoice, marks } = await holdDocument(tx, invoiceId);
    const last = marks.at(-1);
    if (marks.some(({ request_key: sent }) => sent === key)) return;
    if (last?.kind === 'handed-in') {
      if (last.anaf_index === index) return;
      throw new AppError('payments/already-handed-in');
    }
    await refuseWhileSending(tx, app, invoiceId);
    const mark = { kind: 'handed-in', index, reason, by: admin.id, key, at: app.now() } as const;
    await insertMarks(tx, [invoiceId], mark);
    await recordAudit(tx, app, { ...aboutDocument(admin, invoice, { index }), kind: 'handed-in', reason });
  });
}

/** Throws payments/already-sending for a document that is on its way to ANAF, or there; one that stopped halfway is the admin's again. */
async function refuseWhileSending(tx: Tx, app: App, invoiceId: string): Promise<void> {
  const sending = await findSending(tx, invoiceId);
  if (!mayBeMarked(sending, baseOf(app.eFactura))) throw new AppError('payments/already-sending');
}

/**
 * Takes a document's mark back; where documents are sent to ANAF it is sent again like others. The same press again changes nothing. Throws
 * payments/hand-in-off, payments/invoice-not-found, payments/not-handed-in.
 */
export async function undoHandIn(
  app: App,
  admin: User,
  { invoiceId, reason, key }: Press & { invoiceId: string },
): Promise<void> {
  refuseWhileOff(app);
  await app.change(async ({ tx }) => {
    const { invoice, marks } = await holdDocument(tx, invoiceId);
    const last = marks.at(-1);
    if (marks.some(({ request_key: sent }) => sent === key)) return;
    if (last?.kind !== 'handed-in') throw new AppError('payments/not-handed-in');
    const undone = { kind: 'undone', index: null, reason, by: admin.id, key, at: app.now() } as const;
    await insertMarks(tx, [invoiceId], undone);
    await hastenLook(tx, invoiceId, app.now());
    const index = last.anaf_index;
    await recordAudit(tx, app, {
      ...aboutDocument(admin, invoice, { index }),
      kind: 'hand-in-undone',
      reason,
    });
  });
}

/**
 * Notes that documents from before the list were handed in: those asked for, or all. Those that are marked already are passed over. Returns
 * how many were marked. Throws payments/hand-in-off, and payments/invoice-not-found for a document that is not from before.
 */
export async function markHandedInBefore(
  app: App,
  admin: User,
  { invoiceIds = null, reason, key }: Press & { invoiceIds?: readonly string[] | null | undefined },
): Promise<{ marked: number }> {
  refuseWhileOff(app);
  return app.change(async ({ tx }) => {
    await lockHandIns(tx);
    if (invoiceIds) {
      const ids = [...new Set(invoiceIds)];
      if ((await countFromBefore(tx, ids)) < ids.length) throw new AppError('payments/invoice-not-found');
    }
    const open = await findOpenBefore(tx, { invoiceIds, key });
    const [first, last] = [open[0], open.at(-1)];
    if (!first || !last) return { marked: 0 };
    const ids = open.map(({ id }) => id);
    const mark = { kind: 'handed-in', index: null, reason, by: admin.id, key, at: app.now() } as const;
    await insertMarks(tx, ids, mark);
    const details = { documents: open.length, first: invoiceName(first), last: invoiceName(last) };
    await recordAudit(tx, app, { admin, kind: 'handed-in-before', reason, details });
    return { marked: open.length };
  });
}

function refuseWhileOff(app: App): void {
  if (app.eFactura === 'off') throw new AppError('payments/hand-in-off');
}

/** Locks the list, so that a document's marks stay as they are. Throws payments/invoice-not-found for any but a real document. */
async function holdDocument(tx: Tx, invoiceId: string) {
  await lockHandIns(tx);
  const invoice = await findInvoice(tx, invoiceId);
  if (invoice?.mode !== 'live') throw new AppError('payments/invoice-not-found');
  return { invoice, marks: await listMarks(tx, invoiceId) };
}

function aboutDocument(admin: User, invoice: InvoiceRow, { index }: { index: string | null }) {
  const details = { document: invoiceName(invoice), index };
  return { admin, userId: invoice.user_id, subject: invoice.order_id, details };
}
