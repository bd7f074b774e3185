import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Synced } from './record-syncs.ts';

const run = promisify(execFile);
const UNMOUNT_TRIES = 300;
/** EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH: from now on nothing more reaches the device. */
const SHUT_DOWN =
  'open(F,"<",$ARGV[0]) or die $!; my $how=pack("L",2); ioctl(F,0x8004587d,$how) or die "ioctl: $!"';

/** A folder that loses in `cut()` whatever a power cut would take from it. */
export interface FragileFolder {
  readonly path: string;
  /** For the program that writes there. */
  readonly env: Readonly<Record<string, string>>;
  /** `end` ends what still writes there: it goes on writing for a while after the power is gone. */
  cut(end?: () => Promise<void>): Promise<void>;
  remove(): Promise<void>;
}

/** A file system of its own on a loop device. Null where this user or machine cannot have one. */
export async function realDisk(sizeMb = 96): Promise<FragileFolder | null> {
  const home = await mkdtemp(join(tmpdir(), 'fotolot-disk-'));
  // Under root, PostgreSQL runs as another user, who must be able to pass.
  await chmod(home, 0o711);
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
    await truncate(image, sizeMb * 1_000_000);
    await run('mkfs.ext4', ['-q', image]);
    await mount();
  } catch {
    await remove();
    return null;
  }
  const cut = async (end = async () => {}) => {
    await run('perl', ['-e', SHUT_DOWN, path]);
    await end();
    await unmount();
    await mount();
  };
  /** Processes that were killed hold it for a moment longer. */
  const unmount = async () => {
    for (let tries = 1; ; tries++) {
      const failure = await run('umount', [path]).then(
        () => null,
        (error: unknown) => error,
      );
      if (failure === null) return;
      if (tries === UNMOUNT_TRIES) throw failure;
      await wait(100);
    }
  };
  return { path, env: {}, cut, remove };
}

/** Without such a disk: takes away afterwards what was not synced. Misses writes after a file's last sync that kept its size. */
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
