import { sql } from 'kysely';
import type { DocumentSending, HandIns } from '#contract/admin/admin-hand-ins.ts';
import { ALARM_AFTER_HOURS, baseOf, isSentTo } from '#domain/invoices/anaf/sending.ts';
import { invoiceName } from '#domain/invoices/series.ts';
import type { App, Db } from '#server/app.ts';
import { listObjections } from '#server/payments/store/anaf-message-store.ts';
import type { InvoiceRow } from '#server/payments/store/invoice-store.ts';
import {
  findPause,
  findPeriod,
  findSendings,
  IS_HELD,
  type Period,
  type SendingRow,
} from '#server/payments/store/sending-store.ts';

/** Returns how documents are sent, by document; what is not sent from here is left out. */
export async function describeSendings(
  app: App,
  rows: readonly InvoiceRow[],
): Promise<Map<string, DocumentSending>> {
  const ids = rows.map(({ id }) => id);
  const base = baseOf(app.eFactura);
  const [sendings, period, objections] = [
    await findSendings(app.db, ids),
    base === null ? null : await findPeriod(app.db),
    await listObjections(app.db, ids),
  ];
  const waits = await namesWaitedFor(app.db, ids);
  const found = new Map<string, DocumentSending>();
  for (const { id, mode } of rows) {
    const sending = sendings.get(id);
    const isTrial = base === 'live' && mode !== 'live';
    if (!sending && !isTrial && (base === null || !isSentTo(base, mode))) continue;
    found.set(id, {
      ...(sending ? facts(sending, period) : { ...NOT_SENT, state: isTrial ? 'trial' : 'before' }),
      waitsFor: waits.get(id) ?? null,
      objections: objections
        .filter(({ invoiceId }) => invoiceId === id)
        .map(({ details, at }) => ({ details, at: at.toISOString() })),
    });
  }
  return found;
}

type Facts = Omit<DocumentSending, 'waitsFor' | 'objections'>;

const NOT_SENT: Facts = { state: 'before', index: null, errors: null, acceptedAt: null, signed: 'none' };

function facts(row: SendingRow, period: Period | null): Facts {
  const isOpen = row.state === 'waiting' || row.state === 'unknown';
  return {
    state: isOpen && period && row.released_at < period.beganAt ? 'before' : row.state,
    index: row.upload_index,
    errors: row.state === 'rejected' ? row.errors : null,
    acceptedAt: row.accepted_at?.toISOString() ?? null,
    signed: row.zip,
  };
}

/** Returns the names of invoices that stornos wait for, by storno. */
async function namesWaitedFor(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ invoice_id: string; series: string; number: number }>`
    select s.invoice_id, i.series, i.number from efactura_sendings s join invoices i on i.id = s.waits_for
    where s.invoice_id = any(${[...ids]}::text[]) and s.state = 'waiting' and ${IS_HELD}`.execute(db);
  return new Map(rows.map((row) => [row.invoice_id, invoiceName(row)]));
}

type SendingCounts = Pick<HandIns['sendings'], 'sent' | 'rejected' | 'unsigned'>;

/** Counts what is sent to where this installation sends now; everything is nothing where it sends nowhere. */
export async function countSendings(app: App): Promise<SendingCounts> {
  const latest = new Date(app.now().getTime() - ALARM_AFTER_HOURS * 3_600_000);
  const { rows } = await sql<SendingCounts>`
    select count(*) as sent, count(*) filter (where state = 'rejected') as rejected,
      count(*) filter (where state = 'accepted' and zip <> 'kept' and accepted_at < ${latest}) as unsigned
    from efactura_sendings where base = ${baseOf(app.eFactura) ?? ''}`.execute(app.db);
  const [counts] = rows;
  if (!counts) throw new Error('no counts');
  return counts;
}

/** Returns why all sending waits. */
export async function readPause(app: App): Promise<HandIns['pause']> {
  const pause = baseOf(app.eFactura) === null ? null : await findPause(app.db);
  if (!pause || pause.until <= app.now()) return null;
  return { reason: pause.reason ?? '', until: pause.until.toISOString() };
}
