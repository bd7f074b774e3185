import { deepEqual, equal, ok } from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { photosReady, smallPhoto } from '#testing/files/photos.ts';
import { runEnded, startRun } from '#testing/runs.ts';
import { pollUntil } from '#testing/server.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#testing/temporary-folder.ts';
import type { Member } from '../cluster/cluster.ts';
import { type BusyCluster, busyCluster } from './busy-cluster.ts';
import { copyProduct } from './product-copy.ts';
import { NEW, OLD } from './rolled-versions.ts';

/** Orders in which five processes are replaced: letters are web processes and workers, capitals those that come back in the old version. */
const ORDERS = [...listOrders('wwwkk'), 'wkWwKkwwk'];

describe('three web processes and two workers, replaced one after the other under traffic, an upload and a lot', () => {
  let folder: TemporaryFolder;
  let versions: { old: string; next: string };
  let busy: BusyCluster;

  beforeEach(async () => {
    folder = await makeTemporaryFolder();
    const [old = '', next = ''] = await Promise.all([OLD, NEW].map((each) => copyProduct(folder.path, each)));
    versions = { old, next };
    busy = await busyCluster(old, { webs: 3, workers: 2 });
  });
  afterEach(async () => {
    await busy?.close();
    await folder?.remove();
  });

  /** Ends the process that has run longest, and starts one in its place once it is gone. */
  const replaceOldest = async (members: Member[], role: 'web' | 'worker', main: string) => {
    const oldest = members.shift();
    oldest?.tell('SIGTERM');
    equal(await oldest?.end(), 0);
    const instead = await busy.all.start(role, { main });
    members.push(instead);
    if (role === 'web') busy.ready.add(instead);
  };

  /** Replaces all in this order during an upload and a run, both of which have to succeed. */
  const replaceAll = async (order: string, main: string) => {
    const { all, traffic, batchId, photoIds } = busy;
    const [webs, workers] = [[...busy.webs], [...busy.workers]];
    await all.store.goesWrong({ delayMs: 100 });
    const photo = traffic.upload(await smallPhoto(9, 1200, 900), 'poza 9.jpg');
    await startRun(busy.at(webs), batchId, { photoIds, cost: 1 });
    for (const letter of order) {
      const replaced = letter === letter.toUpperCase() ? versions.old : main;
      if (letter.toLowerCase() === 'w') await replaceOldest(webs, 'web', replaced);
      else await replaceOldest(workers, 'worker', replaced);
    }
    await all.store.goesWrong();
    const owner = busy.at(webs);
    await photosReady(owner, [await photo]);
    const { run, results } = await runEnded(owner, batchId);
    deepEqual([run?.state, Object.keys(results).length], ['done', photoIds.length]);
    return webs;
  };

  const nothingWasLost = async () => {
    await busy.traffic.stopTraffic();
    ok(busy.traffic.sent > 200);
    deepEqual(busy.traffic.problems, []);
    deepEqual(await busy.all.broken(), []);
  };

  it('of the same version cost no request', async () => {
    await replaceAll('wwwkk', versions.old);
    await nothingWasLost();
  });

  for (const order of ORDERS)
    it(`of a newer version cost no request in the order ${order}`, async () => {
      const webs = await replaceAll(order, versions.next);
      for (const { url } of webs)
        await pollUntil(
          async () => (await fetch(url)).text(),
          (page) => page.includes('app-v2.js'),
        );
      await nothingWasLost();
    });
});

/** Returns all orders of some letters, each once. */
function listOrders(letters: string): string[] {
  if (letters === '') return [''];
  return [...new Set(letters)].flatMap((first) =>
    listOrders(letters.replace(first, '')).map((rest) => first + rest),
  );
}
