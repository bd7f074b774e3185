import { deepEqual, equal, match } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openFiles } from '#server/adapters/files/open.ts';
import type { Files } from '#server/adapters/files/port.ts';
import { findLastBackup } from '#server/admin/last-backup-store.ts';
import { findViolations } from '#server/admin/verify/verify.ts';
import { type Config, readConfig } from '#server/config.ts';
import { originalKey } from '#server/photos/file-keys.ts';
import { photosReady, smallPhoto } from '#testing/files/photos.ts';
import { type S3Store, s3Store } from '#testing/files/s3-store.ts';
import { newBatch, runEnded, startRun } from '#testing/runs.ts';
import { type Client, pollUntil, type TestServer, testServer } from '#testing/server.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#testing/temporary-folder.ts';
import { openBackup } from './folder.ts';

const DEEP = { deep: true, orphanGraceMs: 0 };

/** An installation whose files go from its folder into a bucket, are backed up there and restored into another one, and come back. */
describe('stored files that change their place', () => {
  let server: TestServer;
  let owner: Client;
  let store: S3Store;
  let folder: TemporaryFolder;
  let secretKey: string;
  const photoIds: string[] = [];

  before(async () => {
    [server, store, folder] = await Promise.all([testServer(), s3Store(), makeTemporaryFolder()]);
    secretKey = (await readFile(join(server.dataDir, 'secret'))).toString('hex');
    owner = await server.newUser();
    for (const seed of [1, 2, 3]) await upload(seed);
    const { id } = await newBatch(owner, { name: 'Ghete', photoIds });
    await startRun(owner, id, { photoIds, cost: 1 });
    equal((await runEnded(owner, id)).run?.state, 'done');
  });
  after(async () => {
    await server.close();
    await store.close();
    await folder.remove();
  });

  const settings = (env: Record<string, string> = {}) => ({
    DATABASE_URL: server.database.url,
    DATA_DIR: server.dataDir,
    FILES_URL: store.url,
    SECRET_KEY: secretKey,
    ...env,
  });
  const bucket = () => opened(settings(), (files) => findViolations({ db: server.database.db, files }, DEEP));
  async function upload(seed: number): Promise<void> {
    photoIds.push(await owner.upload(await smallPhoto(seed), { name: `poza ${seed}.jpg` }));
    await photosReady(owner, photoIds);
  }

  it('are copied into a bucket beside a working server, also after the program was killed, and what came since comes along', async () => {
    const killed = start('tools/move-files.ts', ['--to-bucket'], settings());
    await store.goesWrong({ delayMs: 30 });
    await pollUntil(
      async () => (await store.calls()).PUT ?? 0,
      (puts) => puts >= 3,
    );
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    await store.goesWrong();
    const first = await run('tools/move-files.ts', ['--to-bucket'], settings());
    equal(first.code, 0, first.output);
    await upload(4);
    const second = await run('tools/move-files.ts', ['--to-bucket'], settings());
    match(second.output, /: 3 files copied/);
    deepEqual(await bucket(), []);
    const third = await run('tools/move-files.ts', ['--to-bucket'], settings());
    match(third.output, /: 0 files copied/);
  });

  it('are not mixed with those of another installation, or with files of which nothing is known', async () => {
    const other = await testServer();
    const theirs = join(folder.path, 'theirs');
    await mkdir(theirs);
    const refused = await run('tools/move-files.ts', ['--to-bucket'], settings({ DATA_DIR: other.dataDir }));
    deepEqual([refused.code, /another installation/.test(refused.output)], [2, true], refused.output);
    await other.close();
    const stray = { ...settings({ DATA_DIR: theirs }), FILES_URL: '' };
    await opened(stray, async (files) => {
      const path = files.temporaryPath();
      await writeFile(path, await smallPhoto(5));
      await files.keep(path, originalKey('img_zzzzzzzzzz'));
    });
    const mixed = await run('tools/move-files.ts', ['--to-folder'], settings({ DATA_DIR: theirs }));
    deepEqual([mixed.code, /Other files lie there/.test(mixed.output)], [2, true], mixed.output);
  });

  it('are backed up out of a bucket, the second time without reading them again, and restored into an empty one', async () => {
    const backups = join(folder.path, 'backups');
    const backUp = async () => {
      const { code, output } = await run('tools/backup/backup.ts', [backups], settings());
      equal(code, 0, output);
    };
    await backUp();
    const before = (await store.calls()).GET ?? 0;
    await backUp();
    const read = ((await store.calls()).GET ?? 0) - before;
    equal(read < 5, true, `${read} files were read again`);
    const [first = '', second = ''] = (await readdir(backups)).sort();
    const made = await findLastBackup(server.database.db);
    equal(`fotolot-${made?.madeAt.toISOString().replaceAll(/[:.]/g, '-')}`, second);
    equal(made?.check, null);
    const checked = await run('tools/backup/backup.ts', ['--check', join(backups, second)], settings());
    equal(checked.code, 0, checked.output);
    equal((await findLastBackup(server.database.db))?.check?.isWhole, true);
    await rm(join(backups, first), { recursive: true });

    const target = {
      ...settings({
        DATA_DIR: join(folder.path, 'restored'),
        FILES_URL: store.url.replace('/us?', '/them?'),
      }),
      DATABASE_URL: '',
    };
    const inUse = await run('tools/backup/restore.ts', [join(backups, second)], {
      ...target,
      FILES_URL: store.url,
    });
    deepEqual([inUse.code, /is not empty/.test(inUse.output)], [2, true], inUse.output);
    const otherKey = { ...target, SECRET_KEY: 'ab'.repeat(32) };
    const wrong = await run('tools/backup/restore.ts', [join(backups, second)], otherKey);
    deepEqual([wrong.code, /SECRET_KEY is not the key/.test(wrong.output)], [2, true], wrong.output);
    const { code, output } = await run('tools/backup/restore.ts', [join(backups, second)], target);
    equal(code, 0, output);
    match(output, /, 0 rules broken/);
    deepEqual(await bucket(), []);
    const { tables } = (await openBackup(join(backups, second))).manifest.dump;
    equal(
      tables.some(({ name }) => name === 'last_backup'),
      false,
      'a restored copy knows of no backup of its own',
    );
  });

  it('are backed up and checked also where the database takes no note, and a damaged backup is noted where it does', async () => {
    const backups = join(folder.path, 'unnoted');
    await server.database.pool.query('alter table last_backup rename to away');
    const unnoted = await run('tools/backup/backup.ts', [backups], settings());
    deepEqual([unnoted.code, /Not noted .*last_backup/.test(unnoted.output)], [0, true], unnoted.output);
    const [first = ''] = await readdir(backups);
    const whole = await run('tools/backup/backup.ts', ['--check', join(backups, first)], settings());
    equal(whole.code, 0, whole.output);
    await server.database.pool.query('alter table away rename to last_backup');
    equal((await run('tools/backup/backup.ts', [backups], settings())).code, 0);
    const [, second = ''] = (await readdir(backups)).sort();
    const isWhole = async () => (await findLastBackup(server.database.db))?.check?.isWhole;
    const mistyped = await run('tools/backup/backup.ts', ['--check', join(folder.path, second)], settings());
    deepEqual([mistyped.code, await isWhole()], [2, undefined]);
    await rm(join(backups, second, 'SHA256SUMS'));
    const damaged = await run('tools/backup/backup.ts', ['--check', join(backups, second)], settings());
    deepEqual([damaged.code, await isWhole()], [2, false], damaged.output);
  });

  it('come back into a folder', async () => {
    const home = join(folder.path, 'home');
    await mkdir(home);
    const { code, output } = await run('tools/move-files.ts', ['--to-folder'], settings({ DATA_DIR: home }));
    equal(code, 0, output);
    const broken = await opened({ ...settings({ DATA_DIR: home }), FILES_URL: '' }, (files) =>
      findViolations({ db: server.database.db, files }, DEEP),
    );
    deepEqual(broken, []);
  });
});

async function opened<T>(env: Record<string, string>, work: (files: Files) => Promise<T>): Promise<T> {
  const config: Config = readConfig(env);
  const files = await openFiles(config, { isTool: true });
  try {
    return await work(files);
  } finally {
    await files.close();
  }
}

function start(program: string, words: readonly string[], env: Record<string, string>) {
  return spawn(process.execPath, [join(import.meta.dirname, '..', '..', program), ...words], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function run(program: string, words: readonly string[], env: Record<string, string>) {
  const child = start(program, words, env);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      output += part;
    });
  const [code] = await once(child, 'close');
  return { code, output };
}
