import { existsSync } from 'node:fs';
import { lchown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { ClusterLocation } from './postgres-location.ts';

/** The kernel's limit for a socket's path is 103 (macOS) or 107 bytes. */
const LONGEST_PATH = 99;
const FILE = '.s.PGSQL.5432';
const SHORT_FOLDER = /^fotolot-[A-Za-z0-9]{6}$/;

/** Returns the socket's folder: PostgreSQL's own, or a temporary one when that path is too long. */
export async function chooseSocketFolder({ base, owner }: ClusterLocation): Promise<string> {
  const inside = join(base, 'socket');
  if (Buffer.byteLength(join(inside, FILE)) <= LONGEST_PATH) return inside;
  return mkdtemp(join(shortestTemporary(owner !== undefined), 'fotolot-'));
}

/**
 * Recreates the folder for PostgreSQL's user alone: a lock left in it would keep PostgreSQL from starting if its number belongs to another
 * process by now, and the temporary folder may have been emptied.
 */
export async function makeSocketFolder({ owner }: ClusterLocation, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  // Not through a link that its owner-to-be put there meanwhile.
  if (owner) await lchown(folder, owner.uid, owner.gid);
}

function shortestTemporary(root: boolean): string {
  if (root && existsSync('/run')) return '/run';
  return tmpdir().length <= 60 ? tmpdir() : '/tmp';
}

/** Removes the folder only if this file made it outside the data folder. */
export async function removeSocketFolder(folder: string): Promise<void> {
  if (SHORT_FOLDER.test(basename(folder))) await rm(folder, { recursive: true, force: true });
}

/** Returns a port that is free at this moment; Windows only. */
export function unusedPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
