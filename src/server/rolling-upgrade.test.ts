import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { login, register } from '#contract/auth.ts';
import { type Cluster, cluster, type Member, RoamingClient } from '#testing/cluster.ts';
import { photosReady, smallPhoto, uploadPhotos } from '#testing/files/photos.ts';
import { newBatch } from '#testing/runs.ts';
import { PASSWORD, until } from '#testing/server.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#testing/temporary-folder.ts';
import { copyProduct } from '#testing/versions/product-copy.ts';
import { ReadyMembers } from '#testing/versions/ready-members.ts';
import { editOf, NEW, OLD, TAKES_AWAY } from '#testing/versions/rolled-versions.ts';
import { Traffic } from '#testing/versions/traffic.ts';

const EMAIL = 'dealer@fotolot.example';

describe('an upgrade while people work', () => {
  let folder: TemporaryFolder;
  let all: Cluster;
  let old: string;
  let next: string;
  let last: string;
  let webs: Member[];
  let worker: Member;
  let owner: RoamingClient;
  let ready: ReadyMembers;
  let traffic: Traffic;

  before(async () => {
    folder = await makeTemporaryFolder();
    all = await cluster();
    [old, next, last] = (await Promise.all(
      [OLD, NEW, TAKES_AWAY].map((each) => copyProduct(folder.path, each)),
    )) as [string, string, string];
    const started = await Promise.all([
      all.start('web', old),
      all.start('web', old),
      all.start('worker', old),
    ]);
    [webs, worker] = [started.slice(0, 2), started[2]];
    owner = new RoamingClient(webs.map(({ url }) => url));
    await owner.call(register, { body: { email: EMAIL, password: PASSWORD } });
    await owner.call(login, { body: { email: EMAIL, password: PASSWORD } });
    const photoIds = await uploadPhotos(owner, [1, 2]);
    const { id: batchId } = await newBatch(owner, { name: 'Lot', photoIds });
    ready = new ReadyMembers();
    for (const web of webs) ready.add(web);
    await until(
      async () => {
        try {
          return ready.next();
        } catch {
          return null;
        }
      },
      (found) => found !== null,
    );
    traffic = new Traffic({ ready, cookie: owner.cookie, batchId, editOf });
  });
  after(async () => {
    await traffic?.end();
    await ready?.end();
    await all?.close();
    await folder?.remove();
  });

  const replace = async (member: Member, main: string) => {
    member.tell('SIGTERM');
    const [instead] = await Promise.all([all.start('web', main), member.end()]);
    ready.add(instead);
    return instead;
  };
  const pageAt = async ({ url }: Member) => /app-(\w+)\.js/.exec(await (await fetch(url)).text())?.[1];
  const rolled = async () => (await all.database.pool.query('select from rolled')).rowCount ?? 0;
  const contracting = () => all.start('worker', last);

  it('hands out the old page as long as one old web process lives, and restarts old ones on the newer schema', async () => {
    const [first, second] = webs as [Member, Member];
    const photo = traffic.upload(await smallPhoto(9, 1200, 900), 'poza 9.jpg');
    const third = await all.start('web', next);
    ready.add(third);
    webs = [third, await replace(first, next), await replace(second, old)];
    for (const web of webs) equal(await pageAt(web), 'v1');
    deepEqual(new Set(traffic.pages), new Set(['v1']));
    await photosReady(new RoamingClient(webs.map(({ url }) => url)).as(owner), [await photo]);
    deepEqual(traffic.problems, []);
  });

  it('applies nothing that a living process of the old version does not bear', async () => {
    await rejects(
      contracting(),
      /9002-rolled-without\.sql is not applied while processes live whose code is older than 9001/,
    );
  });

  it('hands out the new page once the last old one is gone, and lets old tabs find their scripts everywhere', async () => {
    const oldest = webs.pop() as Member;
    oldest.tell('SIGTERM');
    await oldest.end();
    for (const web of webs)
      await until(
        () => pageAt(web),
        (version) => version === 'v2',
      );
    for (const { url } of webs)
      for (const script of ['app-v1.js', 'lazy-v1.js', 'app-v2.js', 'lazy-v2.js']) {
        const reply = await fetch(`${url}/assets/${script}`);
        equal(reply.status, 200, script);
        equal(reply.headers.get('cache-control'), 'public, max-age=31536000, immutable');
        equal(reply.headers.get('content-type'), 'application/javascript; charset=utf-8');
      }
    equal((await fetch(`${webs[0]?.url}/assets/app-v9.js`)).status, 404);
    await until(
      async () => traffic.pages.at(-1),
      (version) => version === 'v2',
    );
  });

  it('has new jobs wait for the first new worker, and takes away once nothing old lives', async () => {
    equal(await rolled(), 0);
    const newer = await all.start('worker', next);
    worker.tell('SIGTERM');
    equal(await worker.end(), 0);
    await until(rolled, (jobs) => jobs > 0);
    const third = await contracting();
    deepEqual((await third.readiness()).missing, []);
    newer.tell('SIGTERM');
    equal(await newer.end(), 0);
  });

  it('costs no request that a single version would not have cost', async () => {
    await traffic.end();
    ok(traffic.sent > 100);
    deepEqual(traffic.problems, []);
    deepEqual(await all.broken(), []);
  });
});
