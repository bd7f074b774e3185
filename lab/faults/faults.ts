import { deepEqual, equal, match } from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { runTool } from '../../e2e/support/api-client.ts';
import { type FragileFolder, realDisk } from '../../e2e/support/power-cut/power-cut.ts';
import { type RunningApp, startApp } from '../../e2e/support/start-app.ts';
import { FAULTS, forgetLimits, OF_THE_DISK, type Scene } from './kinds.ts';
import { atWork, buyers, editor, signedIn, starter, uploader, type Work } from './people.ts';

const EMAIL = 'dealer@fotolot.example';
const CREDITS = 2000;
const DISK_MB = 1500;
/** Between two faults, at most. */
const QUIET_MS = 1500;

/**
 * Every kind of fault, `rounds` times each, while people upload, edit, process and pay. Nothing that was acknowledged may be missing,
 * no answer may be a 500, all work goes on by itself, and verify finds nothing.
 */
export function faults(rounds: number, lastsMs: number): void {
  let app: RunningApp;
  let disk: FragileFolder | null = null;
  let scene: Scene;
  let folder = '';
  let people: Work[] = [];
  const broken: string[] = [];
  const realFetch = globalThis.fetch;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fotolot-faults-'));
    disk = await realDisk(DISK_MB);
    const clockFile = join(folder, 'clock');
    await writeFile(clockFile, '0');
    const clock = {
      NODE_OPTIONS: `--import=${join(import.meta.dirname, 'shifted-clock.ts')}`,
      CLOCK_FILE: clockFile,
    };
    const pays = { NETOPIA_MODE: 'simulator', TRUSTED_PROXIES: '127.0.0.1' };
    app = await startApp({ ...pays, ...clock }, disk?.path);
    scene = { app, disk, clockFile, lastsMs };
    const provider = app.provider();
    const dealer = await signedIn(app.url, EMAIL);
    const plan = [EMAIL, '--plan', 'dealer', '--credits', String(CREDITS)];
    equal((await runTool('tools/give-plan.ts', plan, { dataDir: app.dataDir })).code, 0);
    const { body } = await dealer.call('GET', '/api/users/me');
    people = [
      uploader(dealer),
      editor(dealer),
      starter(dealer, body.credits.totalCredits),
      buyers(app.url, provider),
    ];
    globalThis.fetch = async (...request) => {
      const answer = await realFetch(...request);
      // The provider's stand-in lies on the same disk, and may say so.
      if (answer.status === 500 && String(request[0]).startsWith(app.url))
        broken.push(`${request[0]}: ${await answer.clone().text()}`);
      return answer;
    };
  });
  after(async () => {
    globalThis.fetch = realFetch;
    await app?.stop();
    await disk?.remove();
    await rm(folder, { recursive: true, force: true });
  });

  describe('while people work', () => {
    for (const [name, strike] of Object.entries(FAULTS)) {
      it(`${name}, ${rounds} times: their work goes on, nothing is lost and no answer is a 500`, async (t) => {
        if (OF_THE_DISK.includes(name) && !disk) {
          t.diagnostic('not tried: only root can have a file system for it, where there are loop devices');
          return;
        }
        const work = atWork(people);
        const began = work.done();
        const waits: number[] = [];
        try {
          for (let round = 1; round <= rounds; round++) {
            await wait(Math.random() * QUIET_MS);
            await forgetLimits(app);
            await strike(scene);
            const healed = performance.now();
            await work.goOn();
            waits.push(performance.now() - healed);
          }
        } catch (error) {
          // The reporter says it only after all kinds, minutes later.
          console.error(name, error);
          throw error;
        } finally {
          await work.stop();
        }
        const done = work.done().map((count, n) => `${count - (began[n] ?? 0)} ${people[n]?.name}`);
        t.diagnostic(
          `${done.join(', ')}; all went on at most ${(Math.max(...waits) / 1000).toFixed(1)} s later`,
        );
        deepEqual(broken.splice(0), []);
        for (const person of people) await person.check();
        const { output } = await runTool('tools/verify.ts', ['--deep', '--strict'], { dataDir: app.dataDir });
        match(output, /everything holds/);
      });
    }
  });
}
