import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { avatarKey } from '#domain/users/avatar.ts';
import { brokenRows, CHECKS } from '#server/admin/verify/verify-checks-view.ts';
import type { App } from '#server/app.ts';
import { FILE_FOLDERS, maskKey, originalKey, proxyKey, thumbnailKey } from '#server/photos/file-keys.ts';
import { isLittle } from '#server/photos/orphan-files.ts';
import { nextToRemove } from '#server/photos/removal-store.ts';
import { deliveredFiles, idsWithFiles, keptOriginals } from '#server/photos/stored-files-view.ts';
import { exportKey, readyExports } from '#server/users/export-store.ts';
import { avatarOwners } from '#server/users/profile/profile-store.ts';

/** A rule that does not hold, in SQL or on disk, with some of its rows. An empty list is the proof that all hold. */
export interface Violation {
  readonly rule: string;
  readonly rows: readonly string[];
}

export interface VerifyOptions {
  /** Files without a row are forgiven while younger than this many milliseconds. */
  readonly orphanGraceMs: number;
  /** Reads every file and compares its fingerprint. */
  readonly deep: boolean;
}

/** Far more than a deletion leaves to the job that follows it. */
const MOST_GOING = 1_000_000;
/** From this age on the daily cleanup removes a file without a row. */
const SWEPT_MS = 3_600_000;

type Deps = Pick<App, 'db' | 'files'>;

export async function verify(app: Deps, options: VerifyOptions): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const [rule, query] of Object.entries(CHECKS)) {
    const rows = await brokenRows(app.db, query);
    if (rows.length > 0) violations.push({ rule, rows });
  }
  const files = await expectedFiles(app);
  const broken = await brokenFiles(app, files, options.deep);
  if (broken.length > 0)
    violations.push({ rule: 'every row has its file, complete and unchanged', rows: broken });
  const going = new Set(await nextToRemove(app.db, MOST_GOING));
  const { orphans, crowded } = await orphanFiles(app, (key) => files.has(key) || going.has(key), options);
  if (orphans.length > 0) violations.push({ rule: 'every file has its row', rows: orphans });
  if (crowded.length > 0)
    violations.push({ rule: 'no folder has more files without a row than the sweep removes', rows: crowded });
  return violations;
}

interface Expected {
  readonly bytes: number | null;
  readonly sha256: string | null;
  /** Nothing is wrong without it. */
  readonly optional?: true;
}

async function expectedFiles({ db }: Deps): Promise<Map<string, Expected>> {
  const files = new Map<string, Expected>();
  for (const { id, fileKey, bytes, sha256 } of await deliveredFiles(db)) {
    files.set(fileKey, { bytes, sha256 });
    files.set(thumbnailKey(id), { bytes: null, sha256: null, optional: true });
  }
  for (const { id, state, bytes, sha256 } of await keptOriginals(db)) {
    files.set(originalKey(id), { bytes, sha256 });
    if (state !== 'ready') continue;
    files.set(thumbnailKey(id), { bytes: null, sha256: null });
    files.set(proxyKey(id), { bytes: null, sha256: null });
  }
  for (const id of await idsWithFiles(db, 'cutouts')) files.set(maskKey(id), { bytes: null, sha256: null });
  for (const { id, bytes } of await readyExports(db)) files.set(exportKey(id), { bytes, sha256: null });
  for (const id of await avatarOwners(db)) files.set(avatarKey(id), { bytes: null, sha256: null });
  return files;
}

async function brokenFiles(
  { files }: Deps,
  expected: Map<string, Expected>,
  deep: boolean,
): Promise<string[]> {
  const broken: string[] = [];
  for (const [key, { bytes, sha256, optional }] of expected) {
    if (optional) continue;
    const size = await files.sizeOf(key);
    if (size === null) broken.push(`${key} is missing`);
    else if (bytes !== null && size !== bytes) broken.push(`${key} has ${size} bytes instead of ${bytes}`);
    else if (deep && sha256 !== null && (await fingerprint(files, key)) !== sha256)
      broken.push(`${key} has changed`);
  }
  return broken;
}

async function fingerprint(files: App['files'], key: string): Promise<string | null> {
  const file = await files.open(key);
  if (file === null) return null;
  const hash = createHash('sha256');
  await pipeline(file.body, hash);
  return hash.digest('hex');
}

/** Those without a row that are not forgiven, and the folders of which the daily cleanup removes none because they are too many. */
async function orphanFiles(
  { files }: Deps,
  isNamed: (key: string) => boolean,
  { orphanGraceMs }: VerifyOptions,
): Promise<{ orphans: string[]; crowded: string[] }> {
  const orphans: string[] = [];
  const crowded: string[] = [];
  for (const prefix of FILE_FOLDERS) {
    let count = 0;
    let swept = 0;
    for await (const { key, modifiedAt } of files.list(prefix)) {
      const age = Date.now() - modifiedAt.getTime();
      count += 1;
      if (isNamed(key)) continue;
      if (age >= SWEPT_MS) swept += 1;
      if (age >= orphanGraceMs) orphans.push(key);
    }
    if (!isLittle(swept, count)) crowded.push(prefix);
  }
  return { orphans, crowded };
}
