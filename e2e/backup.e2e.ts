import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ApiClient, runTool } from './api-client.ts';
import { fillLot, processLot, readLot } from './lots.ts';
import { SAMPLES } from './photo-files.ts';
import { type RunningApp, startApp } from './start-app.ts';
import { PASSWORD } from './steps.ts';

const OWNER = { email: 'ana@fotolot.example', password: PASSWORD };

describe('a backup', () => {
  let app: RunningApp;
  let kept: string;
  before(async () => {
    [app, kept] = await Promise.all([
      startApp({ LOG_LEVEL: 'warn' }),
      mkdtemp(join(tmpdir(), 'fotolot-backups-')),
    ]);
  });
  after(async () => {
    await app?.stop();
    await rm(kept, { recursive: true, force: true });
  });

  async function backUp(): Promise<string> {
    const { code, output } = await runTool('tools/backup.ts', [kept], app.dataDir);
    equal(code, 0, output);
    const name = /(fotolot-[\dTZ-]+): /.exec(output)?.[1];
    return join(kept, name ?? output);
  }

  it('taken while people work comes back in another folder: accounts, credits, photos and results, and verify finds nothing', async () => {
    const ana = new ApiClient(app.url);
    await ana.call('POST', '/api/auth/register', OWNER);
    const lot = await fillLot(ana, 'Biciclete', SAMPLES.slice(0, 2));
    await processLot(ana, lot);
    const first = await backUp();

    let isOver = false;
    const busy = (async () => {
      for (let n = 0; !isOver; n++) {
        const somebody = new ApiClient(app.url);
        await somebody.call('POST', '/api/auth/register', {
          email: `om${n}@fotolot.example`,
          password: PASSWORD,
        });
        await fillLot(somebody, `Lot ${n}`, SAMPLES.slice(2, 3));
      }
    })();
    const second = await backUp();
    isOver = true;
    await busy;

    const results = 'files/results';
    const [shard = ''] = await readdir(join(second, results));
    const [file = ''] = await readdir(join(second, results, shard));
    equal((await stat(join(first, results, shard, file))).nlink, 2, 'the same file takes no room twice');

    const before = await readLot(ana, lot);
    const idIn = (folder: string) => readFile(join(folder, 'installation.json'), 'utf8');
    const id = await idIn(app.dataDir);
    const credits = (await ana.call('GET', '/api/users/me')).body.credits;
    await app.stop();
    app = await startApp({ LOG_LEVEL: 'warn' });
    const over = await runTool('tools/restore.ts', [second], app.dataDir);
    deepEqual([over.code, /is not empty/.test(over.output)], [2, true], over.output);

    const restored = join(kept, 'restored');
    const { code, output } = await runTool('tools/restore.ts', [second], restored);
    equal(code, 0, output);
    match(output, /, 0 rules broken/);
    equal(await idIn(restored), id, 'it is the same installation');
    await app.restartByNpm({ DATA_DIR: restored });
    const again = new ApiClient(app.url);
    equal((await again.call('POST', '/api/auth/login', OWNER)).status, 200);
    deepEqual(await readLot(again, lot), before);
    deepEqual((await again.call('GET', '/api/users/me')).body.credits, credits);
    const verified = await runTool('tools/verify.ts', ['--deep', '--sweep'], restored);
    deepEqual(
      [verified.code, verified.output.trim()],
      [0, '0 files without a row were removed\nverify: everything holds'],
    );
    const pair = await runTool('tools/pair.ts', [], restored);
    match(pair.output, new RegExp(`database: installation ${JSON.parse(id).id}, with accounts`));
  });

  it('runs by npm start, and a signal to npm ends all of it', async () => {
    await app.kill('SIGTERM');
    await rejects(fetch(`${app.url}/healthz`));
  });

  it('that is not whole, or is newer than the code, is refused', async () => {
    const empty = join(kept, 'nothing');
    const none = await runTool('tools/restore.ts', [kept], empty);
    deepEqual([none.code, /is not a finished backup/.test(none.output)], [2, true]);
    const dump = { migrations: ['9999-of-tomorrow.sql'], tables: [], sequences: [], jobs: [] };
    await writeFile(join(kept, 'backup.json'), JSON.stringify({ version: 1, at: '', dump }));
    const newer = await runTool('tools/restore.ts', [kept], empty);
    deepEqual([newer.code, /9999-of-tomorrow\.sql/.test(newer.output)], [2, true]);
  });
});
