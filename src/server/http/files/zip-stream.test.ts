import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { rememberChecksums } from '#server/http/files/checksums.ts';
import { centralDirectory, zipBytes } from '#server/http/files/zip-layout.ts';
import { type ZipInput, zipStream } from '#server/http/files/zip-stream.ts';
import { isWhole, readZip } from '#testing/files/zip.ts';

const LATELY = new Date('2026-11-26T10:00:00Z');
const CHUNK = 64 * 1024;

/** Counts computed checksums, by file. */
function countedSums() {
  const sums = rememberChecksums();
  const made: string[] = [];
  return {
    made,
    get: sums.get,
    set: (key: string, sum: number) => {
      made.push(key);
      sums.set(key, sum);
    },
  };
}

const filesOf = (texts: Readonly<Record<string, string>>): ZipInput[] =>
  Object.entries(texts).map(([key, text]) => ({
    name: `Mapă/${key}.txt`,
    input: Readable.from([Buffer.from(text.slice(0, 2)), Buffer.from(text.slice(2))]),
    lastModified: LATELY,
    key,
  }));

describe('a ZIP that is made while it is read', () => {
  it('requested again is the same to the byte, and its checksums are not computed again', async () => {
    const sums = countedSums();
    const texts = { unu: 'prima oară', doi: 'a doua', gol: '' };
    const first = await buffer(zipStream(filesOf(texts), sums));
    const entries = readZip(first);
    ok(entries.every(isWhole));
    deepEqual(
      entries.map(({ name, bytes }) => [name, bytes.toString()]),
      Object.entries(texts).map(([key, text]) => [`Mapă/${key}.txt`, text]),
    );
    deepEqual(await buffer(zipStream(filesOf(texts), sums)), first);
    deepEqual(sums.made, ['unu', 'doi', 'gol']);
    await buffer(zipStream(filesOf({ ...texts, trei: 'nou' }), sums));
    deepEqual(sums.made.slice(3), ['trei'], 'one more file is summed up by itself');
  });

  it('that broke off remembers no checksum of the file it was at, nor leaves one open', async () => {
    const sums = countedSums();
    const opened: Readable[] = [];
    const endless = () => {
      const input = Readable.from(
        (function* () {
          for (;;) yield Buffer.alloc(CHUNK);
        })(),
      );
      opened.push(input);
      return input;
    };
    for (const takes of [0, 1, 5]) {
      const zip = zipStream([{ name: 'a', input: endless(), lastModified: LATELY, key: 'a' }], sums);
      const chunks = zip.iterator({ destroyOnReturn: false });
      for (let n = 0; n <= takes; n++) await chunks.next();
      zip.destroy();
    }
    for (let n = 0; n < 10; n++) await turn();
    deepEqual([sums.made, opened.map(({ destroyed }) => destroyed)], [[], [true, true, true]]);
  });

  it('fails with the file that fails, also where that one failed before its turn', async () => {
    const input = Readable.from([Buffer.from('x')]);
    const zip = zipStream([{ name: 'a', input, lastModified: LATELY }]);
    const chunks = zip.iterator();
    await chunks.next();
    input.destroy(new Error('the store is away'));
    await turn();
    await rejects(async () => {
      while (!(await chunks.next()).done);
    }, /the store is away/);
  });

  it('reads no further ahead than a piece or two', async () => {
    let read = 0;
    const input = Readable.from(
      (function* () {
        for (; read < 100; read++) yield Buffer.alloc(CHUNK);
      })(),
      { objectMode: false, highWaterMark: CHUNK },
    );
    const zip = zipStream([{ name: 'a', input, lastModified: LATELY }]);
    const chunks = zip.iterator();
    await chunks.next();
    for (let n = 0; n < 50; n++) await turn();
    ok(read <= 4, `${read} pieces`);
    zip.destroy();
  });

  for (const [said, time, kept] of [
    ['before 1980 begins with it', new Date(1969, 6, 20, 22, 17, 40), [0, (1 << 5) | 1]],
    [
      'after 2107 ends with it',
      new Date(2108, 1, 1),
      [(23 << 11) | (59 << 5) | 29, (127 << 9) | (12 << 5) | 31],
    ],
  ] as const)
    it(`gives the nearest time that the format has: one ${said}`, async () => {
      const zip = await buffer(zipStream([{ name: 'a', input: Readable.from(['a']), lastModified: time }]));
      ok(readZip(zip).every(isWhole));
      deepEqual([zip.readUInt16LE(10), zip.readUInt16LE(12)], kept);
    });

  it('of more than 4 GiB says where its files begin in ZIP64 fields', () => {
    const file = (name: string, bytes: number) => ({
      name: Buffer.from(name),
      bytes,
      lastModified: LATELY,
      crc32: crc32(Buffer.alloc(0)),
    });
    const files = [file('a', 3_000_000_000), file('b', 3_000_000_000), file('c', 10)];
    const records = [...centralDirectory(files)];
    const [last, end] = [records[2], records[3]];
    ok(last && end);
    const begin = 2 * (30 + 1 + 3_000_000_000 + 16);
    equal(last.readUInt32LE(42), 0xffff_ffff);
    equal(last.readBigUInt64LE(46 + 1 + 4), BigInt(begin));
    const offset = begin + 30 + 1 + 10 + 16;
    equal(end.readBigUInt64LE(48), BigInt(offset));
    const length = records.slice(0, 3).reduce((sum, record) => sum + record.length, 0);
    equal(zipBytes(files), offset + length + end.length);
  });
});
