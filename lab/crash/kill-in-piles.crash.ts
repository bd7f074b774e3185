import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { ApiClient, runTool } from '../../e2e/support/api-client.ts';
import { PATIENCE } from '../../e2e/support/patience.ts';
import { type RunningApp, startApp } from '../../e2e/support/start-app.ts';

/** kill -9 of the whole server while a pile is divided, and while its lots are started. */
const LOTS = 12;
const ROUNDS = 3;
const EMAIL = 'magazin@fotolot.example';

let app: RunningApp;
let client: ApiClient;
let photoIds: string[];

before(async () => {
  app = await startApp({ LOG_LEVEL: 'warn' });
  client = new ApiClient(app.url);
  await client.call('POST', '/api/auth/register', { body: { email: EMAIL, password: 'un raft cu pantofi' } });
  const given = await runTool('tools/give-plan.ts', [EMAIL, '--plan', 'dealer', '--credits', '200'], {
    dataDir: app.dataDir,
  });
  equal(given.code, 0, given.output);
  const { body: source } = await client.call('POST', '/api/batches', { body: { name: 'Sursa' } });
  for (let n = 0; n < LOTS; n++) {
    const background = { r: 20 * n, g: 90, b: 200 - 15 * n };
    const file = await sharp({ create: { width: 640, height: 480, channels: 3, background } })
      .jpeg()
      .toBuffer();
    await client.upload(new Uint8Array(file), `SKU-${n}.jpg`, source.id);
  }
  const ready = await until(
    () => client.call('GET', `/api/batches/${source.id}`),
    ({ body }) => Object.values<{ state: string }>(body.photos).every(({ state }) => state === 'ready'),
  );
  photoIds = ready.body.photoIds;
});

after(() => app.stop());

async function until<T>(ask: () => Promise<T>, isMet: (answer: T) => boolean): Promise<T> {
  for (const deadline = Date.now() + 60_000 * PATIENCE; ; await wait(100)) {
    const answer = await ask();
    if (isMet(answer)) return answer;
    ok(Date.now() < deadline, `not in time: ${JSON.stringify(answer).slice(0, 400)}`);
  }
}

/** Sends a request and kills the server within `longest` ms of it; returns whether the answer had come. */
async function killWhile(request: () => Promise<unknown>, longest: number): Promise<boolean> {
  let answered = false;
  const sent = request().then(
    () => {
      answered = true;
    },
    () => {},
  );
  await wait(Math.random() * longest);
  const wasAnswered = answered;
  await app.kill('SIGKILL');
  await sent;
  await app.restart();
  return wasAnswered;
}

async function readPile(pileId: string): Promise<{ id: string; photoIds: string[] }[]> {
  const { body } = await client.call('GET', `/api/batches?pile=${pileId}`);
  const ids: string[] = body.batches.map(({ id }: { id: string }) => id);
  const lots = ids.length > 0 ? ids : [pileId];
  return Promise.all(lots.map(async (id) => (await client.call('GET', `/api/batches/${id}`)).body));
}

test('kills while piles are divided and started: no photo is lost or doubled, each lot runs once and is paid once', async (t) => {
  const cut = { divisions: 0, starts: 0 };
  for (let round = 1; round <= ROUNDS; round++) {
    const { totalCredits: had } = (await client.call('GET', '/api/users/me')).body.credits;
    const { body: pile } = await client.call('POST', '/api/batches', {
      body: { name: `Zi ${round}`, photoIds },
    });
    const body = { lots: photoIds.map((id, n) => ({ name: `SKU-${n}`, photoIds: [id] })) };
    const divide = () => client.call('POST', `/api/batches/${pile.id}/divide`, { body });
    if (!(await killWhile(divide, 250))) cut.divisions += 1;
    let lots = await readPile(pile.id);
    deepEqual(lots.flatMap((lot) => lot.photoIds).sort(), [...photoIds].sort(), `round ${round}`);
    ok(lots.length === 1 || lots.length === LOTS, `divided wholly or not at all: ${lots.length}`);
    if (lots.length === 1) equal((await divide()).status, 200);
    lots = await readPile(pile.id);

    const start = () =>
      client.call('POST', '/api/starts', {
        body: { lots: lots.map((lot) => ({ batchId: lot.id, photoIds: lot.photoIds, cost: 1 })) },
        headers: { 'idempotency-key': `zi-${round}-${had}` },
      });
    if (!(await killWhile(start, 500))) cut.starts += 1;
    const again = await start();
    deepEqual(again.body.refusals, Array(LOTS).fill(null), `round ${round}`);
    const done = await until(
      () => readPile(pile.id),
      (all) => all.every((lot) => 'state' in lot && lot.state === 'done'),
    );
    deepEqual(
      done.map((lot) => ('run' in lot ? (lot.run as { number: number }).number : 0)),
      Array(LOTS).fill(1),
    );
    const { totalCredits: left } = (await client.call('GET', '/api/users/me')).body.credits;
    equal(left, had - LOTS, `round ${round}`);
  }
  const { output } = await runTool('tools/verify.ts', ['--strict', '--deep'], { dataDir: app.dataDir });
  match(output, /everything holds/, output);
  t.diagnostic(`of ${ROUNDS} kills each ${cut.divisions} hit a division and ${cut.starts} a start`);
  ok(cut.divisions + cut.starts >= ROUNDS / 2, 'most kills came too late to hit anything');
});
