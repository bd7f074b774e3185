import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { createHostedStorage } from '#server/adapters/hosted-storage/create.ts';
import { startQueue } from '#server/adapters/queue/pg-boss.ts';
import type { Counts } from '#server/admin/import/import-sales.ts';
import { importUsers } from '#server/admin/import/import-users.ts';
import { readConfig } from '#server/config.ts';
import { KEEP_IMPORTED_PHOTO } from '#server/users/profile/keep-imported-photo.ts';
import { silent } from './data-folder.ts';
import { asOperator } from './operator.ts';

/** node tools/import-users.ts EXPORT.json [--write] [--keep-admins]: a dry run without --write. Exit status 1: a document was refused. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean', default: false },
    'dry-run': { type: 'boolean', default: false },
    'keep-admins': { type: 'boolean', default: false },
  },
});
const dryRun = !values.write || values['dry-run'];
const json: unknown = JSON.parse(await readFile(positionals[0] ?? '', 'utf8'));
const hostedStorage = createHostedStorage(readConfig().HOSTED_STORAGE_URL);
const report = await asOperator(async (app, url) => {
  // The server carries out what is sent here, at once or when it is started.
  const names = [KEEP_IMPORTED_PHOTO.name];
  const queue = await startQueue(url, names, { log: silent, isWorker: false, connections: 1 });
  try {
    const options = { dryRun, keepAdmins: values['keep-admins'] };
    return await importUsers({ ...app, queue, hostedStorage }, json, options);
  } finally {
    await queue.stop();
  }
});
for (const { uid, field, reason, refused } of report.problems)
  console.log(`${uid}: ${field}: ${reason} (${refused ? 'document refused' : 'field left out'})`);
const said = ({ imported, alreadyHere, refused }: Counts) =>
  `${imported} imported, ${alreadyHere} already here, ${refused} refused`;
console.log(
  [
    dryRun ? 'Dry run, nothing was written. With --write it would be:' : 'Written:',
    `  users: ${said(report)}`,
    `  creditPackages: ${said(report.creditPackages)}`,
    `  creditPurchases: ${said(report.creditPurchases)}`,
  ].join('\n'),
);
process.exitCode = report.problems.some(({ refused }) => refused) ? 1 : 0;
