import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dump } from '#server/adapters/database/dump.ts';
import { syncPath } from '#server/sync-path.ts';
import { syncTree, writeDurably } from './durable.ts';
import { computeSum, formatSums, parseSums, type Sums, sumOfFile } from './sums.ts';

/** Files of a finished backup. `SEAL` is written last: a folder without it is no backup. */
export const MANIFEST = 'backup.json';
export const ROWS = 'database';
export const FILES = 'files';
export const SECRET = 'secret';
/** The SHA-256 of every file of the backup, as `sha256sum -c` reads it; its own is in the seal. */
export const SUMS = 'SHA256SUMS';
export const SEAL = 'SHA256SUMS.sha256';

export interface Manifest {
  readonly version: 2;
  readonly at: string;
  readonly dump: Dump;
  readonly files: number;
  readonly bytes: number;
  /** Number of earlier backups in this folder: decides which files are read again. */
  readonly round: number;
}

export interface Backup {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly sums: Sums;
}

/** A sentence for the operator; the program ends with `status`. */
export class Refusal extends Error {
  readonly status: number;
  constructor(message: string, status = 2) {
    super(message);
    this.status = status;
  }
}

/**
 * Returns a finished backup's own record; each of its three files is proven by the next.
 * @throws Refusal with a sentence that names the file which is missing or not as it was written.
 */
export async function openBackup(folder: string): Promise<Backup> {
  const read = async (name: string) => {
    const bytes = await readFile(join(folder, name)).catch(() => null);
    if (bytes === null) throw new Refusal(`${folder} is not a finished backup: it has no ${name}.`);
    return bytes;
  };
  const seal = parseSums((await read(SEAL)).toString());
  const listed = await read(SUMS);
  if (seal?.get(SUMS) !== computeSum(listed))
    throw new Refusal(`${join(folder, SUMS)} or ${SEAL} has changed since the backup was made.`);
  const sums = parseSums(listed.toString());
  const text = await read(MANIFEST);
  if (sums?.get(MANIFEST) !== computeSum(text))
    throw new Refusal(`${join(folder, MANIFEST)} has changed since the backup was made.`);
  const manifest: Manifest = JSON.parse(text.toString());
  if (manifest.version !== 2)
    throw new Refusal(`${folder} was made by a version of the code that this one cannot read.`);
  return { folder, manifest, sums };
}

/** Writes the last of a backup's files, each proving the one before; all else is on disk by then. */
export async function sealBackup(
  folder: string,
  manifest: Manifest,
  sums: Map<string, string>,
): Promise<void> {
  const text = JSON.stringify(manifest, null, 2);
  await writeDurably(join(folder, MANIFEST), text);
  const listed = formatSums(sums.set(MANIFEST, computeSum(Buffer.from(text))));
  await writeDurably(join(folder, SUMS), listed);
  await syncTree(folder);
  await writeDurably(join(folder, SEAL), formatSums(new Map([[SUMS, computeSum(Buffer.from(listed))]])));
  await syncPath(folder);
}

/** True when a file of the backup still has the bytes that were written. */
export async function isWhole({ folder, sums }: Backup, path: string): Promise<boolean> {
  const now = await sumOfFile(join(folder, path)).catch(() => null);
  return now !== null && now === sums.get(path);
}
