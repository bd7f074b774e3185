import { openDatabase } from '#server/adapters/database/pool.ts';
import { diskFiles } from '#server/adapters/files/disk.ts';
import { verify } from '#server/admin/verify.ts';
import { readConfig } from '#server/config.ts';
import { databaseOf, silent } from './data-folder.ts';

/**
 * `npm run verify`: checks every invariant of the database and the files, beside a running server or without one.
 * `--deep` reads every file; `--strict` forgives no file without a row, however young. Exit status 1 when anything is broken.
 */
const { DATA_DIR, DATABASE_URL } = readConfig();
const { url, stop } = await databaseOf(DATA_DIR, DATABASE_URL);
const { db, close } = openDatabase(url, silent);
const deep = process.argv.includes('--deep');
const orphanGraceMs = process.argv.includes('--strict') ? 0 : 86_400_000;
const files = await diskFiles(DATA_DIR, { keepTemporary: true });
const violations = await verify({ db, files }, { orphanGraceMs, deep });
await close();
await stop();
for (const { rule, rows } of violations) console.log(`broken: ${rule}\n  ${rows.join('\n  ')}`);
console.log(
  violations.length === 0 ? 'verify: everything holds' : `verify: ${violations.length} rules broken`,
);
process.exitCode = violations.length === 0 ? 0 : 1;
