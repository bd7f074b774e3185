import { sql } from 'kysely';
import type { DocumentSending, HandIns } from '#contract/admin/admin-hand-ins.ts';
import { ALARM_AFTER_HOURS, baseOf } from '#domain/invoices/anaf/sending.ts';
import { shownState, waitsForPress } from '#domain/invoices/anaf/shown-state.ts';
import { lastDayToHandIn } from '#domain/invoices/hand-in.ts';
import { invoiceName } from '#domain/invoices/series.ts';
import type { App, Db } from '#server/app.ts';
import { listObjections } from '#server/payments/store/anaf-message-store.ts';
import { type InvoiceRow, standingInvoice } from '#server/payments/store/invoice-store.ts';
import {
  findPause,
  findPeriod,
  findUnsent,
  IS_HELD,
  isMarked,
  type SendingRow,
} from '#server/payments/store/sending-store.ts';

/** Returns how documents are sent, by document; what is not sent from here is left out. `sendings`: what was found of theirs. */
export async function describeSendings(
  app: App,
  rows: readonly InvoiceRow[],
  sendings: ReadonlyMap<string, SendingRow>,
): Promise<Map<string, DocumentSending>> {
  const ids = rows.map(({ id }) => id);
  const base = baseOf(app.eFactura);
  const period = base === null ? null : await findPeriod(app.db);
  const objections = await listObjections(app.db, ids);
  const waits = await namesWaitedFor(app.db, ids);
  const found = new Map<string, DocumentSending>();
  for (const row of rows) {
    const sending = sendings.get(row.id) ?? null;
    const releasedAt = sending?.released_at ?? row.created_at;
    const isFromBefore = period?.base === base ? releasedAt < period.beganAt : null;
    const shown = { mode: row.mode, sending, isFromBefore };
    const state = shownState(shown, base);
    if (state === null) continue;
    const waitsFor = waits.get(row.id) ?? null;
    const isHeld = state === 'waiting' && waitsFor !== null;
    found.set(row.id, {
      ...(sending ? getFacts(sending) : NOT_SENT),
      state,
      waitsFor,
      objections: objections
        .filter(({ invoiceId }) => invoiceId === row.id)
        .map(({ details, at }) => ({ details, at: at.toISOString() })),
      waitsForPress: waitsForPress(shown, base),
      mayGoAgain: sending?.base === base && (state === 'rejected' || isHeld),
      mayMend: state === 'rejected' && (await isMendable(app.db, row)),
    });
  }
  return found;
}

type Facts = Pick<DocumentSending, 'index' | 'errors' | 'acceptedAt' | 'signed'>;

const NOT_SENT: Facts = { index: null, errors: null, acceptedAt: null, signed: 'none' };

function getFacts(row: SendingRow): Facts {
  return {
    index: row.upload_index,
    errors: row.state === 'rejected' ? row.errors : null,
    acceptedAt: row.accepted_at?.toISOString() ?? null,
    signed: row.zip,
  };
}

/** True for the order's invoice with a rest: it can be taken back and made again with other buyer data. */
export async function isMendable(db: Db, { id, order_id: orderId }: InvoiceRow): Promise<boolean> {
  const standing = await standingInvoice(db, orderId);
  return standing?.invoice.id === id && standing.rest.grossBani > 0;
}

/** Returns the names of invoices that stornos wait for, by storno. */
async function namesWaitedFor(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ invoice_id: string; series: string; number: number }>`
    select s.invoice_id, i.series, i.number from efactura_sendings s join invoices i on i.id = s.waits_for
    where s.invoice_id = any(${[...ids]}::text[]) and s.state = 'waiting' and ${IS_HELD}`.execute(db);
  return new Map(rows.map((row) => [row.invoice_id, invoiceName(row)]));
}

type SendingCounts = Pick<HandIns['sendings'], 'sent' | 'rejected' | 'unsigned'>;

/** Counts real documents, and trials of where this installation sends now. */
export async function countSendings(app: App): Promise<SendingCounts> {
  const latest = new Date(app.now().getTime() - ALARM_AFTER_HOURS * 3_600_000);
  const base = baseOf(app.eFactura) ?? '';
  const { rows } = await sql<SendingCounts>`
    select count(*) filter (where state = 'accepted') as sent,
      count(*) filter (where state in ('nok', 'rejected') and not (${isMarked('s.invoice_id')})) as rejected,
      count(*) filter (where base = ${base} and state = 'accepted' and zip <> 'kept' and accepted_at < ${latest}) as unsigned
    from efactura_sendings s join invoices i on i.id = s.invoice_id
    where base in ('live', ${base}) and i.forgotten_at is null`.execute(app.db);
  const [counts] = rows;
  if (!counts) throw new Error('no counts');
  return counts;
}

/** Returns how many documents go at „Trimite și pe cele dinainte” alone, and what is said of them. Before sending has begun, all do. */
export async function readUnsent(app: App): Promise<{ count: number; unsent: HandIns['unsent'] }> {
  const base = baseOf(app.eFactura);
  if (base === null) return { count: 0, unsent: null };
  const period = await findPeriod(app.db);
  const since = period?.base === base ? period.beganAt : null;
  const { count, first, issuedOn } = await findUnsent(app.db, { base, beganAt: since ?? app.now() });
  if (issuedOn === null) return { count, unsent: null };
  const lastDay = base === 'live' ? lastDayToHandIn(issuedOn) : null;
  return { count, unsent: { names: first.map(invoiceName), lastDay, since: since?.toISOString() ?? null } };
}

/** Returns why all sending waits. */
export async function readPause(app: App): Promise<HandIns['pause']> {
  const pause = baseOf(app.eFactura) === null ? null : await findPause(app.db);
  if (!pause || pause.until <= app.now()) return null;
  return { reason: pause.reason ?? '', until: pause.until.toISOString() };
}
