import { writeFile } from 'node:fs/promises';
import {
  findInstallation,
  hasUsers,
  type Installation,
  lockInstallation,
  namesOriginals,
  someNamedFiles,
  storeInstallation,
} from '#server/admin/installation-store.ts';
import type { App } from '#server/app.ts';
import { FILE_FOLDERS } from '#server/photos/file-keys.ts';

/**
 * A database and the folder of its files know each other by one id. A wrong pair would be ruinous: to an empty database every file is
 * one that nothing names, and the daily cleanup removes those.
 */
type Deps = Pick<App, 'db' | 'files' | 'newId' | 'keyedHash'>;

/** The file in which the files' side of the pair is named. */
export const INSTALLATION_NOTE = 'installation.json';
const SAMPLES = 50;

/** The database's and the folder's word about their installation. */
export interface Pair {
  readonly row: Installation | null;
  /** The id in the folder. */
  readonly noteId: string | null;
  readonly secretFingerprint: string;
  readonly hasUsers: boolean;
  readonly hasFiles: boolean;
  /** The database has photos, and the folder no original at all. */
  readonly lacksOriginals: boolean;
  /** Number of files looked for that the database names; `present`: those of them that lie in the folder. */
  readonly named: number;
  readonly present: number;
}

export async function lookAtPair(app: Deps): Promise<Pair> {
  const named = await someNamedFiles(app.db, SAMPLES);
  let present = 0;
  for (const key of named) if ((await app.files.sizeOf(key)) !== null) present += 1;
  return {
    row: await findInstallation(app.db),
    noteId: (await readNote(app))?.id ?? null,
    secretFingerprint: computeSecretFingerprint(app),
    hasUsers: await hasUsers(app.db),
    hasFiles: await hasFiles(app),
    lacksOriginals: await lacksOriginals(app),
    named: named.length,
    present,
  };
}

/**
 * Refuses a database and a folder that do not belong together, with a sentence; makes a pair of two empty ones, and of those of earlier
 * versions that fit. `hadSecret`: the folder's secret is not of today. Of several processes that start at once, one makes the pair.
 */
export async function ensurePaired(app: Deps, { hadSecret }: { hadSecret: boolean }): Promise<void> {
  if (await isPaired(app)) return;
  await app.db.transaction().execute(async (tx) => {
    await lockInstallation(tx);
    if (!(await isPaired(app))) await pairOrRefuse(app, hadSecret);
  });
}

async function pairOrRefuse(app: Deps, hadSecret: boolean): Promise<void> {
  const pair = await lookAtPair(app);
  const problem = getPairProblem(pair, hadSecret);
  if (problem)
    throw new Error(
      `${problem} Set DATA_DIR and DATABASE_URL to two that belong together, or restore both from one backup. If they do belong together as they are, say so: node tools/pair.ts --write`,
    );
  await makePair(app, pair);
}

async function isPaired(app: Deps): Promise<boolean> {
  const row = await findInstallation(app.db);
  const note = await readNote(app);
  if (row === null || row.secretFingerprint !== computeSecretFingerprint(app) || row.id !== note?.id)
    return false;
  return note.withoutOriginals === (await lacksOriginals(app));
}

/** Makes a pair of what is there, with the id of the database, else of the folder, else a new one. That originals are gone is no problem from then on. */
export async function makePair(
  app: Deps,
  { row, noteId, secretFingerprint, lacksOriginals }: Pair,
): Promise<void> {
  const id = row?.id ?? noteId ?? app.newId('ins');
  await app.db.transaction().execute((tx) => storeInstallation(tx, { id, secretFingerprint }));
  const path = app.files.temporaryPath();
  const note = { id, ...(lacksOriginals && { withoutOriginals: true }) };
  await writeFile(path, `${JSON.stringify(note)}\n`, { mode: 0o600, flush: true });
  await app.files.keep(path, INSTALLATION_NOTE);
}

function getPairProblem(pair: Pair, hadSecret: boolean): string | null {
  const { row, noteId, secretFingerprint } = pair;
  if (!pair.hasUsers && !pair.hasFiles) return null;
  if (!pair.hasUsers) return 'The database is empty, but the data folder holds the files of an installation.';
  if (row && noteId && row.id !== noteId)
    return 'The database and the data folder belong to different installations.';
  if (row && row.secretFingerprint !== secretFingerprint)
    return noteId
      ? 'The secret of the data folder is not the one this database was used with.'
      : 'The data folder is not the one this database was used with: it holds none of its files or lacks its secret.';
  if (row)
    return pair.lacksOriginals
      ? 'The database has photos, but the data folder holds no original of any: a disk is not mounted, or they are lost.'
      : null;
  if (!hadSecret || (pair.named > 0 && pair.present === 0))
    return 'The database has accounts, but the data folder holds none of their files.';
  if (pair.named === 0 && pair.hasFiles)
    return 'The data folder holds files of which the database knows nothing.';
  return null;
}

function computeSecretFingerprint(app: Deps): string {
  return app.keyedHash('installation', 'fingerprint');
}

interface Note {
  readonly id: string;
  /** The operator said that none is left. */
  readonly withoutOriginals: boolean;
}

/** Null when there is none, and when it is damaged: then the secret alone says whose folder it is, and the note is written anew. */
async function readNote({ files }: Deps): Promise<Note | null> {
  const bytes = await files.readWhole(INSTALLATION_NOTE);
  if (bytes === null) return null;
  try {
    const note = JSON.parse(bytes.toString()) as { [Key in keyof Note]?: unknown } | null;
    return typeof note?.id === 'string'
      ? { id: note.id, withoutOriginals: note.withoutOriginals === true }
      : null;
  } catch {
    return null;
  }
}

/** Cheap where there is an original: it ends at the first. Single ones that are missing are found by verify. */
async function lacksOriginals({ db, files }: Deps): Promise<boolean> {
  for await (const _ of files.list('originals')) return false;
  return namesOriginals(db);
}

async function hasFiles({ files }: Deps): Promise<boolean> {
  // The page's own files come with every start and belong to no person.
  for (const folder of FILE_FOLDERS)
    if (folder !== 'web') for await (const _ of files.list(folder)) return true;
  return false;
}
