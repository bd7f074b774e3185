import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillBox } from '#imaging/fixtures/draw.ts';
import { drawPlate, layInto, ROMANIAN } from '#imaging/fixtures/plate.ts';
import { strokeText } from '#imaging/fixtures/plate-glyphs.ts';
import { carSample, PLATE_KINDS, type PlateSample, seenFrom } from '#imaging/fixtures/plate-photos.ts';
import { measureSearch } from '#imaging/fixtures/plate-search.ts';
import { OTHER_KINDS, otherSample } from '#imaging/fixtures/plateless-photos.ts';
import { noiseFrom } from '#imaging/fixtures/scene.ts';
import { addCameraLook } from '#imaging/fixtures/scenery.ts';
import { createFilled, type Rgb } from '#imaging/pixels/raw.ts';
import { findPlates } from './find-plates.ts';

const SIZE = { width: 800, height: 600 };
const LARGE = { width: 1200, height: 900 };
/** Kinds whose picture is full of words in capitals. */
const WORDS = ['sign', 'book', 'label', 'shop'];

const ONE_LINE = PLATE_KINDS.filter((kind) => kind !== 'two lines');
const sizeFor = (kind: string) => (kind === 'far' ? LARGE : SIZE);

test('the plate is the first suggestion on nine drawn cars in ten, near or far, slanted, dirty, in shade and glare', () => {
  const { hits, samples } = measureSearch(
    ONE_LINE.flatMap((kind, n) =>
      [11, 12].map((seed) => carSample(kind, 2 * n + seed, { size: sizeFor(kind) })),
    ),
  );
  assert.ok(hits >= 0.88 * samples, `${hits} of ${samples}`);
});

test('three in four plates without a blue field or a rim are found on two cars as light as they are', () => {
  const { hits, samples } = measureSearch(
    ONE_LINE.flatMap((kind) => [1, 2].map((seed) => carSample(kind, seed, { size: sizeFor(kind) }))),
  );
  assert.ok(hits >= 0.75 * samples, `${hits} of ${samples}`);
});

test('walls, grilles, fences, cloth and keys are not taken for plates; words in capitals seldom', () => {
  const of = (kinds: readonly (typeof OTHER_KINDS)[number][]) =>
    measureSearch(kinds.flatMap((kind) => [1, 2].map((seed) => otherSample(kind, seed, { size: SIZE }))));
  const plain = of(OTHER_KINDS.filter((kind) => !WORDS.includes(kind)));
  assert.equal(plain.wrong, 0);
  const words = of(OTHER_KINDS.filter((kind) => WORDS.includes(kind)));
  assert.ok(words.wrong <= 0.25 * words.samples, `${words.wrong} of ${words.samples}`);
});

test('the search is sure of most drawn plates, and hardly ever of walls, keys and writing', () => {
  const sure = (samples: readonly PlateSample[]) =>
    samples.filter(({ picture }) => findPlates(picture)[0]?.sure).length;
  const plates = ONE_LINE.map((kind) => carSample(kind, 21, { size: sizeFor(kind) }));
  assert.ok(sure(plates) >= 0.65 * plates.length, `${sure(plates)} of ${plates.length}`);
  assert.equal(sure(OTHER_KINDS.map((kind) => otherSample(kind, 21, { size: SIZE }))), 0);
});

test('a name on a plate is found on five cars in six, the same name on a poster is none', () => {
  const names = ['JAGER-AMLAND', 'BOSSEN', 'MUSTANG', 'LADY-D', 'KONGEN', 'ELVIRA'];
  const paints: readonly Rgb[] = [
    [30, 31, 33],
    [150, 20, 24],
    [196, 198, 200],
  ];
  const found = names.flatMap((name, n) =>
    paints.map((paint, m) => {
      const picture = createFilled(SIZE, paint);
      const slant = { yaw: (m - 1) * 20, pitch: 6, roll: n - 2 };
      const quad = seenFrom(slant, { x: 400, y: 320 }, { width: 220, shape: 520 / 110 });
      layInto(picture, drawPlate({ ...ROMANIAN, lines: [name], band: n % 2 === 0 ? 'DK' : null }, 220), {
        quad,
      });
      return addCameraLook(noiseFrom(11 * n + m), picture, false);
    }),
  );
  const hits = found.filter((picture) => findPlates(picture).length === 1).length;
  assert.ok(hits >= 15, `${hits} of ${found.length}`);
  const posters = names.map((name, n) => {
    const picture = createFilled(SIZE, [206, 200, 190]);
    fillBox(picture, { x: 180, y: 200, width: 440, height: 200 }, paints[n % 3] as Rgb);
    fillBox(picture, { x: 190, y: 210, width: 420, height: 180 }, [244, 242, 236]);
    strokeText(picture, name, {
      at: { x: 230, y: 270 },
      size: 44,
      ink: [30, 30, 32],
      step: 0.72,
      pen: 9 + (n % 3),
    });
    return addCameraLook(noiseFrom(13 * n), picture, false);
  });
  assert.equal(posters.filter((picture) => findPlates(picture).length > 0).length, 0);
});
