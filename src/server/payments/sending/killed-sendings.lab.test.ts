import { deepEqual, equal, ok } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { diskFiles } from '#server/adapters/files/disk.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { countDraws } from '#testing/draws.ts';
import { anafShop } from '#testing/shop/anaf-shop.ts';
import { makeTemporaryFolder } from '#testing/temporary-folder.ts';

const PROGRAM = join(import.meta.dirname, '..', '..', '..', 'testing', 'shop', 'dying-sender.ts');
const KILLED = countDraws({ local: 2, ci: 8, soak: 500 });

describe('a process that is killed between any two steps', () => {
  let t: TestApp;
  let own: Awaited<ReturnType<typeof anafShop>>;
  let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
  before(async () => {
    folder = await makeTemporaryFolder();
    t = await testApp();
    const files = await diskFiles(folder.path, { room: async () => null });
    own = await anafShop({ ...t, app: { ...t.app, files } }, { callMs: 500 });
    own.goTo('2026-12-01T08:00:00Z');
    await own.meetClocks();
    await own.connect();
    await own.run(1);
  });
  after(async () => {
    await own.close();
    await t.close();
    await folder.remove();
  });

  /** Runs the job in a process that is killed at its n-th step; returns how many steps it did, null where it was killed. */
  async function runAndKill(nth: number): Promise<number | null> {
    const api = new URL(await own.anaf.connectUrl({ state: '', redirectUri: '' })).origin;
    const ahead = own.app.now().getTime() - Date.now();
    const args = [PROGRAM, t.databaseUrl, folder.path, api, String(ahead), String(nth)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.on('data', (bytes: Buffer) => {
      said += bytes.toString();
    });
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    ok(signal === 'SIGKILL' || code === 0, `${code} ${signal}`);
    return signal === 'SIGKILL' ? null : Number(said);
  }

  it('leaves each document accepted exactly once', async () => {
    let killed = 0;
    for (let draw = 0; draw < KILLED; draw += 1) {
      const invoice = await own.issue();
      // A run has some sixty steps; those from the upload on are what matters.
      for (let run = 0; run < 3; run += 1) {
        const nth = 1 + Math.floor(Math.random() * 60);
        if ((await runAndKill(nth)) === null) killed += 1;
        await own.advance(1);
      }
      for (let run = 0; run < 60 && (await own.stateOf(invoice)) !== 'accepted'; run += 1) {
        await own.run(1);
        await own.advance(9);
      }
      await own.run(8);
      const row = (await own.rows()).find(({ invoice_id: id }) => id === invoice.id);
      deepEqual([row?.state, row?.zip], ['accepted', 'kept']);
      const { documents } = await own.office();
      const taken = documents.filter(({ sha256 }) => sha256 === row?.xml_sha256);
      deepEqual(
        taken.filter(({ stare }) => stare === 'ok').map(({ index }) => index),
        [row?.upload_index],
      );
      equal(taken.length, 1, 'it was never sent twice');
    }
    ok(killed >= KILLED, `${killed} of ${KILLED * 3} were killed`);
  });
});
