import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { severalAtOnce } from '#domain/several-at-once.ts';
import type { ListedFile } from '#server/adapters/files/port.ts';
import { brokenRows, CHECKS } from '#server/admin/verify/verify-checks-view.ts';
import type { App } from '#server/app.ts';
import { FILE_FOLDERS, type FileFolder } from '#server/photos/file-keys.ts';
import { isLittle } from '#server/photos/orphan-files.ts';
import { scheduledAmong } from '#server/photos/removal-store.ts';
import { type ComparedFile, compareFiles } from '#server/photos/stored-files/compare-files.ts';
import type { NamedFile } from '#server/photos/stored-files/stored-files-view.ts';

/** A rule that does not hold, in SQL or on disk, with some of its rows. An empty list is the proof that all hold. */
export interface Violation {
  readonly rule: string;
  readonly rows: readonly string[];
}

export interface VerifyOptions {
  /** Files without a row are forgiven while younger than this many milliseconds. */
  readonly orphanGraceMs: number;
  /** Reads every file, several at once, and compares its fingerprint. */
  readonly deep: boolean;
}

/** From this age on the daily cleanup removes a file without a row. */
const SWEPT_MS = 3_600_000;
/** Files that are read at once by a deep check. */
const READ_AT_ONCE = 8;
/** So many broken files are asked about once more: what is stored or deleted while both lists are read looks broken. */
const ASKED_AGAIN = 1000;

type Deps = Pick<App, 'db' | 'files'>;

export async function findViolations(app: Deps, options: VerifyOptions): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const [rule, query] of Object.entries(CHECKS)) {
    const rows = await brokenRows(app.db, query);
    if (rows.length > 0) violations.push({ rule, rows });
  }
  const found: FileProblems = { broken: [], orphans: [], crowded: [] };
  for (const folder of FILE_FOLDERS) await verifyFolder(app, folder, { found, options });
  for (const [name, rule] of Object.entries(FILE_RULES)) {
    const rows = found[name as keyof FileProblems];
    if (rows.length > 0) violations.push({ rule, rows });
  }
  return violations;
}

/** In the order in which they are told. */
export const FILE_RULES = {
  broken: 'every row has its file, complete and unchanged',
  orphans: 'every file has its row',
  crowded: 'no folder has more files without a row than the sweep removes',
} as const satisfies Record<keyof FileProblems, string>;

interface FileProblems {
  /** Sentences that begin with the key. */
  readonly broken: string[];
  /** Files without a row that are not forgiven. */
  readonly orphans: string[];
  /** Folders of which the daily cleanup removes none because they are too many. */
  readonly crowded: string[];
}

async function verifyFolder(
  app: Deps,
  folder: FileFolder,
  { found, options }: { found: FileProblems; options: VerifyOptions },
): Promise<void> {
  const broken: Broken[] = [];
  const nameless: ListedFile[] = [];
  let files = 0;
  const look = async ({ named, stored }: ComparedFile) => {
    if (stored) files += 1;
    if (stored && !named) nameless.push(stored);
    if (!named?.isRequired) return;
    const problem =
      sizeProblem(named, stored?.bytes ?? null) ??
      (options.deep ? await getHashProblem(app.files, named) : null);
    if (problem) broken.push({ named, problem });
  };
  await severalAtOnce(compareFiles(app, folder), options.deep ? READ_AT_ONCE : 1, look);
  found.broken.push(...(await stillBroken(app.files, broken)).sort());
  const going = await scheduledAmong(
    app.db,
    nameless.map(({ key }) => key),
  );
  const orphans = nameless.filter(({ key }) => !going.has(key));
  const ofAge = (ms: number) => orphans.filter(({ modifiedAt }) => Date.now() - modifiedAt.getTime() >= ms);
  found.orphans.push(...ofAge(options.orphanGraceMs).map(({ key }) => key));
  if (!isLittle(ofAge(SWEPT_MS).length, files)) found.crowded.push(folder);
}

interface Broken {
  readonly named: NamedFile;
  readonly problem: string;
}

function sizeProblem({ bytes }: NamedFile, size: number | null): string | null {
  if (size === null) return 'is missing';
  return bytes !== null && size !== bytes ? `has ${size} bytes instead of ${bytes}` : null;
}

async function getHashProblem(files: App['files'], { key, sha256 }: NamedFile): Promise<string | null> {
  if (sha256 === null) return null;
  const file = await files.open(key);
  const hash = createHash('sha256');
  if (file) await pipeline(file.body, hash);
  return file && hash.digest('hex') === sha256 ? null : 'has changed';
}

async function stillBroken(files: App['files'], broken: readonly Broken[]): Promise<string[]> {
  const still: string[] = [];
  for (const [i, { named, problem }] of broken.entries()) {
    const isAsked = problem !== 'has changed' && i < ASKED_AGAIN;
    const now = isAsked ? sizeProblem(named, await files.sizeOf(named.key)) : problem;
    if (now) still.push(`${named.key} ${now}`);
  }
  return still;
}
