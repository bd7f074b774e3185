import { Readable } from 'node:stream';
import { type SqlBool, sql } from 'kysely';
import type { downloadOrders } from '#contract/admin/admin-orders.ts';
import type { downloadUsers } from '#contract/admin/admin-users.ts';
import type { QueryOf } from '#contract/route.ts';
import { buildCsv, buildTextCell } from '#domain/language/csv.ts';
import { orderStateLabel } from '#domain/language/order-sentences.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import type { BillingDetails } from '#domain/payments/billing.ts';
import { PLAN_LABELS } from '#domain/plans/plan.ts';
import { asListedOrder, listedOrderRows } from '#server/admin/order-list-view.ts';
import { buildOrderFilter } from '#server/admin/search/order-filter-view.ts';
import { buildUserFilter } from '#server/admin/search/user-filter-view.ts';
import { asListedUser, selectListedUsers } from '#server/admin/users/user-list-view.ts';
import type { App, User } from '#server/app.ts';
import type { Download } from '#server/http/files/send-file.ts';
import { recordAudit } from '#server/users/admins/audit-log-store.ts';

/** Rows that are in memory at once. */
const ROWS_AT_ONCE = 1000;

const ORDER_COLUMNS = [
  'comandă',
  'plata NETOPIA',
  'factură',
  'făcută',
  'plătită',
  'stare',
  'ce',
  'lei',
  'email',
  'client',
  'CUI',
];
const USER_COLUMNS = [
  'email',
  'nume',
  'cont din',
  'ultima intrare',
  'plan',
  'credite',
  'admin',
  'suspendat din',
];

/** Returns the orders of a choice as a download that is read while it is sent. */
export async function openOrdersCsv(
  app: App,
  admin: User,
  filter: QueryOf<typeof downloadOrders>,
): Promise<Download> {
  await recordDownload(app, admin, 'orders');
  return toDownload(`Comenzi-${toBucharestDay(app.now())}.csv`, orderLines(app, filter));
}

/** Returns the accounts of a choice as a download that is read while it is sent. */
export async function openUsersCsv(
  app: App,
  admin: User,
  filter: QueryOf<typeof downloadUsers>,
): Promise<Download> {
  await recordDownload(app, admin, 'users');
  return toDownload(`Conturi-${toBucharestDay(app.now())}.csv`, userLines(app, filter));
}

/** Personal data leave the system: who took them is written down before the first byte. */
async function recordDownload(app: App, admin: User, list: 'orders' | 'users'): Promise<void> {
  await app.change(({ tx }) => recordAudit(tx, app, { admin, kind: 'list-downloaded', details: { list } }));
}

function toDownload(fileName: string, lines: AsyncIterable<string>): Download {
  return { fileName, mediaType: 'text/csv; charset=utf-8', length: null, body: Readable.from(lines) };
}

async function* orderLines(app: App, filter: QueryOf<typeof downloadOrders>): AsyncGenerator<string> {
  yield buildCsv([ORDER_COLUMNS.map(buildTextCell)]);
  const { isMeant } = await buildOrderFilter(app, filter);
  const all = listedOrderRows(app.db)
    .leftJoin('checkouts', 'checkouts.id', 'orders.checkout_id')
    .select('checkouts.billing')
    .select(
      sql<
        string | null
      >`(select string_agg(i.series || lpad(i.number::text, 4, '0'), ' ' order by i.created_at)
        from invoices i where i.order_id = orders.id)`.as('invoices'),
    )
    .where(isMeant)
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(ROWS_AT_ONCE);
  for (let last: string | undefined; ; ) {
    const rows = await all.where(isAfter('orders', last)).execute();
    if (rows.length > 0) yield withoutMark(buildCsv(rows.map(buildOrderCells)));
    last = rows.at(-1)?.id;
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

type OrderLine = Parameters<typeof asListedOrder>[0] & {
  billing: BillingDetails | Record<string, never> | null;
  invoices: string | null;
};

function buildOrderCells(row: OrderLine): string[] {
  const order = asListedOrder(row);
  const { name, cui } = readBuyer(row.billing);
  return [
    buildTextCell(order.number),
    buildTextCell(order.providerId ?? ''),
    buildTextCell(row.invoices ?? ''),
    toBucharestDay(row.created_at),
    row.paid_at ? toBucharestDay(row.paid_at) : '',
    buildTextCell(orderStateLabel(order.state, order.waitsFor)),
    buildTextCell(order.name),
    order.price.toFixed(2).replace('.', ','),
    buildTextCell(order.email),
    buildTextCell(name),
    buildTextCell(cui),
  ];
}

/** Returns empty texts once billing details are not kept any more. */
function readBuyer(billing: OrderLine['billing']): { name: string; cui: string } {
  if (!billing || !('kind' in billing)) return { name: '', cui: '' };
  if (billing.kind === 'firm') return { name: billing.name, cui: billing.cui };
  return { name: `${billing.firstName} ${billing.lastName}`, cui: '' };
}

async function* userLines(app: App, filter: QueryOf<typeof downloadUsers>): AsyncGenerator<string> {
  yield buildCsv([USER_COLUMNS.map(buildTextCell)]);
  const { isMeant } = await buildUserFilter(app, filter);
  const all = selectListedUsers(app.db)
    .where(isMeant)
    .orderBy('users.created_at', 'desc')
    .orderBy('users.id', 'desc')
    .limit(ROWS_AT_ONCE);
  for (let last: string | undefined; ; ) {
    const rows = await all.where(isAfter('users', last)).execute();
    const users = rows.map((row) => asListedUser(row, app.now()));
    if (users.length > 0) yield withoutMark(buildCsv(users.map(buildUserCells)));
    last = rows.at(-1)?.id;
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

function buildUserCells(user: ReturnType<typeof asListedUser>): string[] {
  const dayOf = (at: string | null) => (at ? toBucharestDay(new Date(at)) : '');
  return [
    buildTextCell(user.email),
    buildTextCell(user.displayName ?? ''),
    dayOf(user.createdAt),
    dayOf(user.lastLoginAt),
    PLAN_LABELS[user.plan],
    user.credits === -1 ? 'nelimitate' : String(user.credits),
    user.role === 'admin' ? 'da' : '',
    dayOf(user.suspendedAt),
  ];
}

/** SQL: rows that come after one in the order of the lists; all of them without one. */
function isAfter(table: 'orders' | 'users', id: string | undefined) {
  if (id === undefined) return sql<SqlBool>`true`;
  const of = sql.table(table);
  return sql<SqlBool>`(${of}.created_at, ${of}.id) < (select l.created_at, l.id from ${of} l where l.id = ${id})`;
}

/** The mark stands once, before the heads of the columns. */
function withoutMark(csv: string): string {
  return csv.slice(1);
}
