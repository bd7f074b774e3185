import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { ColumnTypeNode, generate, IdentifierNode, PostgresDialect } from 'kysely-codegen';
import type { DB } from '#server/adapters/database/schema.ts';

const FOLDER = join(import.meta.dirname, '../../src/server/adapters/database');
export const MIGRATIONS = join(FOLDER, 'migrations');
export const TABLES_FILE = join(FOLDER, 'generated-tables.ts');

/** Returns the text of `generated-tables.ts` for the tables and views of a migrated database. */
export async function generateTables(db: Kysely<DB>): Promise<string> {
  // As `pool.ts` reads them: a day as it is written, int8 as a number.
  const dialect = new PostgresDialect({ dateParser: 'string' });
  // Read as a value, written as text. `column-types.ts` says what it holds.
  const text = new IdentifierNode('string');
  dialect.adapter.definitions.Json = new ColumnTypeNode(new IdentifierNode('unknown'), text, text);
  return generate({ db, dialect, typeMapping: { int8: 'number' }, outFile: null });
}
