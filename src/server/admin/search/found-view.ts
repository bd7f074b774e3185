import { type RawBuilder, sql } from 'kysely';
import { toBucharestDay } from '#domain/language/time.ts';
import { readSearch, type SearchReading } from '#domain/payments/search/read-search.ts';
import type { App, Db } from '#server/app.ts';

/** Matches at most, each way to one counted: a wider search says that it is cut. */
const MOST = 1000;
/** Orders of one person that a name leads to, newest first. */
const MOST_OF_ONE = 100;

/** SQL: midnight in Bucharest of a day, or of one some days later. */
export function midnightOf(day: string, plus = 0): RawBuilder<unknown> {
  return sql`((${day}::date + ${plus}::int)::timestamp at time zone 'Europe/Bucharest')`;
}

interface Found {
  readonly ids: readonly string[];
  /** True where there were more matches than are looked at. */
  readonly isCut: boolean;
}

type Ids = RawBuilder<unknown>;

/** SQL: words of a buyer, as the indexes `checkouts_words` and `invoices_words` have them. */
function buyerWords(column: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`search_words(coalesce(${column} ->> 'firstName', '') || ' ' || coalesce(${column} ->> 'lastName', '') || ' '
    || coalesce(${column} ->> 'name', '') || ' ' || coalesce(${column} ->> 'cui', ''))`;
}
const BILLED_WORDS = buyerWords(sql`billing`);
const INVOICED_WORDS = buyerWords(sql`snapshot -> 'buyer'`);
/** As the index `users_words` has them. */
const ACCOUNT_WORDS = sql`search_words(coalesce(display_name, '') || ' ' || email)`;

type Deps = Pick<App, 'db' | 'now'>;

const readTyped = (search: string, { now }: Deps) => readSearch(search, toBucharestDay(now()));

/** Returns the orders that a typed text may mean: numbers, sums and days exactly, names by the start of each word. */
export async function findOrders(app: Deps, search: string): Promise<Found> {
  const reading = readTyped(search, app);
  return collect(app.db, [
    ...listOrderNames(search, reading),
    ...listOrderFacts(reading),
    ...(reading.words === null ? [] : listBuyerOrders(reading.words)),
  ]);
}

/**
 * Returns the accounts that a typed text may mean: by name, address, id or the day on which they were opened, and by numbers, buyers, sums and
 * days of their orders.
 */
export async function findUsers(app: Deps, search: string): Promise<Found> {
  const reading = readTyped(search, app);
  const orders = [...listOrderNames(search, reading), ...listOrderFacts(reading)];
  const { words, day } = reading;
  return collect(app.db, [
    sql`select id from users where id = ${search.trim().toLowerCase()}`,
    ...orders.map((ids) => sql`select user_id as id from orders where id in (${ids})`),
    ...(day === null ? [] : [listOpenedOn(day)]),
    ...(words === null
      ? []
      : [
          listAccounts(words),
          sql`select user_id as id from (select user_id from checkouts where ${BILLED_WORDS} @@ search_query(${words}) limit ${MOST}) billed`,
        ]),
  ]);
}

/**
 * The database goes through the branches in turn and ends at the limit, so the dearest stand last: an index of words gathers all matches of a
 * name that very many have before it gives the first.
 */
async function collect(db: Db, branches: readonly Ids[]): Promise<Found> {
  const all = sql.join(
    branches.map((branch) => sql`(${branch})`),
    sql` union all `,
  );
  const { rows } = await sql<{ id: string }>`select id from (${all}) matches limit ${MOST}`.execute(db);
  return { ids: [...new Set(rows.map(({ id }) => id))], isCut: rows.length >= MOST };
}

/** SQL for each name of an order itself: its id, its number, the provider's, its invoices'. */
function listOrderNames(search: string, { orderNumber, invoices }: SearchReading): Ids[] {
  const typed = search.trim();
  const names = invoices.map(({ series, number }) => sql`(${series}, ${number}::bigint)`);
  return [
    sql`select id from orders where id = ${typed.toLowerCase()}`,
    sql`select id from orders where provider_id = ${typed}`,
    ...(orderNumber === null ? [] : [sql`select id from orders where number = ${orderNumber}`]),
    ...(names.length === 0
      ? []
      : [sql`select order_id as id from invoices where (series, number) in (${sql.join(names)})`]),
  ];
}

/** SQL: accounts by the words of name and address; an address itself by its start. */
function listAccounts(words: string): Ids {
  const [local = '', domain] = words.split('@');
  const isMeant = domain === undefined ? sql`true` : sql`starts_with(email, ${words.toLowerCase()})`;
  return sql`select id from users where ${ACCOUNT_WORDS} @@ search_query(${local}) and ${isMeant} limit ${MOST}`;
}

/** SQL: accounts that were opened on a day. */
function listOpenedOn(day: string): Ids {
  return sql`select id from users where deleted_at is null and created_at >= ${midnightOf(day)} and created_at < ${midnightOf(day, 1)}
    order by created_at desc limit ${MOST}`;
}

/** SQL: orders by the words of their account, then of what their buyers are billed as. */
function listBuyerOrders(words: string): Ids[] {
  const ofAccounts = sql`select o.id from (${listAccounts(words)}) named
    cross join lateral (select id from orders where user_id = named.id order by created_at desc limit ${MOST_OF_ONE}) o
    limit ${MOST}`;
  if (words.includes('@')) return [ofAccounts];
  return [
    ofAccounts,
    sql`select o.id from (select id from checkouts where ${BILLED_WORDS} @@ search_query(${words}) limit ${MOST}) billed
      join orders o on o.checkout_id = billed.id`,
    sql`select order_id as id from (select order_id from invoices where replaces is not null and ${INVOICED_WORDS} @@ search_query(${words}) limit ${MOST}) invoiced`,
  ];
}

/** SQL for the sum of an order, and for the day on which it was made or paid. */
function listOrderFacts({ amountBani, day }: SearchReading): Ids[] {
  const onDay = (column: RawBuilder<unknown>, of: string) =>
    sql`select id from orders where ${column} >= ${midnightOf(of)} and ${column} < ${midnightOf(of, 1)}
      order by ${column} desc limit ${MOST}`;
  return [
    ...(amountBani === null
      ? []
      : [
          sql`select id from orders where amount_bani = ${amountBani} order by created_at desc, id desc limit ${MOST}`,
        ]),
    ...(day === null ? [] : [onDay(sql`created_at`, day), onDay(sql`paid_at`, day)]),
  ];
}
