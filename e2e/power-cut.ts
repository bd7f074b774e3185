import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Synced } from './record-syncs.ts';

const run = promisify(execFile);
const SIZE_MB = 96;
/** EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH: from now on nothing more reaches the device. */
const SHUT_DOWN =
  'open(F,"<",$ARGV[0]) or die $!; my $how=pack("L",2); ioctl(F,0x8004587d,$how) or die "ioctl: $!"';

/** A folder that loses in `cut()` whatever a power cut would take from it. */
export interface FragileFolder {
  readonly path: string;
  /** For the program that writes there. */
  readonly env: Readonly<Record<string, string>>;
  cut(): Promise<void>;
  remove(): Promise<void>;
}

/** A file system of its own on a loop device. Null where this user or machine cannot have one. */
export async function realDisk(): Promise<FragileFolder | null> {
  const home = await mkdtemp(join(tmpdir(), 'fotolot-disk-'));
  const image = join(home, 'image');
  const path = join(home, 'mounted');
  const mount = () => run('mount', ['-o', 'loop', image, path]);
  const remove = async () => {
    await run('umount', [path]).catch(() => {});
    await rm(home, { recursive: true, force: true });
  };
  try {
    await mkdir(path);
    await writeFile(image, '');
    await truncate(image, SIZE_MB * 1_000_000);
    await run('mkfs.ext4', ['-q', image]);
    await mount();
  } catch {
    await remove();
    return null;
  }
  const cut = async () => {
    await run('perl', ['-e', SHUT_DOWN, path]);
    await run('umount', [path]);
    await mount();
  };
  return { path, env: {}, cut, remove };
}

/** For everybody else: what the program did not sync is taken away afterwards. Sees no write after a file's last sync that kept its size. */
export async function forgetfulFolder(): Promise<FragileFolder> {
  const home = await mkdtemp(join(tmpdir(), 'fotolot-disk-'));
  const path = join(home, 'folder');
  const log = join(home, 'syncs');
  await mkdir(path);
  await writeFile(log, '');
  const preload = join(import.meta.dirname, 'record-syncs.ts');
  const cut = async () => {
    const lines = (await readFile(log, 'utf8')).trim().split('\n').filter(Boolean);
    const synced = new Map(lines.map((line) => JSON.parse(line) as Synced).map((each) => [each.inode, each]));
    await lose(path, synced);
  };
  return {
    path,
    env: { NODE_OPTIONS: `--import=${preload}`, SYNC_LOG: log },
    cut,
    remove: () => rm(home, { recursive: true, force: true }),
  };
}

async function lose(folder: string, synced: ReadonlyMap<number, Synced>): Promise<void> {
  const { names } = synced.get((await stat(folder)).ino) ?? {};
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (!names?.includes(entry.name)) await rm(path, { recursive: true });
    else if (entry.isDirectory()) await lose(path, synced);
    else
      await truncate(path, Math.min(synced.get((await stat(path)).ino)?.size ?? 0, (await stat(path)).size));
  }
}
