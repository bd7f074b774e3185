import { equal, ok } from 'node:assert/strict';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { readBatch } from '#contract/batches.ts';
import { photosReady } from '#testing/files/photos.ts';
import { type S3Store, s3Store } from '#testing/files/s3-store.ts';
import { newBatch, runEnded, startRun } from '#testing/runs.ts';
import { type Client, type TestServer, testServer } from '#testing/server.ts';

const LIMIT_BYTES = 10_000_000;
const PHOTOS = 40;
const LOTS = 2;
const [WIDTH, HEIGHT] = [3264, 2448];

describe('a server whose folder for copies takes about three photos', () => {
  let store: S3Store;
  let server: TestServer;
  let owner: Client & { uid: string };

  before(async () => {
    store = await s3Store();
    server = await testServer({
      FILES_URL: store.url,
      SECRET_KEY: 'ab'.repeat(32),
      SCRATCH_BYTES: String(LIMIT_BYTES),
      LOT_PROCESSES: '2',
    });
    owner = await server.newUser();
  });
  after(async () => {
    await server.close();
    await store.close();
  });

  /** Bytes in the folder; a file that went meanwhile is none. */
  async function bytesInScratch(): Promise<number> {
    const entries = await readdir(join(server.dataDir, 'scratch'), { recursive: true, withFileTypes: true });
    const sizes = await Promise.all(
      entries
        .filter((entry) => entry.isFile())
        .map((entry) =>
          stat(join(entry.parentPath, entry.name)).then(
            ({ size }) => size,
            () => 0,
          ),
        ),
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  it(`runs ${PHOTOS} photos of 8 MP, none of which fails, and stays small`, async (t) => {
    let largest = 0;
    let most = 0;
    let isOver = false;
    const watching = (async () => {
      for (; !isOver; await wait(100)) most = Math.max(most, await bytesInScratch());
    })();
    for (let lot = 0; lot < LOTS; lot++) {
      const photoIds: string[] = [];
      for (let n = 0; n < PHOTOS / LOTS; n++) {
        const bytes = await grainyPhoto(100 * lot + n);
        largest = Math.max(largest, bytes.length);
        photoIds.push(await owner.upload(bytes, { name: `poza ${lot} ${n}.jpg` }));
      }
      await photosReady(owner, photoIds);
      const { id: batchId } = await newBatch(owner, { name: 'Ghete', photoIds });
      await startRun(owner, batchId, { photoIds, cost: 1 });
      equal((await runEnded(owner, batchId)).run?.state, 'done');
      const { results } = await owner.call(readBatch, { params: { batchId } });
      equal(Object.keys(results).length, photoIds.length);
    }
    isOver = true;
    await watching;
    t.diagnostic(
      `photos of up to ${(largest / 1e6).toFixed(1)} MB; at most ${(most / 1e6).toFixed(1)} MB in the folder of ${LIMIT_BYTES / 1e6} MB`,
    );
    // What is in work is held besides: of each of two hands an original, what was prepared of it, and what it writes.
    ok(most <= LIMIT_BYTES + 2 * 4 * largest, `${most}`);
  });
});

/** Grain is what makes a file as large as a camera's. */
function grainyPhoto(seed: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 90 + seed / 4, sigma: 14 } as const;
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: 'grey', noise } })
    .jpeg({ quality: 92 })
    .toBuffer();
}
