import { severalAtOnce } from '#domain/several-at-once.ts';
import { isKey } from '#server/adapters/files/keys.ts';
import { openFiles } from '#server/adapters/files/open.ts';
import type { Files, ListedFile } from '#server/adapters/files/port.ts';
import { INSTALLATION_NOTE } from '#server/admin/pair-installation.ts';
import { readConfig } from '#server/config.ts';
import { FILE_FOLDERS } from '#server/photos/file-keys.ts';
import { sideBySide } from '#server/photos/stored-files/compare-files.ts';
import { copyDurably } from './backup/durable.ts';
import { Refusal } from './backup/folder.ts';
import { asTool } from './tool.ts';

/**
 * `npm run move-files -- --to-bucket` copies the stored files of DATA_DIR into the bucket of FILES_URL, `--to-folder` those of the bucket
 * into DATA_DIR: all that the other side lacks, so that it may be stopped, or killed, and begun again. Files are never changed under their
 * keys, and nothing is removed anywhere, so servers may work meanwhile; what they store during the copying comes along when it is called
 * once more after they have stopped. Then they are started with the other FILES_URL.
 */
const TOGETHER = 8;
const DIRECTIONS = ['--to-bucket', '--to-folder'];

await asTool(async () => {
  const [direction = '', ...rest] = process.argv.slice(2);
  if (!DIRECTIONS.includes(direction) || rest.length > 0)
    throw new Refusal('npm run move-files -- --to-bucket, or npm run move-files -- --to-folder');
  const config = readConfig();
  if (!config.FILES_URL) throw new Refusal('FILES_URL is empty: it names the bucket, for either direction.');
  const folder = await openFiles({ ...config, FILES_URL: null }, { isTool: true });
  const bucket = await openFiles(config, { isTool: true });
  try {
    const [from, to] = direction === '--to-bucket' ? [folder, bucket] : [bucket, folder];
    await refuseForeign(from, to);
    const { copied, bytes, kept } = await copyMissing(from, to);
    // Last: a server that is started before the first pass has ended finds no pair.
    if ((await to.sizeOf(INSTALLATION_NOTE)) === null)
      await copyOne({ key: INSTALLATION_NOTE }, { from, to });
    console.log(
      `move-files: ${copied} files copied (${(bytes / 1e6).toFixed(1)} MB), ${kept} were there already. Call it again once the servers have stopped.`,
    );
  } finally {
    await bucket.close();
    await folder.close();
  }
});

/** Where other files lie than these, or those of another installation, none is mixed in. */
async function refuseForeign(from: Files, to: Files): Promise<void> {
  const [mine, theirs] = [await idIn(from), await idIn(to)];
  if (mine === null)
    throw new Refusal(
      `There is no ${INSTALLATION_NOTE} beside the files: a server writes it at its first start.`,
    );
  if (theirs !== null && theirs !== mine)
    throw new Refusal(`The files of another installation (${theirs}) lie there. Nothing was copied.`);
  if (theirs === mine) return;
  for (const folder of FILE_FOLDERS)
    for await (const { key, named, stored } of sideBySide(from.list(folder), to.list(folder)))
      if (stored && !named) throw new Refusal(`Other files lie there, ${key} for one. Nothing was copied.`);
}

async function idIn(files: Files): Promise<string | null> {
  const note = await files.readWhole(INSTALLATION_NOTE);
  return note && (JSON.parse(note.toString()) as { id: string }).id;
}

async function copyMissing(from: Files, to: Files): Promise<{ copied: number; bytes: number; kept: number }> {
  const done = { copied: 0, bytes: 0, kept: 0 };
  for (const folder of FILE_FOLDERS) {
    await severalAtOnce(
      sideBySide(from.list(folder), to.list(folder)),
      TOGETHER,
      async ({ named, stored }) => {
        if (!named || !isKey(named.key)) return;
        if (stored?.bytes === named.bytes) {
          done.kept += 1;
          return;
        }
        if (!(await copyOne(named, { from, to }))) return;
        done.copied += 1;
        done.bytes += named.bytes;
      },
    );
  }
  return done;
}

/** False for one that was removed meanwhile. */
async function copyOne(
  { key, modifiedAt }: Pick<ListedFile, 'key'> & Partial<ListedFile>,
  { from, to }: { from: Files; to: Files },
): Promise<boolean> {
  try {
    await using source = await from.borrow(key);
    const temporary = to.temporaryPath();
    await copyDurably(source.path, temporary, modifiedAt && { modifiedAt });
    await to.keep(temporary, key);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'photos/file-missing') return false;
    throw error;
  }
}
