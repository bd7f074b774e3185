import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILE_NAME = /^\d{4}-[a-z0-9-]+\.sql$/;
/** From here on a migration says which code bears it; earlier ones are borne by code that has them. */
export const FIRST_THAT_SAYS = '0046';
const ANY_CODE = '0000';

export interface MigrationFile {
  readonly name: string;
  readonly sql: string;
  readonly sha256: string;
  /** Number of the newest migration that code must have to work on the changed schema; null: code must have this very one. */
  readonly oldestCode: string | null;
  /** True: each statement is carried out by itself, outside a transaction, and may be carried out again. */
  readonly isConcurrent: boolean;
}

export function getMigrationNumber(name: string): string {
  return name.slice(0, 4);
}

/** Reads a folder's migrations in the order of their numbers. Throws for a name that is none and for a number that is there twice. */
export async function readMigrations(folder: string): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const files: MigrationFile[] = [];
  for (const name of names) {
    if (!FILE_NAME.test(name)) throw new Error(`The migration ${name} is not named NNNN-what-it-does.sql.`);
    if (files.at(-1)?.name.slice(0, 4) === name.slice(0, 4))
      throw new Error(`Two migrations have the number ${name.slice(0, 4)}.`);
    // A checkout on Windows may turn the line ends; the content is the same.
    const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
    const sha256 = createHash('sha256').update(sql).digest('hex');
    files.push({ name, sql, sha256, ...saidInHead(name, sql) });
  }
  return files;
}

/** What the comments at the head of a migration say of it. */
export function saidInHead(name: string, sql: string): Pick<MigrationFile, 'oldestCode' | 'isConcurrent'> {
  const head = sql.slice(0, sql.search(/^(?!--|\s*$)/m));
  const [, needed] = /^-- contract: needs code from (\d{4})$/m.exec(head) ?? [];
  const saysSo = getMigrationNumber(name) >= FIRST_THAT_SAYS;
  return {
    oldestCode: needed ?? (saysSo ? ANY_CODE : null),
    isConcurrent: /^-- concurrently$/m.test(head),
  };
}

/** The statements of a migration, without its comments. Texts in quotes and the bodies of functions stay whole. */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let statement = '';
  const parts = sql.matchAll(
    /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|;|[^'"$;/-]+|[\s\S]/g,
  );
  for (const [part] of parts) {
    if (part.startsWith('--') || part.startsWith('/*')) continue;
    if (part === ';') {
      statements.push(statement.trim());
      statement = '';
    } else statement += part;
  }
  return [...statements, statement.trim()].filter((each) => each !== '');
}
