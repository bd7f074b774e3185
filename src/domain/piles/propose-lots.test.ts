import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { readPrefixes } from '#domain/piles/name-prefix.ts';
import type { PilePhoto } from '#domain/piles/pile-photo.ts';
import { proposeByNames, proposeLots } from '#domain/piles/propose-lots.ts';
import { countDraws } from '#testing/draws.ts';

const NOTHING: Omit<PilePhoto, 'id' | 'name'> = { folder: null, takenAt: null, thumbhash: null, dhash: null };
const photo = (name: string, more: Partial<PilePhoto> = {}): PilePhoto => ({
  id: more.folder ? `${more.folder}/${name}` : name,
  name,
  ...NOTHING,
  ...more,
});
const clock = (second: number) =>
  new Date(Date.UTC(2026, 4, 14, 9) + second * 1000).toISOString().slice(0, 19);

/** Photos of things in a row: so many of each, some seconds apart, with a pause of minutes between things. */
function walk(counts: readonly number[], { first = 1000, ahead = 0, word = 'IMG_' } = {}): PilePhoto[] {
  let [second, number] = [0, first];
  return counts.flatMap((count, thing) => {
    second += 180;
    return Array.from({ length: count }, () => {
      second += 5 + (number % 4);
      const name = `${word}${number++}.JPG`;
      return photo(name, { id: `${thing}:${name}`, takenAt: clock(second + ahead) });
    });
  });
}

const sizes = (photos: readonly PilePhoto[]) => proposeLots(photos).map(({ photoIds }) => photoIds.length);
const told = (photos: readonly PilePhoto[]) =>
  proposeLots(photos).map(({ name, by, photoIds }) => ({ name, by, count: photoIds.length }));
const inFolder = (folder: string, names: readonly string[]) => names.map((name) => photo(name, { folder }));

describe('lots proposed from one pile', () => {
  test('are the folders where photos lie in several, called by the last part', () => {
    const photos = [
      ...inFolder('produse/SKU-1001', ['b.jpg', 'a.jpg']),
      ...inFolder('produse/SKU-1002', ['c.jpg']),
    ];
    deepEqual(proposeLots(photos), [
      { photoIds: ['produse/SKU-1001/a.jpg', 'produse/SKU-1001/b.jpg'], name: 'SKU-1001', by: 'folder' },
      { photoIds: ['produse/SKU-1002/c.jpg'], name: 'SKU-1002', by: 'folder' },
    ]);
  });

  test('are told before the photos are there where folders or names tell all of them, else not', () => {
    const named = ['SKU-1_1.jpg', 'SKU-1_2.jpg', 'SKU-2_1.jpg', 'SKU-2_2.jpg'].map((name) => photo(name));
    deepEqual(proposeByNames(named), proposeLots(named));
    equal(proposeByNames(named)?.length, 2);
    const folders = [...inFolder('SKU-1', ['IMG_1.jpg']), ...inFolder('SKU-2', ['IMG_2.jpg'])];
    deepEqual(proposeByNames(folders), proposeLots(folders));
    equal(proposeByNames([...folders, ...walk([3, 4])]), null);
    equal(proposeByNames(walk([3, 4])), null);
  });

  test('stand in the order of their folders or names as people count, whichever was photographed first', () => {
    const folders = ['Rochii', 'SKU-10', 'Șosete', 'SKU-2', 'Dacia', 'Haine vara'].map((folder, n) =>
      photo('1.jpg', { folder, takenAt: clock(n) }),
    );
    const inOrder = ['Dacia', 'Haine vara', 'Rochii', 'SKU-2', 'SKU-10', 'Șosete'];
    deepEqual(
      proposeLots(folders).map(({ name }) => name),
      inOrder,
    );
    // Photos in no folder, whose names say nothing, come last.
    const loose = walk([4, 5]).map((exposure) => ({
      ...exposure,
      takenAt: exposure.takenAt?.replace('2026', '2020') ?? null,
    }));
    deepEqual(
      proposeLots([...loose, ...folders]).map(({ name, photoIds }) => name ?? photoIds.length),
      [...inOrder, 4, 5],
    );
    const named = ['SKU-10_1.jpg', 'SKU-10_2.jpg', 'SKU-2_1.jpg', 'SKU-2_2.jpg'].map((name, n) =>
      photo(name, { takenAt: clock(n) }),
    );
    deepEqual(
      proposeLots(named).map(({ name }) => name),
      ['SKU-2', 'SKU-10'],
    );
  });

  test('take a folder that stands in several things as a part of each', () => {
    const photos = ['SKU-1', 'SKU-2'].flatMap((sku) => [
      ...inFolder(`marfa/${sku}`, ['1.jpg']),
      ...inFolder(`marfa/${sku}/detalii`, ['2.jpg', '3.jpg']),
    ]);
    deepEqual(told(photos), [
      { name: 'SKU-1', by: 'folder', count: 3 },
      { name: 'SKU-2', by: 'folder', count: 3 },
    ]);
  });

  test('do not go by the folders of a camera', () => {
    const [one = [], other = []] = [walk([6]), walk([5], { first: 1006 })];
    const photos = [one, other].flatMap((exposures, n) =>
      exposures.map((exposure) => ({ ...exposure, folder: `DCIM/10${n}APPLE` })),
    );
    equal(
      proposeLots(photos).every(({ by }) => by === 'seen'),
      true,
    );
  });

  test('never have a border within a folder or a prefix, whatever times and names say', () => {
    const exposures = walk([9, 8, 7]);
    const folders = exposures.map((exposure, n) => ({ ...exposure, folder: n < 12 ? 'unu' : 'doi' }));
    deepEqual(sizes(folders), [12, 12]);
    const named = exposures.map((exposure, n) => ({
      ...exposure,
      name: n < 12 ? `Logan_${n}.jpg` : `Duster_${n}.jpg`,
    }));
    deepEqual(told(named), [
      { name: 'Duster', by: 'names', count: 12 },
      { name: 'Logan', by: 'names', count: 12 },
    ]);
  });

  test('are told by the names that people give', () => {
    const names = [
      ...['B-12-ABC (1).jpg', 'B-12-ABC (2).jpg', 'B-12-ABC (3).jpg'],
      ...['SKU-1001_1.jpg', 'sku-1001_02.JPG', 'SKU-1001-fata.jpg', 'SKU-1001.jpg'],
      ...['WVWZZZ1KZ9W123456_01.jpg', 'WVWZZZ1KZ9W123456_02.jpg'],
      ...['car1.jpg', 'car1-1.jpg', 'car1-2.jpg', 'car10.jpg', 'car10-1.jpg'],
      ...['Ikea Stool .jpeg', 'Ikea Stool 2.jpeg', '1002_1.jpg', '1002_2.jpg'],
    ];
    deepEqual(
      Object.fromEntries(told(names.map((name) => photo(name))).map(({ name, count }) => [name, count])),
      { 'B-12-ABC': 3, 'SKU-1001': 4, WVWZZZ1KZ9W123456: 2, car1: 3, car10: 2, 'Ikea Stool': 2, 1002: 2 },
    );
  });

  test('are told at once by names with thousands of separators', () => {
    const long = `a${' '.repeat(5000)}b`;
    const names = [`${long}_1.jpg`, `${long} (2).jpg`, `${'-'.repeat(5000)}.jpg`, 'SKU-7 nr. 3.jpg'];
    deepEqual(readPrefixes(names.map((name) => ({ name }))), [long, long, null, 'SKU-7']);
  });

  test('are not told by names that cameras, chats and programs give', () => {
    const names = [
      ...[
        'IMG_1234.jpg',
        'IMG_1234 (2).jpg',
        'IMG_E1235.HEIC',
        'DSC0001.jpg',
        '_DSC0002.jpg',
        'DSCN0003.JPG',
      ],
      ...['20240101_120000.jpg', 'PXL_20240101_120000123.MP.jpg', 'IMG-20240101-WA0001.jpg', 'P1010001.JPG'],
      ...['WhatsApp Image 2024-01-01 at 12.03.05 (1).jpeg', 'WhatsApp Image 2024-01-01 at 12.03.05 (2).jpeg'],
      ...['photo_2024-01-01_12-00-00 (2).jpg', 'signal-2024-01-01-120000_002.jpeg', '100_0001.JPG', '1.jpg'],
      ...['poza 1.jpg', 'foto (2).jpg', '9b2f6c1e-1f0a-4c3d-8e5f-0123456789ab.jpg', '1712345678901.jpg'],
    ];
    deepEqual(told(names.map((name) => photo(name))), [{ name: null, by: 'seen', count: names.length }]);
  });

  test('have the few photos whose names say nothing with those before them', () => {
    const photos = walk([10, 10]).map((exposure, n) =>
      n === 4 ? exposure : { ...exposure, name: `${n < 10 ? 'Logan' : 'Duster'} ${n}.jpg` },
    );
    deepEqual(sizes(photos), [10, 10]);
  });

  test('begin where a pause is much longer than between two photos', () => {
    deepEqual(sizes(walk([9, 14, 4, 20])), [9, 14, 4, 20]);
    deepEqual(sizes(walk([17])), [17]);
  });

  test('are one lot where neither folders nor names nor times tell', () => {
    equal(proposeLots(walk([9, 14, 4]).map((exposure) => ({ ...exposure, takenAt: null }))).length, 1);
  });

  test('keep photos without a time between those that were numbered before and after them', () => {
    const photos = walk([9, 14, 8]).map((exposure, n) =>
      n % 5 === 1 ? { ...exposure, takenAt: null } : exposure,
    );
    deepEqual(sizes(photos), [9, 14, 8]);
  });

  test('bring two phones together whose clocks are an hour apart', () => {
    const counts = [9, 14, 6, 11, 8];
    const [one, other] = [walk(counts), walk(counts, { first: 7000, ahead: 3600, word: 'DSC' })];
    const lots = proposeLots([...one, ...other]);
    deepEqual(
      lots.map(({ photoIds }) => [...new Set(photoIds.map((id) => id.split(':')[0]))].join()).sort(),
      ['0', '1', '2', '3', '4'],
    );
  });

  test('bring together a phone whose numbers leap and another that takes a photo now and then, an hour apart', () => {
    const counts = [9, 14, 6, 11, 8, 12];
    const leaping = walk(counts).map((exposure, n) =>
      n < 29 ? exposure : { ...exposure, name: `IMG_${1300 + n}.JPG` },
    );
    const rare = walk(counts, { ahead: 3600, word: 'DSC', first: 7000 }).filter((_, n) => n % 6 === 4);
    deepEqual(
      sizes([...leaping, ...rare]),
      counts.map((count, thing) => count + rare.filter(({ id }) => id.startsWith(`${thing}:`)).length),
    );
  });

  test('leave the photos of a phone without any time together, beside lots of the others', () => {
    const chat = Array.from({ length: 7 }, (_, n) => photo(`IMG-20260514-WA000${n}.jpg`));
    deepEqual(sizes([...walk([9, 14, 8]), ...chat]), [9, 14, 8, 7]);
  });

  test('have no border beside photos of which neither time nor looks tell the side', () => {
    const photos = walk([9, 14, 8]).map((exposure, n) =>
      n === 8 || n === 9 ? { ...exposure, takenAt: null } : exposure,
    );
    deepEqual(sizes(photos), [23, 8]);
  });

  test('hold every photo once, whatever the pile', () => {
    const name = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.constantFrom(
        'IMG_1001.JPG',
        'IMG_1002.JPG',
        'Logan (1).jpg',
        'Logan (2).jpg',
        '20240101_120000.jpg',
      ),
    );
    const text = fc.option(
      fc.oneof(fc.string({ maxLength: 30 }), fc.constant('3OcRJYB4d3h/iIeHeEh3eIhw+j2w')),
    );
    const piles = fc.array(
      fc.record({
        name,
        folder: fc.option(fc.constantFrom('a', 'a/b', 'c\\b', '', 'DCIM/100APPLE')),
        takenAt: fc.option(fc.nat({ max: 9000 }).map(clock)),
        thumbhash: text,
        dhash: fc.option(fc.constantFrom('0123456789abcdef', 'ffff0000ffff0000')),
      }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(piles, (drawn) => {
        const photos = drawn.map((one, n) => ({ ...one, id: `p${n}` }));
        const lots = proposeLots(photos);
        ok(lots.every(({ photoIds }) => photoIds.length > 0));
        deepEqual(lots.flatMap(({ photoIds }) => photoIds).sort(), photos.map(({ id }) => id).sort());
      }),
      { numRuns: countDraws({ local: 60, ci: 400, soak: 2000 }) },
    );
  });
});
