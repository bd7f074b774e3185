import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  buildNameParts,
  DEFAULT_PATTERN,
  fittingName,
  folderNames,
  KEPT_NAMES,
  madeDifferent,
  type NamedFile,
  resultFileName,
  safeFileName,
  unknownTokens,
} from '#domain/batches/file-names.ts';
import { defaultBatchName, isDefaultBatchName, unusedBatchName } from '#domain/batches/lot-name.ts';
import { inBatchOrder, type PhotoOrder } from '#domain/batches/order.ts';
import { finalState } from '#domain/batches/states.ts';
import { cleanName } from '#domain/photos/limits.ts';

const counts = { waiting: 0, working: 0, done: 0, failed: 0, cancelled: 0 };

test('a run ends done, partial, failed or cancelled', () => {
  equal(finalState({ ...counts, done: 14 }, false), 'done');
  equal(finalState({ ...counts, done: 13, failed: 1 }, false), 'partial');
  equal(finalState({ ...counts, failed: 2 }, false), 'failed');
  equal(finalState({ ...counts, done: 5, cancelled: 9 }, true), 'cancelled');
});

test('a batch’s default name is known as one on any day, and takes the first number that is free', () => {
  for (let month = 0; month < 12; month++) {
    const name = defaultBatchName(new Date(Date.UTC(2026, month, 1 + month, 12)));
    equal(isDefaultBatchName(name), true, name);
  }
  for (const typed of ['Lot din 21 nov. roșu', 'Lot din 21 nov. (2)', 'Jante', ''])
    equal(isDefaultBatchName(typed), false, typed);
  equal(unusedBatchName('Lot din 1 mai', new Set(['Lot din 1 mai (2)'])), 'Lot din 1 mai');
  const taken = new Set(['Lot din 1 mai', 'Lot din 1 mai (2)', 'Lot din 1 mai (4)']);
  equal(unusedBatchName('Lot din 1 mai', taken), 'Lot din 1 mai (3)');
});

describe('the order of a batch', () => {
  const photo = (name: string, takenAt: string | null, state = 'ready') => ({ name, takenAt, state });
  const inOrder = (photos: ReturnType<typeof photo>[], order: PhotoOrder = 'time') =>
    inBatchOrder(
      photos.map((each, position) => ({ ...each, position })),
      order,
    ).map(({ name }) => name);

  test('is by capture time where every photo has one, else by name as people count; as it was put by hand', () => {
    const [ten, nine, z] = [photo('IMG_10', null), photo('IMG_9', null), photo('z', '2026-11-18T12:04:00')];
    deepEqual(inOrder([ten, nine, z]), ['IMG_9', 'IMG_10', 'z']);
    const timed = [photo('a', '2026-11-18T12:04:01'), photo('b', '2026-11-18T12:04:00')];
    deepEqual(inOrder(timed), ['b', 'a']);
    deepEqual(inOrder(timed, 'name'), ['a', 'b']);
    deepEqual(inOrder([ten, nine, z], 'hand'), ['IMG_10', 'IMG_9', 'z']);
  });

  test('does not wait for photos that are still arriving, nor for refused ones: they come last', () => {
    const coming = [
      photo('a', null, 'uploading'),
      photo('c', '2026-11-18T12:04:01'),
      photo('d', '2026-11-18T12:04:00'),
    ];
    deepEqual(inOrder(coming), ['d', 'c', 'a']);
    deepEqual(inOrder([...coming.slice(1), photo('b', null, 'refused')]), ['d', 'c', 'b']);
  });

  test('goes by the fraction of a second and by the instant where zones are known', () => {
    const second = '2026-02-01T10:00:00';
    deepEqual(
      inOrder([photo('a7', `${second}.80`), photo('b2', `${second}.4`), photo('c9', `${second}.100000001`)]),
      ['c9', 'b2', 'a7'],
    );
    deepEqual(
      inOrder([photo('acasa', '2026-02-01T12:00:00+02:00'), photo('drum', '2026-02-01T11:30:00+01:00')]),
      ['acasa', 'drum'],
    );
    const mixed = [photo('vara', '2026-07-01T12:30:00'), photo('londra', '2026-07-01T10:00:00+01:00')];
    deepEqual(inOrder(mixed), ['londra', 'vara'], 'a clock without a zone is Bucharest’s');
    const winter = [photo('iarna', '2026-01-01T11:30:00'), photo('londra', '2026-01-01T09:45:00+00:00')];
    deepEqual(inOrder(winter), ['iarna', 'londra']);
  });
});

const file: NamedFile = {
  lot: 'Ţeavă eşapament / Șkoda',
  output: 'eMAG principal',
  original: 'IMG_2041.HEIC',
  number: 3,
  total: 14,
  isAlike: true,
  day: '2026-11-21',
  width: 1600,
  height: 1200,
  suffix: '',
  extension: 'jpg',
};

test('files are named {lot}_{nr:02} with ș and ț kept, or as the batch’s pattern says', () => {
  const name = (pattern: string, more: Partial<NamedFile> = {}) =>
    resultFileName(pattern, { ...file, ...more });
  equal(name(DEFAULT_PATTERN), 'Țeavă eșapament Șkoda_03.jpg');
  equal(
    name(DEFAULT_PATTERN, { lot: 'con', number: 1, suffix: '_400', extension: 'webp' }),
    '_con_01_400.webp',
  );
  equal(name('{platforma} {data} {original}-{nr}'), 'eMAG principal 2026-11-21 IMG_2041-3.jpg');
  equal(name('{latime}x{inaltime}_{nr:03}'), '1600x1200_003.jpg');
  equal(name('{nr:02}', { total: 120 }), '003.jpg', 'in lot order however many there are');
  deepEqual(folderNames(['OLX', 'olx', '../..']), ['OLX', 'olx 2', 'Variantă']);
  deepEqual(folderNames(['Dacia', '🚗', '„”'], 'Lot'), ['Dacia', 'Lot', 'Lot 2']);
});

test('a pattern without the number gets it where names would be alike, and unknown tokens are reported', () => {
  equal(resultFileName('{original}', file), 'IMG_2041_03.jpg');
  equal(resultFileName('{original}', { ...file, isAlike: false }), 'IMG_2041.jpg');
  equal(resultFileName('../../{lot}', { ...file, lot: '..' }), 'Lot_03.jpg');
  equal(resultFileName('{lot}', { ...file, lot: 'Cizme', number: 1, total: 1 }), 'Cizme.jpg');
  deepEqual(unknownTokens('{lot}_{vin}_{nr:02}{nr:9}'), ['{vin}', '{nr:9}']);
  deepEqual(unknownTokens('{lot'), ['{']);
  deepEqual(unknownTokens(DEFAULT_PATTERN), []);
});

describe('files that keep their names', () => {
  const kept = (names: string[], pattern = KEPT_NAMES) => {
    const photos = names.map((name, i) => ({ id: `img_${i}`, name }));
    return [...buildNameParts(photos).values()].map((nameParts) =>
      resultFileName(pattern, { ...file, ...nameParts }),
    );
  };

  test('are called as they came, also with what a shop puts into them', () => {
    deepEqual(kept(['SKU-1001_1.jpg', 'SKU-1001_2.JPG', 'cană (2) & co.heic']), [
      'SKU-1001_1.jpg',
      'SKU-1001_2.jpg',
      'cană (2) & co.jpg',
    ]);
    deepEqual(kept(['a:b?.jpg', 'con.png']), ['a b.jpg', '_con.jpg']);
  });

  test('take no name of a device, in whatever letters, alone or before a dot', () => {
    const ports = ['com', 'lpt'].flatMap((port) => [...'0123456789¹²³'].map((digit) => port + digit));
    for (const device of ['con', 'prn', 'aux', 'nul', 'conin$', 'conout$', ...ports])
      for (const name of [device, device.toUpperCase(), `${device}.tar`, `${device} .tar`]) {
        deepEqual(kept([`${name}.jpg`]), [`_${name}.jpg`]);
        if (device.endsWith('$')) continue;
        deepEqual(folderNames([name]), [`_${name}`]);
        equal(resultFileName('{lot}', { ...file, lot: name, number: 1, total: 1 }), `_${name}.jpg`);
      }
    equal(resultFileName('com{nr}', file), '_com3.jpg');
    deepEqual(kept(['com10.jpg', 'console.jpg', 'comă.jpg']), ['com10.jpg', 'console.jpg', 'comă.jpg']);
  });

  test('get a number only where two would be the same, and where that number made a third the same', () => {
    deepEqual(kept(['IMG_1.jpg', 'x.jpg', 'img_1.PNG']), ['IMG_1_01.jpg', 'x.jpg', 'img_1_03.jpg']);
    deepEqual(kept(['a.jpg', 'a.png', 'a_01.jpg']), ['a_01.jpg', 'a_02.jpg', 'a_01_03.jpg']);
    deepEqual(kept(['a.jpg', 'a_01.jpg']), ['a.jpg', 'a_01.jpg']);
  });

  test('are never alike, whatever they were called and however long', () => {
    const stems = fc.oneof(
      fc.constantFrom('a', 'A', 'a_01', 'a_02', 'ă', 'a\u0306'),
      fc.string({ maxLength: 200 }),
    );
    fc.assert(
      fc.property(fc.array(stems, { maxLength: 12 }), (names) => {
        const made = kept(names.map((name) => `${name}.jpg`)).map((name) =>
          name.normalize('NFC').toLowerCase(),
        );
        equal(new Set(made).size, names.length, made.join());
      }),
    );
  });
});

test('no part of a name is longer than file systems take, cut between letters, with its number and ending', () => {
  const long = { ...file, lot: '漢'.repeat(80), original: `${'漢'.repeat(84)}.jpg`, number: 7 };
  for (const pattern of ['{lot}_{original}_{nr:02}', '{original}', '{lot}', '{platforma}{original}{lot}'])
    for (const letter of ['漢', 'n\u0303', '\u{20000}', 'ș']) {
      const name = resultFileName(pattern, {
        ...long,
        lot: letter.repeat(80),
        original: `${letter.repeat(120)}.jpg`,
        suffix: '_400',
      });
      ok(Buffer.byteLength(name) <= 255, `${Buffer.byteLength(name)} ${name}`);
      match(name, /_07_400\.jpg$/);
      equal(name.isWellFormed(), true);
    }
  const folder = folderNames(['漢'.repeat(120), '漢'.repeat(120)]);
  const alike = madeDifferent(Array.from({ length: 3 }, () => `OLX/${'漢'.repeat(83)}.jpg`));
  const names = [...folder, ...alike.flatMap((path) => path.split('/'))];
  for (const name of [
    ...names,
    `${safeFileName('漢'.repeat(120), 'Lot')}.zip`,
    fittingName('漢'.repeat(120), '.jpg'),
  ])
    ok(Buffer.byteLength(name) <= 255, name);
  equal(new Set(alike).size, 3);
  equal(new Set(folder).size, 2);
});

test('no two files of a folder are alike, capitals or not, whatever the pattern', () => {
  // Cameras write the ending in capitals.
  deepEqual(madeDifferent(['IMG_1.JPG', 'img_1.jpg', 'IMG_1.JPG']), [
    'IMG_1.JPG',
    'img_1 2.jpg',
    'IMG_1 3.JPG',
  ]);
  deepEqual(madeDifferent(['straße.jpg', 'STRASSE.jpg', 'οδος.jpg', 'οδοσ.jpg', 'ﬁsh.jpg', 'fish.jpg']), [
    'straße.jpg',
    'STRASSE 2.jpg',
    'οδος.jpg',
    'οδοσ 2.jpg',
    'ﬁsh.jpg',
    'fish 2.jpg',
  ]);
  deepEqual(madeDifferent(['OLX/a.jpg', 'OLX/A.jpg', 'OLX/a.webp']), [
    'OLX/a.jpg',
    'OLX/A 2.jpg',
    'OLX/a.webp',
  ]);
  fc.assert(
    fc.property(
      fc.string({ maxLength: 90 }),
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      (pattern, batch) => {
        const names = [1, 2, 3].map((number) => resultFileName(pattern, { ...file, lot: batch, number }));
        equal(new Set(names).size, 3, names.join());
        for (const name of names) match(name, /^[\p{L}\p{N}\p{M} ._-]{1,140}$/u);
      },
    ),
  );
});

test('no name leaves its folder or hides what it is', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('../../etc/passwd', 'C:\\x', 'a\u202egpj.exe')),
      (text) => {
        const name = safeFileName(text, 'Lot');
        match(name, /^[\p{L}\p{N}\p{M} ._-]{1,160}$/u);
        equal(/^\.|\.$|[/\\]/.test(name), false);
        equal(/[\p{Cc}\u202a-\u202e/\\]/u.test(cleanName(text, 'x')), false);
      },
    ),
  );
});
