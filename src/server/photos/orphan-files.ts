import type { Uploads } from '#server/adapters/files/port.ts';
import type { App } from '#server/app.ts';
import { FILE_FOLDERS, type FileFolder } from '#server/photos/file-keys.ts';
import { removeEach } from '#server/photos/remove-files.ts';
import { compareFiles } from '#server/photos/stored-files/compare-files.ts';
import { unfinishedUploads } from '#server/photos/upload-store.ts';

/** Orphans: files that no row names, left by a crash between a file and its row. */
type OrphanContext = Pick<App, 'db' | 'files' | 'log'>;

/** A folder with so many orphans that none is removed: the rows may be those of another folder or another day. */
export interface HeldFolder {
  readonly folder: string;
  readonly orphans: number;
  readonly files: number;
}

const FEW = 100;
const SHARE = 0.01;
/** No archive takes that long; before that, another process may be writing it. */
const DAY_MS = 24 * 3_600_000;

/** True for as few orphans as crashes leave. Only an admin may remove more. */
export function isLittle(orphans: number, files: number): boolean {
  return orphans <= Math.max(FEW, files * SHARE);
}

/**
 * Removes orphans older than an instant; none from a folder that has too many, unless `all`. Returns how many, and the folders left alone.
 */
export async function removeOrphanFiles(
  app: OrphanContext,
  uploads: Uploads,
  { before, all = false }: { before: Date; all?: boolean },
): Promise<{ removed: number; held: readonly HeldFolder[] }> {
  let removed = 0;
  const held: HeldFolder[] = [];
  for (const folder of [
    ...FILE_FOLDERS.map((name) => openStoredFolder(app, name)),
    openUploadsFolder(app, uploads),
  ]) {
    const orphans: string[] = [];
    let files = 0;
    for await (const { key, isNamed, modifiedAt } of folder.files) {
      files += 1;
      if (!isNamed && modifiedAt < before) orphans.push(key);
    }
    if (all || isLittle(orphans.length, files)) {
      removed += (await removeEach(app.log, orphans, folder.remove)).length;
    } else held.push({ folder: folder.name, orphans: orphans.length, files });
  }
  const longBefore = new Date(before.getTime() - DAY_MS);
  for (const name of FILE_FOLDERS) removed += await app.files.removeUnfinished(name, longBefore);
  if (held.length > 0) app.log.error({ held }, 'too many files have no row: none of them is removed');
  return { removed, held };
}

interface Folder {
  readonly name: string;
  readonly files: AsyncIterable<Found>;
  readonly remove: (key: string) => Promise<unknown>;
}

interface Found {
  readonly key: string;
  readonly isNamed: boolean;
  readonly modifiedAt: Date;
}

function openStoredFolder(app: OrphanContext, name: FileFolder): Folder {
  const files = async function* () {
    for await (const { key, named, stored } of compareFiles(app, name))
      if (stored) yield { key, isNamed: named !== null, modifiedAt: stored.modifiedAt };
  };
  return { name, files: files(), remove: (key) => app.files.remove([key]) };
}

/** Lists uploads that are over and that a crash or a failing disk left. */
function openUploadsFolder({ db }: OrphanContext, uploads: Uploads): Folder {
  const files = async function* () {
    const open = new Set((await unfinishedUploads(db)).map(({ id }) => id));
    for await (const { photoId, modifiedAt } of uploads.list())
      yield { key: photoId, isNamed: open.has(photoId), modifiedAt };
  };
  return { name: 'uploads', files: files(), remove: (photoId) => uploads.remove(photoId) };
}
