import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { photosReady, smallPhoto } from '#testing/files/photos.ts';
import { pollUntil } from '#testing/server.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#testing/temporary-folder.ts';
import type { Member } from '../cluster/cluster.ts';
import { type BusyCluster, busyCluster } from './busy-cluster.ts';
import { copyProduct } from './product-copy.ts';
import { NEW, OLD, TAKES_AWAY } from './rolled-versions.ts';

describe('an upgrade while people work', () => {
  let folder: TemporaryFolder;
  let busy: BusyCluster;
  let old: string;
  let next: string;
  let last: string;
  let webs: Member[];

  before(async () => {
    folder = await makeTemporaryFolder();
    [old, next, last] = (await Promise.all(
      [OLD, NEW, TAKES_AWAY].map((each) => copyProduct(folder.path, each)),
    )) as [string, string, string];
    busy = await busyCluster(old, { webs: 2, workers: 1 });
    webs = [...busy.webs];
  });
  after(async () => {
    await busy?.close();
    await folder?.remove();
  });

  const replace = async (member: Member, main: string) => {
    member.tell('SIGTERM');
    const [instead] = await Promise.all([busy.all.start('web', { main }), member.end()]);
    busy.ready.add(instead);
    return instead;
  };
  const pageAt = async ({ url }: Member) => /app-(\w+)\.js/.exec(await (await fetch(url)).text())?.[1];
  const rolled = async () => (await busy.all.database.pool.query('select from rolled')).rowCount ?? 0;
  const contracting = () => busy.all.start('worker', { main: last });

  it('hands out the old page as long as one old web process lives, and restarts old ones on the newer schema', async () => {
    const [first, second] = webs as [Member, Member];
    const photo = busy.traffic.upload(await smallPhoto(9, 1200, 900), 'poza 9.jpg');
    const third = await busy.all.start('web', { main: next });
    busy.ready.add(third);
    webs = [third, await replace(first, next), await replace(second, old)];
    for (const web of webs) equal(await pageAt(web), 'v1');
    deepEqual(new Set(busy.traffic.pages), new Set(['v1']));
    await photosReady(busy.at(webs), [await photo]);
    deepEqual(busy.traffic.problems, []);
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
      await pollUntil(
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
    await pollUntil(
      async () => busy.traffic.pages.at(-1),
      (version) => version === 'v2',
    );
  });

  it('has new jobs wait for the first new worker, and takes away once nothing old lives', async () => {
    equal(await rolled(), 0);
    const newer = await busy.all.start('worker', { main: next });
    const [worker] = busy.workers;
    worker?.tell('SIGTERM');
    equal(await worker?.end(), 0);
    await pollUntil(rolled, (jobs) => jobs > 0);
    const third = await contracting();
    deepEqual((await third.readiness()).missing, []);
    newer.tell('SIGTERM');
    equal(await newer.end(), 0);
  });

  it('costs no request that a single version would not have cost', async () => {
    await busy.traffic.stopTraffic();
    ok(busy.traffic.sent > 100);
    deepEqual(busy.traffic.problems, []);
    deepEqual(await busy.all.broken(), []);
  });
});
