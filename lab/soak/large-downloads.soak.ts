import { equal, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { askExport } from '#contract/exports.ts';
import { photosReady, smallPhoto } from '#testing/files/photos.ts';
import { type S3Store, s3Store } from '#testing/files/s3-store.ts';
import { newBatch, runEnded, startRun } from '#testing/runs.ts';
import { type Client, pollUntil, type TestServer, testServer } from '#testing/server.ts';

const MB = 1_000_000;
const FILE_BYTES = 350 * MB;
const MOST_GROWTH_BYTES = 150 * MB;

/** Downloads a gigabyte of results from a bucket. The reader is in the same process, so its memory counts as well. */
describe('downloads of a gigabyte out of a bucket', () => {
  let store: S3Store;
  let server: TestServer;
  let owner: Client & { uid: string };
  let batchId: string;

  before(async () => {
    store = await s3Store();
    server = await testServer({ FILES_URL: store.url, SECRET_KEY: 'ab'.repeat(32) });
    owner = await server.newUser();
    const photoIds: string[] = [];
    for (const seed of [1, 2, 3])
      photoIds.push(await owner.upload(await smallPhoto(seed), { name: `poza ${seed}.jpg` }));
    await photosReady(owner, photoIds);
    ({ id: batchId } = await newBatch(owner, { name: 'Ghete', photoIds }));
    await startRun(owner, batchId, { photoIds, cost: 1 });
    equal((await runEnded(owner, batchId)).run?.state, 'done');
    const { rows } = await server.database.pool.query('select file_key from results');
    for (const { file_key: key } of rows) {
      const { bytes } = await server.app.files.write(key, Readable.from(noise(FILE_BYTES)));
      equal(bytes, FILE_BYTES);
    }
    await server.database.pool.query('update results set bytes = $1', [FILE_BYTES]);
  });
  after(async () => {
    await server.close();
    await store.close();
  });

  const copiesOnDisk = async () => {
    const names = await readdir(join(server.dataDir, 'scratch'), { recursive: true, withFileTypes: true });
    return names.filter((entry) => entry.isFile() && /results|tmp/.test(entry.parentPath)).length;
  };

  it('stream through the server: little memory, no copy on its disk', async (t) => {
    const before = await copiesOnDisk();
    const { bytes, growth, copies } = await watched(async () => {
      const zip = await owner.fetch(`/api/batches/${batchId}/zip`);
      equal(zip.status, 200);
      return computeSize(zip);
    }, copiesOnDisk);
    ok(bytes > 3 * FILE_BYTES, `${bytes}`);
    equal(copies, before);
    ok(growth < MOST_GROWTH_BYTES, `${growth / MB} MB`);
    t.diagnostic(`${bytes / MB} MB with ${Math.round(growth / MB)} MB of memory`);
  });

  it('are put together as an archive of the account without a disk', async (t) => {
    const before = await copiesOnDisk();
    const { growth, copies } = await watched(async () => {
      await owner.call(askExport, {});
      return pollUntil(
        async () => (await server.database.pool.query('select state, bytes from data_exports')).rows[0],
        ({ state }) => state === 'ready',
      );
    }, copiesOnDisk);
    equal(copies, before);
    ok(growth < MOST_GROWTH_BYTES, `${growth / MB} MB`);
    t.diagnostic(`${Math.round(growth / MB)} MB of memory`);
  });

  it('begin in the middle when a browser asks for the rest', async () => {
    const { rows } = await server.database.pool.query('select id from data_exports');
    const path = `/api/exports/${rows[0].id}/file`;
    const whole = await owner.fetch(path);
    const from = 700 * MB;
    const rest = await owner.fetch(path, { headers: { range: `bytes=${from}-` } });
    equal(rest.status, 206);
    equal(await computeHash(rest), await computeHash(whole, from));
  });
});

/** Bytes that no compression makes small, the same each time. */
function* noise(bytes: number) {
  const block = createHash('sha256').update('noise').digest();
  const chunk = Buffer.alloc(MB, block);
  for (let sent = 0; sent < bytes; sent += MB) yield chunk;
}

async function computeSize(reply: Response): Promise<number> {
  let bytes = 0;
  for await (const chunk of reply.body ?? []) bytes += chunk.length;
  return bytes;
}

async function computeHash(reply: Response, from = 0): Promise<string> {
  const hash = createHash('sha256');
  let passed = 0;
  for await (const chunk of reply.body ?? []) {
    hash.update(chunk.subarray(Math.max(0, Math.min(chunk.length, from - passed))));
    passed += chunk.length;
  }
  return hash.digest('hex');
}

/** Returns the growth of memory and the number of files on the disk, each at most, while `work` ran. */
async function watched<T>(work: () => Promise<T>, countFiles: () => Promise<number>) {
  const start = process.memoryUsage().rss;
  let [most, copies] = [start, 0];
  const look = async () => {
    most = Math.max(most, process.memoryUsage().rss);
    copies = Math.max(copies, await countFiles());
  };
  const timer = setInterval(() => void look(), 50);
  try {
    const bytes = await work();
    await look();
    return { bytes: Number(bytes), growth: most - start, copies };
  } finally {
    clearInterval(timer);
  }
}
