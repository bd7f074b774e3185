import { deepEqual, equal, ok } from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { tryPhoto } from '#contract/recipes/try-photo.ts';
import { TRY_BYTES } from '#domain/recipes/test-image.ts';
import { smallPhoto } from '#testing/files/photos.ts';
import { type TestServer, testServer } from '#testing/server.ts';

const heard: string[] = [];
let server: TestServer;
let photo: Buffer;
let addresses = 0;
/** An address that has tried nothing yet, in a network of its own. */
const newAddress = () => `10.${++addresses}.0.1`;

async function trying(bytes: Uint8Array, from = newAddress()) {
  const response = await fetch(new URL(tryPhoto.path, server.url), {
    method: 'POST',
    headers: {
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/octet-stream',
      'x-forwarded-for': from,
    },
    body: bytes as Uint8Array<ArrayBuffer>,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Tables that a server writes to by itself, some of them a while after its start. */
const BY_ITSELF = ['processes', 'report_days', 'report_sums', 'verify_results'];

/** Returns the number of rows of every other table and all files of the server, its working files included. */
async function everything() {
  const { rows: tables } = await server.database.pool.query(
    `select table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema = 'public' and table_name <> all($1) order by 1`,
    [BY_ITSELF],
  );
  const counts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await server.database.pool.query(`select count(*) from ${name}`);
    counts.push(`${name} ${rows[0].count}`);
  }
  const files = await readdir(server.dataDir, { recursive: true });
  return { counts, files: files.sort() };
}

describe('a visitor’s photo', () => {
  before(async () => {
    // Visitors of the test come through a proxy that names their address.
    server = await testServer({ TRUSTED_PROXIES: '127.0.0.1' }, (line) => heard.push(line));
    photo = await smallPhoto(1, 1600, 1200);
  });
  after(() => server.close());

  it('comes back before and after, at most 800 px and marked, and leaves neither file nor row nor its words in the log', async () => {
    const plain = sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#808080' } });
    const untouched = await everything();
    const { status, body } = await trying(await plain.jpeg().toBuffer());
    equal(status, 200);
    for (const picture of [body.before, body.after]) {
      const bytes = Buffer.from(picture, 'base64');
      const { format, width, height } = await sharp(bytes).metadata();
      deepEqual([format, width, height], ['jpeg', 800, 600]);
      const { channels } = await sharp(bytes).stats();
      ok((channels[0]?.stdev ?? 0) > 3, 'a grey photo comes back with letters on it');
    }
    const real = await trying(photo);
    ok(real.body.before !== real.body.after);
    deepEqual(await everything(), untouched);
    deepEqual(
      heard.filter((line) => /api\/try/.test(line)),
      [],
    );
  });

  it('is known by its bytes: no photo, too large, broken or a trap is refused in words, and leaves nothing either', async () => {
    const untouched = await everything();
    const png = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#fff' } })
        .png({ compressionLevel: 9 })
        .toBuffer();
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>';
    const cases: [Uint8Array, number, string][] = [
      [new Uint8Array(0), 422, 'photos/empty'],
      [Buffer.from('GIF89a……'), 422, 'photos/format-gif'],
      [Buffer.from(svg), 422, 'photos/format-svg'],
      [Buffer.from('<?php system("id") ?>'), 422, 'photos/not-a-photo'],
      [photo.subarray(0, photo.length / 2), 422, 'photos/corrupt'],
      [photo.subarray(0, 20), 422, 'photos/corrupt'],
      [await png(1601, 20), 422, 'photos/too-long-side'],
      [await png(12_000, 12_000), 422, 'photos/too-long-side'],
      [await png(20, 20), 422, 'photos/too-small'],
      [Buffer.concat([photo, Buffer.alloc(TRY_BYTES)]), 413, 'photos/too-large-file'],
    ];
    for (const [bytes, status, code] of cases) {
      const refused = await trying(bytes);
      deepEqual([refused.body.code, refused.status], [code, status]);
      ok(refused.body.message.length > 10);
    }
    deepEqual(await everything(), untouched);
    equal((await trying(photo)).status, 200, 'the next one is served as ever');
  });

  it('is tried five times an hour from one address, of IPv6 from one /64; other addresses are not kept from it', async () => {
    const small = await smallPhoto(2, 200, 150);
    for (let n = 0; n < 5; n++) equal((await trying(small, `2001:db8:7:1::${n}`)).status, 200);
    const { status, headers, body } = await trying(small, '2001:db8:7:1:ffff::1');
    equal(status, 429);
    equal(body.code, 'photos/try-limit');
    const wait = Number(headers.get('retry-after'));
    ok(wait > 3500 && wait <= 3600, String(wait));
    equal((await trying(small, '2001:db8:7:2::1')).status, 200);
    equal((await trying(small)).status, 200);
  });

  it('is one at a time from an address; those that come slowly keep no others from trying', async () => {
    const first = newAddress();
    const held = await Promise.all([
      holding(first),
      ...Array.from({ length: 11 }, () => holding(newAddress())),
    ]);
    const again = await trying(photo, first);
    deepEqual([again.status, again.body.code], [429, 'http/too-many-requests']);
    equal((await trying(photo)).status, 200);
    const answers = await Promise.all(held.map((send) => send()));
    ok(answers.some(({ statusCode }) => statusCode === 200));
  });

  it('is refused with a sentence when too many are tried at once, and that try does not count', async () => {
    const from = Array.from({ length: 12 }, newAddress);
    const held = await Promise.all(from.map(holding));
    const answers = await Promise.all(held.map((send) => send()));
    deepEqual([...new Set(answers.map(({ statusCode }) => statusCode))].sort(), [200, 503]);
    const at = answers.findIndex(({ statusCode }) => statusCode === 503);
    const busy = answers[at] as IncomingMessage;
    const { code, message } = JSON.parse(await text(busy));
    equal(code, 'photos/try-busy');
    equal(message.startsWith('Acum sunt multe poze în lucru.'), true);
    ok(Number(busy.headers['retry-after']) > 0);
    const small = await smallPhoto(3, 200, 150);
    for (let n = 0; n < 5; n++) equal((await trying(small, from[at])).status, 200);
    equal((await trying(small, from[at])).status, 429);
  });
});

/** Sends half a photo; returns a function that sends the rest and returns the answer. */
function holding(from: string): Promise<() => Promise<IncomingMessage>> {
  const { hostname, port } = new URL(server.url);
  const sent = request({
    hostname,
    port,
    method: 'POST',
    path: tryPhoto.path,
    agent: false,
    headers: {
      'sec-fetch-site': 'same-origin',
      'content-type': 'image/jpeg',
      'content-length': photo.length,
      'x-forwarded-for': from,
      expect: '100-continue',
    },
  });
  const half = photo.length >> 1;
  const rest = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      sent.on('error', reject);
      sent.on('response', resolve);
      sent.end(photo.subarray(half));
    });
  return new Promise((resolve, reject) => {
    sent.once('error', reject);
    // The server has begun with the request.
    sent.once('continue', () => sent.write(photo.subarray(0, half), () => resolve(rest)));
    sent.flushHeaders();
  });
}
