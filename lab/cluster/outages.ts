import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { login, register } from '#contract/auth.ts';
import { editBatch, listBatches, readBatch } from '#contract/batches.ts';
import { listPlans } from '#contract/payments.ts';
import { listPhotos } from '#contract/photos.ts';
import { readMe } from '#contract/users.ts';
import { photosReady, smallPhoto } from '#testing/files/photos.ts';
import { createDoor, type Door, withoutNotifications } from '#testing/requests/door.ts';
import { EventStream } from '#testing/requests/event-stream.ts';
import { newBatch, runEnded, startRun } from '#testing/runs.ts';
import { Client, PASSWORD, pollUntil, TUS } from '#testing/server.ts';
import {
  agreeToCheckout,
  type Buyer,
  beginPayment,
  createDeskClient,
  GOOD_CARD,
  orderBecomes,
  packageCalled,
} from '#testing/shop/shop.ts';
import { type Cluster, type Member, RoamingClient, startCluster } from './cluster.ts';

const EMAIL = 'dealer@fotolot.example';
const CREDITS = 3;
const BOUGHT = 10;

interface Lasting {
  /** Milliseconds for which the bucket, and the database, stay away after all have noticed. */
  readonly bucketMs: number;
  readonly databaseMs: number;
  /** False: the lease of a worker that is cut off is ended by the test. */
  readonly waitsForLeases: boolean;
}

/** Two web processes and two workers, of which the last has a way of its own to the database. */
export function describeOutages({ bucketMs, databaseMs, waitsForLeases }: Lasting): void {
  describe('two web processes and two workers', () => {
    let all: Cluster;
    let way: Door;
    let lonely: Door;
    let webs: Member[];
    let workers: Member[];
    let owner: RoamingClient;
    let photoIds: string[];
    let batchId: string;
    /** What the owner has but for one lot. */
    let credits = CREDITS;
    let buyer: Buyer;

    before(async () => {
      all = await startCluster({ isSelling: true });
      way = await createDoor(new URL(all.database.url));
      lonely = await createDoor(new URL(all.database.url));
      const shared = { DATABASE_URL: way.url };
      const started = await Promise.all([
        all.start('web', { env: shared }),
        all.start('web', { env: shared }),
        all.start('worker', { env: shared }),
        all.start('worker', { env: { DATABASE_URL: lonely.url } }),
      ]);
      webs = started.slice(0, 2);
      workers = started.slice(2);
      owner = new RoamingClient(webs.map(({ url }) => url));
      const { uid } = await owner.call(register, { body: { email: EMAIL, password: PASSWORD } });
      buyer = Object.assign(owner, { uid });
      photoIds = [];
      for (const seed of [1, 2, 3, 4, 5, 6])
        photoIds.push(await owner.upload(await smallPhoto(seed), { name: `poza ${seed}.jpg` }));
      await photosReady(owner, photoIds);
      ({ id: batchId } = await newBatch(owner, { name: 'Ghete', photoIds }));
    });
    after(async () => {
      for (const each of [way, lonely]) each.close();
      await all.close();
    });

    const query = async (text: string) => (await all.database.pool.query(text)).rows;
    const newest = '(select id from runs order by number desc limit 1)';
    const photosInRun = () =>
      query(`select state, attempts, lease_until > now() as held from run_photos where run_id = ${newest}`);
    const inWork = async () =>
      (await photosInRun()).filter(({ state, held }) => state === 'working' && held).length;
    /** Begins the batch anew, with another crop, and waits until a photo of it is in work. */
    const atWork = async (crop: '1:1' | '4:3' | '16:9', ids = photoIds) => {
      const { recipe } = await owner.call(readBatch, { params: { batchId } });
      await owner.call(editBatch, { params: { batchId }, body: { recipe: { ...recipe, crop } } });
      await all.store.goesWrong({ delayMs: 150 });
      const { totalCredits } = (await owner.call(readMe, {})).credits;
      await startRun(owner, batchId, { photoIds: ids, cost: totalCredits === credits ? 1 : 0 });
      await pollUntil(inWork, (n) => n > 0);
    };
    const endsWell = async (tries: number) => {
      const { run, results } = await runEnded(owner, batchId);
      deepEqual([run?.state, Object.keys(results).length], ['done', photoIds.length]);
      const photos = await photosInRun();
      ok(
        photos.every(({ attempts }) => attempts <= tries),
        JSON.stringify(photos),
      );
      equal((await owner.call(readMe, {})).credits.totalCredits, credits - 1);
      deepEqual(await all.broken(), []);
    };
    const say = async (members: readonly Member[], expected: { status: number; missing: string[] }) => {
      for (const { readiness } of members)
        await pollUntil(readiness, (said) => JSON.stringify(said) === JSON.stringify(expected));
    };

    if (waitsForLeases)
      for (const [what, fromServer, happens] of [
        ['that hears of no change', withoutNotifications, () => {}],
        ['whose connections went silent', undefined, ({ hush }: Door) => void hush()],
      ] as const)
        it(`keep a tab no older than its heartbeat at a process ${what}`, async (t) => {
          const own = await createDoor(new URL(all.database.url), fromServer);
          const member = await all.start('web', { env: { DATABASE_URL: own.url } });
          const tab = new EventStream(owner.createClientAt(member.url));
          await tab.waitForLiveEvent(({ key }) => key === 'users/me');
          happens(own);
          const began = performance.now();
          await owner.call(editBatch, { params: { batchId }, body: { name: what } });
          await tab.waitForLiveEvent(
            (event) => event.type === 'patch' && JSON.stringify(event.patch).includes(what),
          );
          t.diagnostic(`heard after ${formatSeconds(performance.now() - began)}`);
          tab.close();
          member.tell('SIGKILL');
          await member.end();
          own.close();
        });

    it('go on by themselves when the bucket was away: meanwhile everything works that needs no file, and no try counts', async (t) => {
      await atWork('1:1');
      const late = await smallPhoto(7);
      await all.store.goesWrong();
      const preparing = await owner.upload(late, { name: 'poza 7.jpg' });
      await all.store.goesWrong({ isDown: true });
      const began = performance.now();
      await say(workers, { status: 503, missing: ['files'] });
      await say(webs, { status: 200, missing: ['files'] });
      await pollUntil(inWork, (n) => n === 0);
      for (const { url } of webs) await isToldToWait(owner.createClientAt(url));
      const tab = new EventStream(owner.createClientAt(webs[0]?.url ?? ''));
      await tab.waitForLiveEvent(({ key }) => key === 'users/me');
      await owner
        .createClientAt(webs[1]?.url ?? '')
        .call(editBatch, { params: { batchId }, body: { name: 'Cizme' } });
      await tab.waitForLiveEvent(
        (event) => event.type === 'patch' && JSON.stringify(event.patch).includes('Cizme'),
      );
      tab.close();
      await buyTenCredits(buyer);
      credits += BOUGHT;
      await wait(bucketMs);
      for (const { url } of webs) {
        equal((await owner.createClientAt(url).call(listBatches, {})).batches.length, 1);
        ok((await owner.createClientAt(url).call(listPhotos, {})).photos.length >= photoIds.length);
        ok((await owner.createClientAt(url).call(listPlans, {})).plans.length > 0);
        await new Client(url).call(login, { body: { email: EMAIL, password: PASSWORD } });
      }
      const photos = await photosInRun();
      ok(
        photos.every(({ state, attempts }) => state !== 'failed' && attempts <= 1),
        JSON.stringify(photos),
      );
      await all.store.goesWrong();
      const back = performance.now();
      await endsWell(1);
      await photosReady(owner, [preparing]);
      t.diagnostic(
        `away for ${formatSeconds(back - began)}, over ${formatSeconds(performance.now() - back)} later`,
      );
      await say(workers, { status: 200, missing: [] });
    });

    it('go on by themselves when the database was away, and no try counts', async (t) => {
      await atWork('4:3');
      for (const each of [way, lonely]) each.shut();
      const began = performance.now();
      for (const { readiness, url } of [...webs, ...workers]) {
        ok((await pollUntil(readiness, ({ status }) => status === 503)).missing.includes('database'));
        equal((await fetch(`${url}/livez`)).status, 200);
      }
      for (const { url } of webs) await isToldToWait(owner.createClientAt(url));
      await wait(databaseMs);
      for (const each of [way, lonely]) each.open();
      const back = performance.now();
      await say([...webs, ...workers], { status: 200, missing: [] });
      await all.store.goesWrong();
      await endsWell(1);
      t.diagnostic(
        `away for ${formatSeconds(back - began)}, over ${formatSeconds(performance.now() - back)} later`,
      );
    });

    it('finish the photo of a worker that is cut off from the database, whose late result is dropped with its files', async (t) => {
      const [near, far] = workers as [Member, Member];
      near.tell('SIGKILL');
      await near.end();
      await atWork('16:9');
      lonely.shut();
      const cut = performance.now();
      const [held] = await query(
        `select photo_id, lease_token from run_photos where state = 'working' and run_id = ${newest}`,
      );
      await all.start('worker', { env: { DATABASE_URL: way.url } });
      await pollUntil(
        async () => {
          if (!waitsForLeases)
            await query(
              `update run_photos set lease_until = now() where lease_token = '${held.lease_token}'`,
            );
          const [photo] = await query(
            `select lease_token from run_photos where photo_id = '${held.photo_id}' and run_id = ${newest}`,
          );
          return photo.lease_token;
        },
        (token) => token !== held.lease_token,
      );
      t.diagnostic(`taken over after ${formatSeconds(performance.now() - cut)}`);
      await all.store.goesWrong();
      await endsWell(2);
      lonely.open();
      await pollUntil(far.readiness, ({ status }) => status === 200);
      deepEqual(
        await pollUntil(
          () => all.broken(0),
          (broken) => broken.length === 0,
        ),
        [],
      );
    });
  });
}

/** Ten credits, paid with a card. */
async function buyTenCredits(buyer: Buyer): Promise<void> {
  const item = await packageCalled(buyer, 'Starter 10');
  await agreeToCheckout(buyer, item);
  const { orderId, paymentUrl } = await beginPayment(buyer, item.id);
  await createDeskClient(paymentUrl ?? '')('POST', `/orders/${orderId}/pay`, { card: GOOD_CARD });
  await orderBecomes(buyer, orderId, 'paid');
}

/** What a client is told that sends a file. */
async function isToldToWait(client: Client): Promise<void> {
  const refused = await client.fetch('/api/uploads', {
    method: 'POST',
    headers: { ...TUS, 'upload-length': '100', 'upload-metadata': `name ${btoa('poza.jpg')}` },
  });
  equal(refused.status, 503);
  ok(Number(refused.headers.get('retry-after')) > 0);
}

function formatSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
