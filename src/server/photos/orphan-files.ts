import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '#server/app.ts';
import { idsWithFiles } from '#server/photos/stored-files-view.ts';
import { unfinishedUploads } from '#server/photos/upload-store.ts';
import { deleteAvatarFile } from '#server/users/profile/avatar.ts';
import { avatarOwners } from '#server/users/profile/profile-store.ts';

/** Files that no row names: what a crash left between a file and its row. */
type Deps = Pick<App, 'db' | 'files' | 'change' | 'log'>;

/** A folder of which so much has no row that it stays: the rows may be those of another folder, or of another day. */
export interface Held {
  readonly folder: string;
  readonly orphans: number;
  readonly files: number;
}

const FEW = 100;
const SHARE = 0.01;

/** True for as few orphans as crashes leave. More than that goes only by an admin's hand. */
export function isLittle(orphans: number, files: number): boolean {
  return orphans <= Math.max(FEW, files * SHARE);
}

interface Found {
  readonly key: string;
  readonly modifiedAt: Date;
}

interface Folder {
  readonly name: string;
  readonly files: AsyncIterable<Found>;
  isNamed(key: string): boolean;
  remove(key: string): Promise<unknown>;
}

const STORED = {
  results: ['results'],
  originals: ['photos'],
  thumbnails: ['photos', 'results'],
  proxies: ['photos'],
  masks: ['cutouts'],
  exports: ['data_exports'],
} as const;

/** Removes orphans older than an instant; in a folder that has too many none, unless `all` is asked for. */
export async function removeOrphanFiles(
  app: Deps,
  uploadFolder: string,
  { before, all = false }: { before: Date; all?: boolean },
): Promise<{ removed: number; held: readonly Held[] }> {
  let removed = 0;
  const held: Held[] = [];
  for (const folder of folders(app, uploadFolder)) {
    const { name, isNamed, files, remove } = await folder();
    const orphans: string[] = [];
    let count = 0;
    for await (const { key, modifiedAt } of files) {
      count += 1;
      if (!isNamed(key) && modifiedAt < before) orphans.push(key);
    }
    if (all || isLittle(orphans.length, count)) {
      for (const key of orphans) await remove(key);
      removed += orphans.length;
    } else held.push({ folder: name, orphans: orphans.length, files: count });
  }
  if (held.length > 0) app.log.error({ held }, 'too many files have no row: none of them is removed');
  return { removed, held };
}

/** One after the other: the names of one are in memory at a time. */
function folders(app: Deps, uploadFolder: string): (() => Promise<Folder>)[] {
  const stored = Object.entries(STORED).map(([name, owners]) => async () => {
    const named = new Set((await Promise.all(owners.map((owner) => idsWithFiles(app.db, owner)))).flat());
    return {
      name,
      files: app.files.list(name),
      isNamed: (key: string) => named.has(key.slice(name.length + 1).replace(/\.\w+$/, '')),
      remove: (key: string) => app.files.remove([key]),
    };
  });
  return [...stored, () => avatars(app), () => uploads(app, uploadFolder)];
}

async function avatars(app: Deps): Promise<Folder> {
  const named = new Set(await avatarOwners(app.db));
  const ownerOf = (key: string) => key.split('/')[1] ?? '';
  return {
    name: 'users',
    files: app.files.list('users'),
    isNamed: (key) => named.has(ownerOf(key)),
    remove: (key) => deleteAvatarFile(app, ownerOf(key)),
  };
}

/** Files that a crash or a failing disk left of uploads that are over. */
async function uploads({ db }: Deps, folder: string): Promise<Folder> {
  const open = new Set((await unfinishedUploads(db)).map(({ id }) => id));
  return {
    name: 'uploads',
    files: filesIn(folder),
    isNamed: (name) => open.has(name.replace(/\.json$/, '')),
    remove: (name) => rm(join(folder, name), { force: true }),
  };
}

async function* filesIn(folder: string): AsyncIterable<Found> {
  for (const key of await readdir(folder).catch(() => [])) {
    const found = await stat(join(folder, key)).catch(() => null);
    if (found) yield { key, modifiedAt: found.mtime };
  }
}
