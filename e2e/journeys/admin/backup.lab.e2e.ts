import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiClient, runTool } from '../../support/api-client.ts';
import { fillBatch, processBatch, readBatch } from '../../support/batches.ts';
import { test } from '../../support/journey.ts';
import { SAMPLES } from '../../support/photo-files.ts';
import { forgetfulFolder, realDisk } from '../../support/power-cut/power-cut.ts';
import { type RunningApp, startApp } from '../../support/start-app.ts';
import { PASSWORD } from '../../support/steps.ts';

const OWNER = { email: 'ana@fotolot.example', password: PASSWORD };

test.describe('a backup', () => {
  test.describe.configure({ mode: 'serial' });
  let app: RunningApp;
  let kept: string;
  test.beforeAll(async () => {
    [app, kept] = await Promise.all([
      startApp({ LOG_LEVEL: 'warn' }),
      mkdtemp(join(tmpdir(), 'fotolot-backups-')),
    ]);
  });
  test.afterAll(async () => {
    await app?.stop();
    await rm(kept, { recursive: true, force: true });
  });

  async function backUp(): Promise<string> {
    const { code, output } = await runTool('tools/backup/backup.ts', [kept], { dataDir: app.dataDir });
    equal(code, 0, output);
    const name = /(fotolot-[\dTZ-]+): /.exec(output)?.[1];
    return join(kept, name ?? output);
  }

  test('taken while people work comes back in another folder: accounts, credits, photos and results, and verify finds nothing', async () => {
    const ana = new ApiClient(app.url);
    await ana.call('POST', '/api/auth/register', { body: OWNER });
    const batch = await fillBatch(ana, 'Biciclete', SAMPLES.slice(0, 2));
    await processBatch(ana, batch);
    const first = await backUp();

    let isOver = false;
    const busy = (async () => {
      for (let n = 0; !isOver; n++) {
        const somebody = new ApiClient(app.url);
        await somebody.call('POST', '/api/auth/register', {
          body: {
            email: `om${n}@fotolot.example`,
            password: PASSWORD,
          },
        });
        await fillBatch(somebody, `Lot ${n}`, SAMPLES.slice(2, 3));
      }
    })();
    const second = await backUp();
    isOver = true;
    await busy;

    const results = 'files/results';
    const [shard = ''] = await readdir(join(second, results));
    const [file = ''] = await readdir(join(second, results, shard));
    equal((await stat(join(first, results, shard, file))).nlink, 2, 'the same file takes no room twice');

    const before = await readBatch(ana, batch);
    const idIn = (folder: string) => readFile(join(folder, 'installation.json'), 'utf8');
    const id = await idIn(app.dataDir);
    const credits = (await ana.call('GET', '/api/users/me')).body.credits;
    await app.stop();
    app = await startApp({ LOG_LEVEL: 'warn' });
    const over = await runTool('tools/backup/restore.ts', [second], { dataDir: app.dataDir });
    deepEqual([over.code, /is not empty/.test(over.output)], [2, true], over.output);

    const restored = join(kept, 'restored');
    const { code, output } = await runTool('tools/backup/restore.ts', [second], { dataDir: restored });
    equal(code, 0, output);
    match(output, /, 0 rules broken/);
    equal(await idIn(restored), id, 'it is the same installation');
    match(output, /Everyone has to sign in again \(\d+ sessions ended\)/);
    await app.restartByNpm({ DATA_DIR: restored });
    equal((await ana.call('GET', `${app.url}/api/users/me`)).status, 401, 'sessions of then are over');
    const again = new ApiClient(app.url);
    equal((await again.call('POST', '/api/auth/login', { body: OWNER })).status, 200);
    deepEqual(await readBatch(again, batch), before);
    deepEqual((await again.call('GET', '/api/users/me')).body.credits, credits);
    const verified = await runTool('tools/verify.ts', ['--deep', '--sweep'], { dataDir: restored });
    deepEqual(
      [verified.code, verified.output.trim()],
      [0, '0 files without a row were removed\nverify: everything holds'],
    );
    const pair = await runTool('tools/pair.ts', [], { dataDir: restored });
    match(pair.output, new RegExp(`database: installation ${JSON.parse(id).id}, with accounts`));
  });

  test('runs by npm start, and a signal to npm ends all of it', async () => {
    await app.kill('SIGTERM');
    await rejects(fetch(`${app.url}/healthz`));
  });

  test('is on the disk when it says that it is done: a power cut right afterwards takes nothing of it', async () => {
    const disks = [await realDisk(), await forgetfulFolder()].filter((disk) => disk !== null);
    await app.restart();
    for (const disk of disks) {
      try {
        const { code, output } = await runTool('tools/backup/backup.ts', [disk.path], {
          dataDir: app.dataDir,
          env: disk.env,
        });
        equal(code, 0, output);
        await disk.cut();
        const [name = 'no backup'] = (await readdir(disk.path)).filter((entry) =>
          entry.startsWith('fotolot-'),
        );
        const checked = await runTool('tools/backup/backup.ts', ['--check', join(disk.path, name)], {
          dataDir: app.dataDir,
        });
        match(checked.output, /is whole: all \d+ files/);
      } finally {
        await disk.remove();
      }
    }
  });

  test('that is not finished, or is newer than the code, or whose rows do not fit together, is refused and leaves no half target', async () => {
    const target = join(kept, 'nothing');
    const none = await runTool('tools/backup/restore.ts', [kept], { dataDir: target });
    deepEqual([none.code, /is not a finished backup/.test(none.output)], [2, true]);

    const folder = await backUp();
    await writeAgain(folder, 'backup.json', (text) =>
      text.replace('"0001-foundation.sql"', '"9999-of-tomorrow.sql"'),
    );
    const newer = await runTool('tools/backup/restore.ts', [folder], { dataDir: target });
    deepEqual([newer.code, /9999-of-tomorrow\.sql/.test(newer.output)], [2, true], newer.output);
    deepEqual(await readdir(target).catch(() => []), []);

    const torn = await backUp();
    await writeAgain(torn, 'backup.json', (text) =>
      text.replace(/("name": "photos",[\s\S]*?"rows": )\d+/, '$17'),
    );
    const refused = await runTool('tools/backup/restore.ts', [torn], { dataDir: target });
    deepEqual(
      [refused.code, /table photos has \d+ rows instead of 7/.test(refused.output)],
      [1, true],
      refused.output,
    );
    deepEqual(await readdir(target), []);
  });
});

/** Forges a backup with knowledge of its format: the sums fit, the content does not. */
async function writeAgain(folder: string, name: string, change: (text: string) => string): Promise<void> {
  const text = change(await readFile(join(folder, name), 'utf8'));
  await writeFile(join(folder, name), text);
  const list = await readFile(join(folder, 'SHA256SUMS'), 'utf8');
  const sums = list.replace(new RegExp(`^\\w+(?=  ${name}$)`, 'm'), sha256(text));
  await writeFile(join(folder, 'SHA256SUMS'), sums);
  await writeFile(join(folder, 'SHA256SUMS.sha256'), `${sha256(sums)}  SHA256SUMS\n`);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
