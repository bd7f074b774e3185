import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Dealer } from './dealer.ts';
import { SIZE } from './size.ts';
import { add, median, two } from './table.ts';

const CONCURRENCY = 3;
const MEGABYTES = 5;

export async function uploadsAgainstPut(shop: Dealer, rounds: number): Promise<void> {
  const { files } = SIZE;
  const bytes = MEGABYTES * 1_000_000;
  await putSeconds(5, bytes);
  const tus: number[] = [];
  const put: number[] = [];
  for (let round = 0; round < rounds; round++) {
    put.push(await putSeconds(files, bytes));
    tus.push(await tusSeconds(shop, files, bytes));
  }
  add({
    measured: `upload of ${files} × ${MEGABYTES} MB, three at a time ÷ bare streaming PUT of the same bytes`,
    ours: `${two(median(tus))} s`,
    other: `${two(median(put))} s`,
    ratios: tus.map((seconds, n) => seconds / (put[n] ?? 1)),
    goal: null,
    met: null,
  });
}

async function inTurns(count: number, send: (n: number) => Promise<void>): Promise<number> {
  let next = 0;
  const start = performance.now();
  const sender = async () => {
    while (next < count) await send(next++);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, sender));
  return (performance.now() - start) / 1000;
}

/** Seconds for `count` files through tus into the product (refused afterwards as no photos: the bytes are what is timed). */
async function tusSeconds({ client }: Dealer, count: number, bytes: number): Promise<number> {
  const { body: batch } = await client.call('POST', '/api/batches', { body: { name: 'Octeți' } });
  const file = new Uint8Array(randomBytes(bytes));
  return inTurns(count, async (n) => {
    await client.upload(file, `${n}.bin`, batch.id);
  });
}

/** Seconds for the same bytes by PUT into a server that does nothing but write them to files. */
async function putSeconds(count: number, bytes: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'fotolot-put-'));
  const server = createServer(async (incoming, answer) => {
    await pipeline(incoming, createWriteStream(join(folder, incoming.url?.slice(1) ?? 'x')));
    answer.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const file = randomBytes(bytes);
  const seconds = await inTurns(count, (n) => put(port, `/${n}`, file));
  server.close();
  await rm(folder, { recursive: true, force: true });
  return seconds;
}

function put(port: number, path: string, body: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-length': body.length };
    const outgoing = request({ port, host: '127.0.0.1', path, method: 'PUT', headers }, (answer) => {
      answer.resume().on('end', resolve);
    });
    outgoing.on('error', reject).end(body);
  });
}
