import { splitStatements } from '#server/adapters/database/migration-files.ts';

/** A name as migrations write it. */
const NAME = '[a-z_][a-z0-9_.]*';
/** What old code bears and no request waits for, whatever it names. */
const EXPANDING = [
  /^create table /,
  /^create (or replace )?(view|function|procedure|sequence) /,
  /^create (type|extension|schema) /,
  /^create statistics /,
  /^alter type \S+ add value /,
  /^comment on /,
  /^grant /,
  /^insert into /,
  /^select setval\(/,
];
/** What may be done to a table that was there before. */
const EXPANDING_ACTIONS = [
  /^alter (column )?\S+ set default /,
  /^alter (column )?\S+ drop not null$/,
  /^alter (column )?\S+ set statistics /,
  /^validate constraint /,
  /^set \(/,
];
/** Functions whose result differs from row to row: as a default of a new column they rewrite the whole table. */
const VOLATILE = /\b(random|gen_random_uuid|clock_timestamp|nextval|timeofday)\s*\(/;

/**
 * Returns what in a migration old code may not bear, or requests have to wait for: drops, renames, new duties of columns, rewrites, indexes
 * that are built under a lock. Empty for a migration that only expands the schema. What is not known to be harmless is named too.
 */
export function listContractingChanges(sql: string, { isConcurrent }: { isConcurrent: boolean }): string[] {
  const statements = splitStatements(sql).map((text) => text.replaceAll(/\s+/g, ' ').toLowerCase());
  if (isConcurrent) return notConcurrent(statements);
  const made = new Set(
    statements.flatMap(
      (each) => new RegExp(`^create table (?:if not exists )?(${NAME})`).exec(each)?.[1] ?? [],
    ),
  );
  return statements.filter((each) => !isExpanding(each, made));
}

function isExpanding(statement: string, made: ReadonlySet<string>): boolean {
  if (EXPANDING.some((form) => form.test(statement))) return true;
  const [, index] =
    new RegExp(`^create (?:unique )?index (?!concurrently).*? on (${NAME})`).exec(statement) ?? [];
  const [, trigger] = new RegExp(`^create (?:constraint )?trigger .*? on (${NAME})`).exec(statement) ?? [];
  const [, table, actions] =
    new RegExp(`^alter table (?:if exists )?(?:only )?(${NAME}) (.*)$`).exec(statement) ?? [];
  const [, written] = new RegExp(`^(?:update|delete from) (?:only )?(${NAME})`).exec(statement) ?? [];
  const named = index ?? trigger ?? table ?? written;
  if (named !== undefined && made.has(named)) return true;
  return actions !== undefined && splitActions(actions).every(isExpandingAction);
}

function isExpandingAction(action: string): boolean {
  if (EXPANDING_ACTIONS.some((form) => form.test(action))) return true;
  const [, column] =
    /^add (?:column )?(?:if not exists )?(?!constraint |check |primary |unique |foreign |exclude )(.*)$/.exec(
      action,
    ) ?? [];
  if (column === undefined) return false;
  if (/\b(primary key|unique|generated|serial|bigserial|identity)\b/.test(column)) return false;
  const [, value] = / default (.*)$/.exec(column) ?? [];
  if (value !== undefined) return !VOLATILE.test(value);
  return !/ not null\b/.test(column.replace(/check \(.*\)/, ''));
}

/** Fills in rows in steps, each committed: no request waits longer than for one step. */
const FILL =
  /^do \$\$ (?!.*\b(alter|drop|create|truncate|lock|delete)\b).* update .*\bcommit; end loop; end \$\$$/;

/** Fills, and indexes, each removed first: one that broke off is left behind, is kept up and serves no query. */
function notConcurrent(statements: readonly string[]): string[] {
  return statements.filter((statement, at) => {
    if (FILL.test(statement)) return false;
    const [, dropped] = new RegExp(`^drop index concurrently if exists (${NAME})$`).exec(statement) ?? [];
    if (dropped !== undefined)
      return !new RegExp(`^create (unique )?index concurrently ${dropped} on `).test(
        statements[at + 1] ?? '',
      );
    const [, made] = new RegExp(`^create (?:unique )?index concurrently (${NAME}) on `).exec(statement) ?? [];
    return made === undefined || statements[at - 1] !== `drop index concurrently if exists ${made}`;
  });
}

/** At commas outside of brackets and quotes. */
function splitActions(actions: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const [part] of actions.matchAll(/'(?:[^']|'')*'|[\s\S]/g)) {
    if (part === '(') depth += 1;
    if (part === ')') depth -= 1;
    if (part === ',' && depth === 0) parts.push('');
    else parts.push((parts.pop() ?? '') + part);
  }
  return parts.map((each) => each.trim());
}
