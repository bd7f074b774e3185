import { openFiles } from '#server/adapters/files/open.ts';
import { lookAtPair, makePair } from '#server/admin/pair-installation.ts';
import { readConfig } from '#server/config.ts';
import { asOperator } from './operator.ts';

/**
 * `node tools/pair.ts`: what the database and the data folder say of each other; `--write` makes them a pair, whatever they say. For
 * those that a server refuses to start on although they belong together.
 */
const files = await openFiles(readConfig(), { isTool: true });
await asOperator(async (app) => {
  const pair = await lookAtPair({ ...app, files });
  console.log(
    `database: installation ${pair.row?.id ?? 'unknown'}, ${pair.hasUsers ? 'with' : 'no'} accounts`,
  );
  console.log(
    `data folder: installation ${pair.noteId ?? 'unknown'}, ${pair.hasFiles ? 'with' : 'no'} files`,
  );
  console.log(
    `of ${pair.named} files that the database names and that were looked for, ${pair.present} are there`,
  );
  if (!process.argv.includes('--write')) return;
  await makePair({ ...app, files }, pair);
  console.log('they are a pair now');
});
