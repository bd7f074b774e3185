import { equal, match, ok } from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { ApiClient, runTool } from '../../e2e/support/api-client.ts';
import { PATIENCE } from '../../e2e/support/patience.ts';
import { type RunningApp, startApp } from '../../e2e/support/start-app.ts';

/** kill -9 of the whole server in the middle of batches: nothing acknowledged is lost, every credit is accounted for. */
const PHOTOS = 8;
const LONGEST_LIFE_MS = 1800;
const EMAIL = 'dealer@fotolot.example';

export function killInBatches(rounds: number): void {
  let app: RunningApp;
  let client: ApiClient;
  let photoIds: string[];
  let folder: string;

  before(async () => {
    app = await startApp({ LOG_LEVEL: 'warn' });
    client = new ApiClient(app.url);
    await client.call('POST', '/api/auth/register', { body: { email: EMAIL, password: 'drumul spre Cluj' } });
    const given = await runTool('tools/give-plan.ts', [EMAIL, '--plan', 'dealer', '--credits', '100'], {
      dataDir: app.dataDir,
    });
    equal(given.code, 0, given.output);
    folder = await mkdtemp(join(tmpdir(), 'fotolot-scenes-'));
    const scenes = ['--out', folder, '--count', String(PHOTOS), '--megapixels', '3'];
    const rendered = await runTool('lab/scenes/render.ts', scenes, { dataDir: app.dataDir });
    equal(rendered.code, 0, rendered.output);
    const batch = await client.call('POST', '/api/batches', { body: { name: 'Sursa' } });
    for (const name of await readdir(folder))
      await client.upload(new Uint8Array(await readFile(join(folder, name))), name, batch.body.id);
    const ready = await until(
      () => client.call('GET', `/api/batches/${batch.body.id}`),
      ({ body }) => Object.values<{ state: string }>(body.photos).every(({ state }) => state === 'ready'),
    );
    photoIds = ready.body.photoIds;
  });

  after(async () => {
    await app.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function until<T>(ask: () => Promise<T>, isMet: (answer: T) => boolean): Promise<T> {
    for (const deadline = Date.now() + 60_000 * PATIENCE; ; await wait(100)) {
      const answer = await ask();
      if (isMet(answer)) return answer;
      ok(Date.now() < deadline, `not in time: ${JSON.stringify(answer).slice(0, 400)}`);
    }
  }

  async function startBatch(round: number): Promise<string> {
    const batch = await client.call('POST', '/api/batches', { body: { name: `Lot ${round}`, photoIds } });
    const outputs = ['olx', 'autovit'].map((preset) => ({ kind: 'preset', preset }));
    await client.call('PATCH', `/api/batches/${batch.body.id}`, { body: { outputs } });
    const started = await client.call('POST', `/api/batches/${batch.body.id}/start`, {
      body: { photoIds, cost: 1 },
      headers: { 'idempotency-key': `runda-${round}-${Date.now()}` },
    });
    equal(started.status, 200, JSON.stringify(started.body));
    return batch.body.id;
  }

  test(`${rounds} kills in the middle of lots: each lot ends whole, is paid once and verify finds nothing`, async (t) => {
    let interrupted = 0;
    for (let round = 1; round <= rounds; round++) {
      const before = await client.call('GET', '/api/users/me');
      const batchId = await startBatch(round);
      await wait(Math.random() * LONGEST_LIFE_MS);
      const atKill = await client.call('GET', `/api/batches/${batchId}`);
      await app.kill('SIGKILL');
      if (atKill.body.run.finishedAt === null) interrupted += 1;
      await app.restart();
      const { body: batch } = await until(
        () => client.call('GET', `/api/batches/${batchId}`),
        ({ body }) => body.run.finishedAt !== null,
      );
      equal(batch.state, 'done', `round ${round}`);
      equal(Object.keys(batch.results).length, PHOTOS * 2, `round ${round}`);
      const { body: user } = await client.call('GET', '/api/users/me');
      equal(user.credits.totalCredits, before.body.credits.totalCredits - 1, `round ${round}`);
      const { output } = await runTool('tools/verify.ts', ['--strict', '--deep'], { dataDir: app.dataDir });
      match(output, /everything holds/, `round ${round}: ${output}`);
    }
    t.diagnostic(`${interrupted} of ${rounds} kills hit a lot in work`);
    ok(interrupted >= rounds / 4, `only ${interrupted} kills hit a lot in work`);
  });
}
