import { type SelectQueryBuilder, sql } from 'kysely';
import type { listHandIns as contract, HandInDocument, HandIns } from '#contract/admin/admin-hand-ins.ts';
import type { QueryOf } from '#contract/route.ts';
import { baseOf } from '#domain/invoices/anaf/sending.ts';
import { mayBeMarked } from '#domain/invoices/anaf/shown-state.ts';
import {
  daysToHandIn,
  findUnknownYear,
  type HandInList,
  lastDayToHandIn,
  latestOverdueIssue,
} from '#domain/invoices/hand-in.ts';
import { invoiceName } from '#domain/invoices/series.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import type { DB } from '#server/adapters/database/schema.ts';
import type { App, Db, Tx } from '#server/app.ts';
import {
  countSendings,
  describeSendings,
  readPause,
  readUnsent,
} from '#server/payments/hand-in/sendings-view.ts';
import { type InvoiceRow, newestLiveInvoice } from '#server/payments/store/invoice-store.ts';
import { findSendings } from '#server/payments/store/sending-store.ts';

const PER_PAGE = 50;

/**
 * The place of a document's last mark. Asked document by document, by the key: a join would be planned by statistics that lag behind when
 * thousands are marked at once.
 */
const lastMarkOf = (document: string) =>
  sql<number | null>`(select max(l.position) from hand_in_marks l where l.invoice_id = ${sql.ref(document)})`;
const isAccepted = (document: string) =>
  sql<boolean>`exists (select from efactura_sendings a where a.invoice_id = ${sql.ref(document)} and a.state = 'accepted')`;
/** The row `i` is handed in: ANAF accepted it, or an admin marked it; each second mark takes the one before back. */
const IS_HANDED_IN = sql<boolean>`(coalesce(${lastMarkOf('i.id')}, 0) % 2 = 1 or ${isAccepted('i.id')})`;
const IS_IN_FORCE = sql<boolean>`m.kind = 'handed-in' and m.position = ${lastMarkOf('m.invoice_id')}`;
const BEGAN_AT = sql<Date>`(select began_at from hand_in_start)`;

/** Selects real documents; trials are handed in nowhere. Those whose years are over have no file any more. */
function realDocuments(db: Db | Tx) {
  return db.selectFrom('invoices as i').where('i.mode', '=', 'live').where('i.forgotten_at', 'is', null);
}

/** Selects documents that are to be handed in: `due` ones, or those from before the list. */
function openDocuments(db: Db | Tx, list: 'due' | 'before') {
  return realDocuments(db)
    .where(sql<boolean>`not (${IS_HANDED_IN})`)
    .where('i.created_at', list === 'due' ? '>=' : '<', BEGAN_AT);
}

/** By day of issue, and so by last day: the overdue ones come first. */
function byLastDay<Out>(query: SelectQueryBuilder<DB & { i: DB['invoices'] }, 'i', Out>) {
  return query.orderBy('i.issued_on').orderBy('i.series').orderBy('i.number');
}

const after = (cursor: string) =>
  sql<boolean>`(i.issued_on, i.series, i.number) > (select c.issued_on, c.series, c.number from invoices c where c.id = ${cursor})`;

/** Returns one page of a list, with the numbers of documents in all of them. */
export async function listHandIns(
  app: App,
  { list = 'due', cursor }: QueryOf<typeof contract>,
): Promise<HandIns> {
  if (app.eFactura === 'off') return NOTHING;
  const today = toBucharestDay(app.now());
  const rows = await listRows(app, list, cursor);
  const shown = rows.slice(0, PER_PAGE);
  const { count: unsentCount, unsent } = await readUnsent(app);
  return {
    mode: app.eFactura,
    documents: await toDocuments(app, shown, today),
    nextCursor: rows.length > PER_PAGE ? (shown.at(-1)?.id ?? null) : null,
    counts: { ...(await countHandIns(app.db, today)), trials: await countTrials(app) },
    onlyTrials: await hasOnlyTrials(app.db),
    sendings: { ...(await countSendings(app)), unsent: unsentCount },
    unsent,
    pause: await readPause(app),
    unknownYear: findUnknownYear(today),
  };
}

const NOTHING: HandIns = {
  mode: 'off',
  documents: [],
  nextCursor: null,
  counts: { due: 0, overdue: 0, before: 0, handedIn: 0, trials: 0 },
  onlyTrials: false,
  sendings: { sent: 0, rejected: 0, unsigned: 0, unsent: 0 },
  unsent: null,
  pause: null,
  unknownYear: null,
};

function listRows(app: App, list: HandInList, cursor: string | undefined): Promise<InvoiceRow[]> {
  if (list === 'handed-in') return listMarked(app.db, cursor);
  if (list === 'sent') return listAccepted(app, cursor);
  if (list === 'trials') return listTrials(app, cursor);
  return listOpen(app.db, list, { cursor, limit: PER_PAGE + 1 });
}

/** Returns documents that ANAF accepted, trials only from where this installation sends now; the newest first. */
async function listAccepted(app: App, cursor: string | undefined): Promise<InvoiceRow[]> {
  const query = app.db
    .selectFrom('efactura_sendings as s')
    .innerJoin('invoices as i', 'i.id', 's.invoice_id')
    .where('s.state', '=', 'accepted')
    .where('i.forgotten_at', 'is', null)
    .where((eb) => eb.or([eb('s.base', '=', 'live'), eb('s.base', '=', baseOf(app.eFactura))]))
    .selectAll('i')
    .orderBy('s.released_at', 'desc')
    .orderBy('s.invoice_id', 'desc')
    .limit(PER_PAGE + 1);
  const isLater = sql<boolean>`(s.released_at, s.invoice_id) < (
    select c.released_at, c.invoice_id from efactura_sendings c where c.invoice_id = ${cursor})`;
  return (cursor ? query.where(isLater) : query).execute();
}

/** Selects trials that are sent to where they are tried, or wait for a press, and are not accepted there. */
function openTrials({ db, eFactura }: App) {
  const base = baseOf(eFactura);
  return db
    .selectFrom('invoices as i')
    .leftJoin('efactura_sendings as s', 's.invoice_id', 'i.id')
    .where('i.mode', '<>', 'live')
    .where('i.forgotten_at', 'is', null)
    .where(sql<boolean>`${base === 'test' || base === 'stand-in'}`)
    .where(
      sql<boolean>`(s.base = ${base} and s.state <> 'accepted' or s.invoice_id is null and i.created_at >= ${BEGAN_AT})`,
    );
}

/** Returns open trials, the newest first. */
async function listTrials(app: App, cursor: string | undefined): Promise<InvoiceRow[]> {
  const query = openTrials(app)
    .selectAll('i')
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(PER_PAGE + 1);
  const isLater = sql<boolean>`(i.created_at, i.id) < (select c.created_at, c.id from invoices c where c.id = ${cursor})`;
  return (cursor ? query.where(isLater) : query).execute();
}

async function countTrials(app: App): Promise<number> {
  const { count } = await openTrials(app)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** True where there are documents, and all are trials. */
async function hasOnlyTrials(db: Db): Promise<boolean> {
  const any = await db.selectFrom('invoices').select('id').limit(1).executeTakeFirst();
  return any !== undefined && (await newestLiveInvoice(db)) === null;
}

/** Returns documents to be handed in, the overdue ones first. */
export function listOpen(
  db: Db | Tx,
  list: 'due' | 'before',
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<InvoiceRow[]> {
  const query = byLastDay(openDocuments(db, list).selectAll('i')).limit(limit);
  return (cursor ? query.where(after(cursor)) : query).execute();
}

/** Returns marked documents, the newest mark first. */
async function listMarked(db: Db, cursor: string | undefined): Promise<InvoiceRow[]> {
  const query = realDocuments(db)
    .innerJoin('hand_in_marks as m', 'm.invoice_id', 'i.id')
    .where(IS_IN_FORCE)
    .where(sql<boolean>`not (${isAccepted('i.id')})`)
    .selectAll('i')
    .orderBy('m.created_at', 'desc')
    .orderBy('m.invoice_id', 'desc')
    .limit(PER_PAGE + 1);
  const isLater = sql<boolean>`(m.created_at, m.invoice_id) < (
    select max(c.created_at), c.invoice_id from hand_in_marks c
    where c.invoice_id = ${cursor} and c.kind = 'handed-in' group by c.invoice_id)`;
  return (cursor ? query.where(isLater) : query).execute();
}

async function countHandIns(db: Db, today: string): Promise<Omit<HandIns['counts'], 'trials'>> {
  const isDue = sql`not h.yes and i.created_at >= ${BEGAN_AT}`;
  const { rows } = await sql<Omit<HandIns['counts'], 'trials'>>`
    select count(*) filter (where ${isDue}) as due,
      count(*) filter (where ${isDue} and i.issued_on <= ${latestOverdueIssue(today)}::date) as overdue,
      count(*) filter (where not h.yes and i.created_at < ${BEGAN_AT}) as before,
      count(*) filter (where h.yes and not (${isAccepted('i.id')})) as "handedIn"
    from ${realDocuments(db).select(['i.id', 'i.created_at', 'i.issued_on'])} i
    cross join lateral (select ${IS_HANDED_IN} as yes offset 0) h`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('no counts');
  return counts;
}

interface MarkInForce {
  readonly invoice_id: string;
  readonly anaf_index: string | null;
  readonly reason: string;
  readonly created_at: Date;
  readonly by: string | null;
}

/** Returns the marks in force of documents, by document. */
export async function marksInForce(
  db: Db | Tx,
  invoiceIds: readonly string[],
): Promise<Map<string, MarkInForce>> {
  const { rows } = await sql<MarkInForce>`
    select m.invoice_id, m.anaf_index, m.reason, m.created_at, u.email as by
    from hand_in_marks m left join users u on u.id = m.marked_by and u.deleted_at is null
    where m.invoice_id = any(${[...invoiceIds]}::text[]) and ${IS_IN_FORCE}`.execute(db);
  return new Map(rows.map((row) => [row.invoice_id, row]));
}

async function toDocuments(app: App, rows: readonly InvoiceRow[], today: string): Promise<HandInDocument[]> {
  const ids = rows.map(({ id }) => id);
  const marks = await marksInForce(app.db, ids);
  const sendings = await findSendings(app.db, ids);
  const described = await describeSendings(app, rows, sendings);
  const base = baseOf(app.eFactura);
  return rows.map((row) => {
    const mark = marks.get(row.id);
    return {
      id: row.id,
      name: invoiceName(row),
      kind: row.kind,
      orderId: row.order_id,
      gross: row.gross_bani / 100,
      issuedOn: row.issued_on,
      lastDay: lastDayToHandIn(row.issued_on),
      daysLeft: daysToHandIn(row.issued_on, today),
      isTrial: row.mode !== 'live',
      hasXml: row.xml_sha256 !== null,
      mark: mark
        ? { index: mark.anaf_index, reason: mark.reason, by: mark.by, at: mark.created_at.toISOString() }
        : null,
      mayMark: row.mode === 'live' && !mark && mayBeMarked(sendings.get(row.id) ?? null, base),
      sending: described.get(row.id) ?? null,
    };
  });
}

/** Returns due documents issued up to a day, the overdue ones first. */
export function listDueUntil(db: Db | Tx, issuedUntil: string): Promise<InvoiceRow[]> {
  return byLastDay(openDocuments(db, 'due').selectAll('i')).where('i.issued_on', '<=', issuedUntil).execute();
}

/** So many are marked at once, so that the list's lock is held for a moment. */
const MOST_AT_ONCE = 5000;

/**
 * Returns documents from before the list that are not handed in: the oldest of all, or those asked for. Leaves out those that the same press
 * has marked, though a later one took the mark back.
 */
export async function findOpenBefore(
  tx: Tx,
  { invoiceIds, key }: { invoiceIds: readonly string[] | null; key: string },
): Promise<InvoiceRow[]> {
  const open = byLastDay(openDocuments(tx, 'before').selectAll('i'))
    .limit(MOST_AT_ONCE)
    .where(
      sql<boolean>`(select count(*) from hand_in_marks m where m.invoice_id = i.id and m.request_key = ${key}) = 0`,
    );
  return (invoiceIds ? open.where('i.id', 'in', invoiceIds) : open).execute();
}

/** Returns how many of the documents are real ones from before the list. */
export async function countFromBefore(tx: Tx, invoiceIds: readonly string[]): Promise<number> {
  const { found } = await realDocuments(tx)
    .select(({ fn }) => fn.countAll<number>().as('found'))
    .where('i.created_at', '<', BEGAN_AT)
    .where('i.id', 'in', invoiceIds)
    .executeTakeFirstOrThrow();
  return Number(found);
}

/** Returns whether there are documents to be handed in, and whether all have their file. */
export async function readFilesState(
  db: Db,
  list: 'due' | 'before',
): Promise<{ count: number; isWhole: boolean }> {
  const { count, made } = await openDocuments(db, list)
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.count<number>('i.xml_sha256').as('made')])
    .executeTakeFirstOrThrow();
  return { count: Number(count), isWhole: Number(count) === Number(made) };
}
