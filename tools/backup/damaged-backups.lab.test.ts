import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFile,
  cp,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { diskFiles } from '#server/adapters/files/disk.ts';
import { openDataFolder } from '#server/start-errors.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#testing/temporary-folder.ts';
import { copyFiles, nothingTaken } from './copy-files.ts';
import { copyDurably } from './durable.ts';
import {
  type Backup,
  FILES,
  MANIFEST,
  type Manifest,
  openBackup,
  SEAL,
  SECRET,
  SUMS,
  sealBackup,
} from './folder.ts';
import { sumOfFile } from './sums.ts';

const ORIGINAL = 'originals/ab/img_abcdefghij';
const RESULT = 'results/cd/res_cdefghijkl.jpg';
const THUMBNAIL = 'thumbnails/ab/img_abcdefghij.webp';
const PROXY = 'proxies/ab/img_abcdefghij.jpg';
const AVATAR = 'users/usr_abcdefghij/avatar.jpg';
const STORED = [ORIGINAL, RESULT, THUMBNAIL, PROXY, AVATAR];
const ROW_FILE = 'database/users.copy.gz';

/** A data folder and its backups, made by the same steps as `npm run backup` but for the database. */
describe('a backup keeps the SHA-256 of every file, so that', () => {
  let home: TemporaryFolder;
  let dataDir: string;
  let backups = 0;
  before(async () => {
    home = await makeTemporaryFolder();
    dataDir = join(home.path, 'data');
    for (const path of STORED) await write(join(dataDir, path), `bytes of ${path}`);
    await write(join(dataDir, SECRET), 'a'.repeat(32));
  });
  after(() => home?.remove());

  async function backUp(
    last: Backup | null,
  ): Promise<{ backup: Backup; rotten: string[]; changed: string[] }> {
    const folder = join(home.path, `backup-${backups++}`);
    await mkdir(folder);
    const taken = nothingTaken();
    await copyFiles(await diskFiles(dataDir, { keepTemporary: true }), folder, { last, taken });
    await write(join(folder, ROW_FILE), 'rows');
    taken.sums.set(ROW_FILE, await sumOfFile(join(folder, ROW_FILE)));
    taken.sums.set(SECRET, await copyDurably(join(dataDir, SECRET), join(folder, SECRET)));
    const dump = { migrations: [], tables: [], sequences: [], jobs: [] };
    const round = (last?.manifest.round ?? 0) + 1;
    const manifest: Manifest = { version: 2, at: '', dump, files: STORED.length, bytes: taken.bytes, round };
    await sealBackup(folder, manifest, taken.sums);
    return { backup: await openBackup(folder), rotten: [...taken.rotten], changed: [...taken.changed] };
  }

  const stored = (path: string) => `${FILES}/${path}`;
  const damages: [what: string, named: string, damage: (folder: string) => Promise<void>][] = [
    ['an original with one other bit', stored(ORIGINAL), (folder) => flip(join(folder, FILES, ORIGINAL))],
    ['a result with one other bit', stored(RESULT), (folder) => flip(join(folder, FILES, RESULT))],
    ['a thumbnail with one other bit', stored(THUMBNAIL), (folder) => flip(join(folder, FILES, THUMBNAIL))],
    ['a proxy with one other bit', stored(PROXY), (folder) => flip(join(folder, FILES, PROXY))],
    ['a face picture with one other bit', stored(AVATAR), (folder) => flip(join(folder, FILES, AVATAR))],
    ['a thumbnail that is empty', stored(THUMBNAIL), (folder) => truncate(join(folder, FILES, THUMBNAIL))],
    ['an original cut by one byte', stored(ORIGINAL), (folder) => truncate(join(folder, FILES, ORIGINAL), 5)],
    ['a result that is missing', stored(RESULT), (folder) => rm(join(folder, FILES, RESULT))],
    ['a file too many', stored(`${RESULT}x`), (folder) => write(join(folder, FILES, `${RESULT}x`), '')],
    [
      'a file under a name that the product gives none',
      'files/secret',
      (folder) => sealedWith(folder, 'files/secret'),
    ],
    [
      'a link in the place of an original',
      stored(ORIGINAL),
      (folder) => linkInstead(join(folder, FILES, ORIGINAL)),
    ],
    [
      'a link in the place of a folder',
      `${FILES}/users`,
      (folder) => linkInstead(join(folder, FILES, 'users')),
    ],
    ['rows with one other bit', ROW_FILE, (folder) => flip(join(folder, ROW_FILE))],
    ['rows with one byte more', ROW_FILE, (folder) => appendFile(join(folder, ROW_FILE), 'x')],
    ['rows that are missing', ROW_FILE, (folder) => rm(join(folder, ROW_FILE))],
    ['a secret that is empty', SECRET, (folder) => truncate(join(folder, SECRET))],
    ['a secret that is missing', SECRET, (folder) => rm(join(folder, SECRET))],
    ['a manifest with one other bit', MANIFEST, (folder) => flip(join(folder, MANIFEST))],
    ['a manifest that is empty', MANIFEST, (folder) => truncate(join(folder, MANIFEST))],
    ['sums with one other bit', SUMS, (folder) => flip(join(folder, SUMS))],
    ['sums that are cut', SUMS, (folder) => truncate(join(folder, SUMS), 100)],
    ['a seal that is missing', SEAL, (folder) => rm(join(folder, SEAL))],
    ['a seal that is empty', SEAL, (folder) => truncate(join(folder, SEAL))],
  ];

  for (const [what, named, damage] of damages) {
    it(`${what} is named by the check and by the restore, which leaves nothing behind`, async () => {
      const { backup } = await backUp(null);
      const target = join(home.path, 'target');
      await damage(backup.folder);
      const checked = await run('tools/backup/backup.ts', ['--check', backup.folder], target);
      const restored = await run('tools/backup/restore.ts', [backup.folder], target);
      for (const { code, output } of [checked, restored]) {
        equal(code > 0, true, output);
        equal(output.includes(named), true, output);
        equal(/^\s+at /m.test(output), false, `a sentence, no stack trace: ${output}`);
      }
      deepEqual(await readdir(target).catch(() => []), []);
    });
  }

  it('a restore that is killed leaves a mark by which a server knows half an installation', async () => {
    const { backup } = await backUp(null);
    const target = join(home.path, 'half');
    // A database that never replies: it is asked once the files are there.
    const database = createServer().listen(0, '127.0.0.1');
    await once(database, 'listening');
    const { port } = database.address() as AddressInfo;
    const restore = spawn(process.execPath, ['tools/backup/restore.ts', backup.folder], {
      env: { ...process.env, DATA_DIR: target, DATABASE_URL: `postgres://a:b@127.0.0.1:${port}/c` },
      stdio: 'ignore',
    });
    const ended = once(restore, 'exit');
    const [connection] = (await Promise.race([once(database, 'connection'), ended])) as [Socket];
    restore.kill('SIGKILL');
    await ended;
    connection.destroy();
    database.close();
    equal(await readFile(join(target, ORIGINAL), 'utf8'), `bytes of ${ORIGINAL}`);
    await rejects(openDataFolder(target), /is under way or was cut short/);
  });

  it('a copy that rotted is taken anew from the data folder by one of the next seven backups, and that is said', async () => {
    const first = (await backUp(null)).backup;
    await flip(join(first.folder, FILES, RESULT));
    let last = first;
    const rotten: string[] = [];
    for (let round = 0; round < 7; round++) {
      const next = await backUp(last);
      rotten.push(...next.rotten);
      last = next.backup;
    }
    deepEqual(rotten, [stored(RESULT)]);
    equal(await readFile(join(last.folder, FILES, RESULT), 'utf8'), `bytes of ${RESULT}`);
    match((await run('tools/backup/backup.ts', ['--check', last.folder], dataDir)).output, /is whole/);
  });

  it('a face picture put in the place of another leaves the older backup as it was', async () => {
    const first = (await backUp(null)).backup;
    await write(join(dataDir, AVATAR), 'another face');
    const second = (await backUp(first)).backup;
    equal(await readFile(join(first.folder, FILES, AVATAR), 'utf8'), `bytes of ${AVATAR}`);
    equal(await readFile(join(second.folder, FILES, AVATAR), 'utf8'), 'another face');
    equal(
      (await stat(join(second.folder, FILES, RESULT))).nlink > 1,
      true,
      'what is unchanged takes no room',
    );
  });
});

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/** Rot: one bit, with the size and the time of before. */
async function flip(path: string): Promise<void> {
  const { atime, mtime } = await stat(path);
  const bytes = await readFile(path);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  await writeFile(path, bytes);
  await utimes(path, atime, mtime);
}

/** By one who knows the format: the sums fit. */
async function sealedWith(folder: string, path: string): Promise<void> {
  await write(join(folder, path), 'not ours');
  const { manifest, sums } = await openBackup(folder);
  await sealBackup(folder, manifest, new Map(sums).set(path, await sumOfFile(join(folder, path))));
}

/** The same bytes are still found under the path. */
async function linkInstead(path: string): Promise<void> {
  await cp(path, `${path}.elsewhere`, { recursive: true });
  await rm(path, { recursive: true });
  await symlink(`${path}.elsewhere`, path);
}

async function run(
  program: string,
  words: string[],
  dataDir: string,
): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      output += part;
    });
  const [code] = await once(child, 'close');
  return { code, output };
}
