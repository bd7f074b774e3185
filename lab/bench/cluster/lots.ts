import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { register } from '#contract/auth.ts';
import { editBatch, readBatch } from '#contract/batches.ts';
import { photosReady } from '#testing/files/photos.ts';
import { newBatch, startRun } from '#testing/runs.ts';
import { PASSWORD } from '#testing/server.ts';
import { RoamingClient } from '../../cluster/cluster.ts';
import { photos } from '../photos.ts';

/** A person's lot of photos of 12 MP, all of them prepared. */
export interface Lot {
  readonly owner: RoamingClient;
  readonly batchId: string;
  readonly photoIds: string[];
}

/** `url`: of a process that serves people. */
export async function newLots(url: string, { owners, photosEach }: { owners: number; photosEach: number }) {
  const files = await Promise.all((await photos(photosEach)).map((path) => readFile(path)));
  const lots: Lot[] = [];
  for (let n = 0; n < owners; n++) {
    const owner = new RoamingClient([url]);
    await owner.call(register, { body: { email: `om${n}@fotolot.example`, password: PASSWORD } });
    const photoIds: string[] = [];
    for (const [at, file] of files.entries())
      photoIds.push(await owner.upload(file, { name: `poza ${at}.jpg` }));
    await photosReady(owner, photoIds);
    lots.push({ owner, photoIds, batchId: (await newBatch(owner, { name: 'Lot', photoIds })).id });
  }
  return lots;
}

export interface Pace {
  /** Photos. */
  readonly perSecond: number;
  /** How far apart the ends of the lots were, as a share of the whole time. */
  readonly spread: number;
}

/** Runs all lots at once, each anew: with another crop than before, which is as much work. */
export async function paceOf(lots: readonly Lot[], crop: '4:3' | '3:2'): Promise<Pace> {
  const costs: number[] = [];
  for (const { owner, batchId } of lots) {
    const { recipe, run } = await owner.call(readBatch, { params: { batchId } });
    costs.push(run ? 0 : 1);
    await owner.call(editBatch, { params: { batchId }, body: { recipe: { ...recipe, crop } } });
  }
  const begun = performance.now();
  await Promise.all(
    lots.map(({ owner, batchId, photoIds }, n) =>
      startRun(owner, batchId, { photoIds, cost: costs[n] ?? 1 }),
    ),
  );
  const ends = await Promise.all(
    lots.map(async ({ owner, batchId }) => {
      for (; ; await wait(250)) {
        const { run } = await owner.call(readBatch, { params: { batchId } });
        if (run?.finishedAt) return Date.parse(run.finishedAt);
      }
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  const count = lots.reduce((sum, { photoIds }) => sum + photoIds.length, 0);
  return { perSecond: count / seconds, spread: (Math.max(...ends) - Math.min(...ends)) / 1000 / seconds };
}
