import { deepEqual, equal } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { register } from '#contract/auth.ts';
import { editBatch, readBatch } from '#contract/batches.ts';
import { readMe } from '#contract/users.ts';
import { smallPhoto } from '#testing/files/photos.ts';
import { newBatch, startRun } from '#testing/runs.ts';
import { PASSWORD, Refused } from '#testing/server.ts';
import { type Cluster, type Member, RoamingClient, startCluster } from './cluster.ts';

const PHOTOS = 12;
const CREDITS = 3;
const MINUTES = 12;
/** Of the store's replies one in five is 503, one in nineteen is cut in the middle, and one in a hundred and one never comes: not the same ones. */
const POOR = { failEvery: 5, cutEvery: 19, hangEvery: 101 };

describe('two web processes and two workers over a store that fails, cuts and hangs', () => {
  let all: Cluster;
  let webs: Member[];
  let owner: RoamingClient;

  before(async () => {
    all = await startCluster();
    webs = await Promise.all([all.start('web'), all.start('web')]);
    await Promise.all([all.start('worker'), all.start('worker')]);
    owner = new RoamingClient(webs.map(({ url }) => url));
    await owner.call(register, { body: { email: 'dealer@fotolot.example', password: PASSWORD } });
  });
  after(() => all.close());

  /** As a browser does it: again while the server says that it may pass. */
  async function patiently<T>(
    what: string,
    ask: () => Promise<T>,
    isMet: (reply: T) => boolean = () => true,
  ) {
    let last: unknown;
    for (const deadline = Date.now() + MINUTES * 60_000; Date.now() < deadline; await wait(500))
      try {
        const reply = await ask();
        last = reply;
        if (isMet(reply)) return reply;
      } catch (error) {
        last = error;
        if (error instanceof Refused && error.status < 500 && error.status !== 429) throw error;
      }
    throw new Error(`${what}: ${last instanceof Error ? last.stack : JSON.stringify(last).slice(0, 2000)}`);
  }

  it('every photo arrives whole, every lot ends done, nothing is stored cut off, each credit is accounted for', async (t) => {
    await all.store.goesWrong(POOR);
    const began = performance.now();
    const since = () => `${((performance.now() - began) / 1000).toFixed(1)} s`;
    const photoIds: string[] = [];
    for (let seed = 1; seed <= PHOTOS; seed++) {
      const bytes = await smallPhoto(seed, 1600, 1200);
      photoIds.push(
        await patiently(`photo ${seed}`, () => owner.upload(bytes, { name: `poza ${seed}.jpg` })),
      );
    }
    t.diagnostic(`${PHOTOS} photos uploaded after ${since()}`);
    const { id: batchId } = await patiently('lot', () => newBatch(owner, { name: 'Ghete', photoIds }));
    const read = () => owner.call(readBatch, { params: { batchId } });
    await patiently('prepared', read, ({ photos }) =>
      Object.values(photos).every(({ state }) => state === 'ready'),
    );
    t.diagnostic(`prepared after ${since()}`);
    await patiently('start', () => startRun(owner, batchId, { photoIds, cost: 1 }));
    const first = await patiently('run', read, ({ run }) => run?.finishedAt != null);
    t.diagnostic(`run after ${since()}`);
    deepEqual([first.run?.state, Object.keys(first.results).length], ['done', PHOTOS]);
    const { recipe } = first;
    await owner.call(editBatch, { params: { batchId }, body: { recipe: { ...recipe, crop: '1:1' } } });
    await patiently('second start', () => startRun(owner, batchId, { photoIds, cost: 0 }));
    const second = await patiently(
      'second run',
      read,
      ({ run }) => run?.finishedAt != null && run.id !== first.run?.id,
    );
    t.diagnostic(`second run after ${since()}`);
    deepEqual([second.run?.state, Object.keys(second.results).length], ['done', PHOTOS]);
    await all.store.goesWrong();
    equal((await owner.call(readMe, {})).credits.totalCredits, CREDITS - 1);
    deepEqual(await all.broken(3_600_000), []);
  });
});
