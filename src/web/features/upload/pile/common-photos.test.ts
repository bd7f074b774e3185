import { deepEqual, equal } from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Photo } from '#contract/photos.ts';
import { commonWords, findCommonPhotos } from '#web/features/upload/pile/common-photos.ts';

const photo = (id: string, folder: string, duplicateOf: string | null = null) =>
  ({
    id,
    name: `${id}.jpg`,
    folder,
    duplicateOf,
    state: duplicateOf === null ? 'ready' : 'duplicate',
  }) as unknown as Photo;
const PHOTOS = Object.fromEntries(
  [
    photo('roz', 'Rochie roz'),
    photo('eticheta', 'Rochie roz'),
    photo('verde', 'Rochie verde'),
    photo('eticheta-verde', 'Rochie verde', 'eticheta'),
    photo('roz-din-nou', 'Rochie roz', 'roz'),
  ].map((each) => [each.id, each]),
);
const lot = (name: string, photoIds: readonly string[]) => ({ name, photoIds, photos: PHOTOS });
const find = (...lots: ReturnType<typeof lot>[]) => findCommonPhotos(lots, Object.values(PHOTOS));
const ROZ = lot('Roz', ['roz', 'eticheta']);

describe('a photo that lies in several folders', () => {
  test('is named with the one lot that has it, once, until it is in the other folder’s lot too', () => {
    deepEqual(find(ROZ, lot('Verde', ['verde'])), [{ name: 'eticheta.jpg', lot: 'Roz' }]);
    deepEqual(find(ROZ, lot('Verde', ['verde', 'eticheta'])), []);
  });

  test('is not named where both folders are one lot, the other one has no lot, or it was taken out of all', () => {
    deepEqual(find(ROZ), []);
    deepEqual(find(lot('Rochii', ['roz', 'eticheta', 'verde'])), []);
    deepEqual(find(lot('Roz', ['roz']), lot('Verde', ['verde'])), []);
  });

  test('is told in one sentence, of many the first three', () => {
    const common = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ name: `${i}.jpg`, lot: 'Roz' }));
    equal(commonWords([]), null);
    equal(
      commonWords(common(1)),
      '„0.jpg” e aceeași poză în mai multe dosare: stă doar în „Roz”. În celelalte loturi adaug-o din nou, pe pagina lor.',
    );
    equal(
      commonWords(common(5)),
      'Unele poze sunt aceleași în mai multe dosare și stau într-un singur lot: „0.jpg” în „Roz”, „1.jpg” în „Roz”, „2.jpg” în „Roz” și încă 2. În celelalte loturi adaugă-le din nou, pe pagina lor.',
    );
  });
});
