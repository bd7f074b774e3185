import { openDatabase } from '#server/adapters/database/pool.ts';
import { openFiles } from '#server/adapters/files/open.ts';
import { openUploads } from '#server/adapters/files/uploads/open.ts';
import { findViolations } from '#server/admin/verify/verify.ts';
import { directUrl, readConfig } from '#server/config.ts';
import { removeOrphanFiles } from '#server/photos/orphan-files.ts';
import { getDatabaseUrl, silent } from './data-folder.ts';

/**
 * `npm run verify`: checks every invariant of the database and the files, beside a running server or without one.
 * `--deep` reads every file; `--strict` forgives no file without a row, however young; `--sweep` first removes all files older than an
 * hour that have no row, also where the daily cleanup lets them lie because they are many. Exit status 1 when anything is broken.
 */
const HOUR_MS = 3_600_000;
const config = readConfig();
const { DATA_DIR } = config;
const { url, stop } = await getDatabaseUrl(DATA_DIR, directUrl(config));
const { db, close } = openDatabase(url, silent);
const deep = process.argv.includes('--deep');
const orphanGraceMs = process.argv.includes('--strict') ? 0 : 24 * HOUR_MS;
const files = await openFiles(config, { isTool: true });
if (process.argv.includes('--sweep')) {
  const app = { db, files, log: silent };
  const before = new Date(Date.now() - HOUR_MS);
  const uploads = await openUploads(config, files);
  const { removed } = await removeOrphanFiles(app, uploads, { before, all: true });
  uploads.close();
  console.log(`${removed} files without a row were removed`);
}
const violations = await findViolations({ db, files }, { orphanGraceMs, deep });
await files.close();
await close();
await stop();
for (const { rule, rows } of violations) console.log(`broken: ${rule}\n  ${rows.join('\n  ')}`);
console.log(
  violations.length === 0 ? 'verify: everything holds' : `verify: ${violations.length} rules broken`,
);
process.exitCode = violations.length === 0 ? 0 : 1;
