import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Quad } from '#domain/recipes/geometry.ts';
import { fillBox } from '#imaging/fixtures/draw.ts';
import { drawPlate, layInto, type PlateLook, ROMANIAN } from '#imaging/fixtures/plate.ts';
import { carSample, seenFrom } from '#imaging/fixtures/plate-photos.ts';
import { measureSearch } from '#imaging/fixtures/plate-search.ts';
import { noiseFrom } from '#imaging/fixtures/scene.ts';
import { addCameraLook } from '#imaging/fixtures/scenery.ts';
import { invertMatrix } from '#imaging/pixels/matrix.ts';
import { createFilled, type Raw, type Rgb } from '#imaging/pixels/raw.ts';
import { numberLikelihood, textLikelihood } from './characters/number-forms.ts';
import { candidatesIn, findPlates, type Suggestion } from './find-plates.ts';
import { ontoQuad, projectPoint } from './homography.ts';
import { MARGIN } from './paint/cover.ts';
import { plateGeometry } from './paint/plate-geometry.ts';
import { type Clues, scorePlate } from './score.ts';

const SIZE = { width: 800, height: 600 };

test('white on black is a plate too; a word on a board larger than a plate is none', () => {
  const onWall = (lines: readonly string[], [ground, ink]: readonly [Rgb, Rgb], room = 0) => {
    const picture = createFilled(SIZE, [120, 118, 112]);
    fillBox(picture, { x: 250 - room, y: 280 - room, width: 300 + 2 * room, height: 70 + 2 * room }, ground);
    const board = drawPlate({ ...ROMANIAN, lines, ground, ink, band: null, rim: room === 0 }, 220);
    const quad = [
      { x: 250, y: 280 },
      { x: 550, y: 290 },
      { x: 550, y: 353 },
      { x: 250, y: 343 },
    ] as unknown as Quad;
    layInto(picture, board, { quad });
    return findPlates(picture).length;
  };
  const [black, white]: readonly [Rgb, Rgb] = [
    [16, 16, 18],
    [235, 235, 230],
  ];
  assert.equal(onWall(['B 123 ABC'], [black, white]), 1);
  assert.equal(onWall(['B 123 ABC'], [white, black]), 1);
  for (const colours of [
    [white, black],
    [black, white],
  ] as const)
    assert.equal(onWall(['FARMACIE'], colours, 40), 0);
});

test('a small plate on a black car is found: dark parts above and below do not hide its characters', () => {
  for (const seed of [1, 2, 3]) {
    const picture = createFilled({ width: 400, height: 300 }, [22, 24, 28]);
    const slant = { yaw: 8, pitch: 4, roll: 2 };
    const quad = seenFrom(slant, { x: 200, y: 180 }, { width: 64, shape: 520 / 110 });
    layInto(picture, drawPlate({ ...ROMANIAN, lines: ['CJ 07 XYZ'] }, 110), { quad });
    const sample = { kind: 'small', picture: addCameraLook(noiseFrom(seed), picture, false), plate: quad };
    assert.equal(measureSearch([sample]).hits, 1, `dice ${seed}`);
  }
});

test('a row that cannot be read, is uneven or only three marks long counts less as a number', () => {
  const [best] = candidatesIn(carSample('plain', 5, { size: SIZE }).picture).sort(
    (a, b) => scorePlate(b.clues) - scorePlate(a.clues),
  );
  assert.ok(best && scorePlate(best.clues) > 0);
  const { clues } = best;
  const changes: readonly Partial<Clues>[] = [
    { none: clues.marks },
    { unevenness: 0.2 },
    { marks: 3, digits: 1, letters: 2, none: 0 },
  ];
  for (const change of changes)
    assert.ok(
      scorePlate({ ...clues, ...change }) < scorePlate(clues) - 1,
      `by no more than one: ${JSON.stringify(change)}`,
    );
});

test('a number with its plate’s edges farther off counts nearly as much; writing without any edges around counts less', () => {
  const [best] = candidatesIn(carSample('plain', 5, { size: SIZE }).picture).sort(
    (one, other) => scorePlate(other.clues) - scorePlate(one.clues),
  );
  assert.ok(best);
  const edge = (at: number, step = 0.7) => ({ at, step });
  const readable = { digits: 4, letters: 3, marks: 7, overWord: 8, overText: 2, band: false };
  const clues = { ...best.clues, ...readable, top: edge(18), bottom: edge(54), right: edge(200) };
  const far = { ...clues, top: edge(8), bottom: edge(62) };
  assert.ok(scorePlate(far) > 0 && scorePlate(clues) - scorePlate(far) < 3.2, `${scorePlate(far)}`);
  const bare = (step: number) => scorePlate({ ...clues, top: edge(18, step), bottom: edge(54, step) });
  // The factor counts beyond what the edges themselves are worth.
  assert.ok(bare(0.15) - bare(0.05) > 0.9);
  const letters = { ...clues, digits: 0, letters: 7, overWord: -2, overText: -1 };
  const onPaper = { ...letters, right: edge(200, 0.3) };
  assert.ok(
    scorePlate(letters) > 0 && scorePlate(letters) - scorePlate(onPaper) > 2,
    `${scorePlate(letters)}`,
  );
});

test('a picture with nothing in it, or hardly any pixels, has no plate', () => {
  assert.deepEqual(findPlates(createFilled({ width: 640, height: 480 }, [128, 128, 128])), []);
  assert.deepEqual(findPlates(createFilled({ width: 8, height: 8 }, [0, 0, 0])), []);
  assert.deepEqual(findPlates(createFilled({ width: 1, height: 300 }, [255, 255, 255])), []);
});

test('the same picture always gets the same suggestions', () => {
  const { picture } = carSample('plain', 5, { size: SIZE });
  assert.deepEqual(findPlates(picture), findPlates(picture));
});

test('a number in two parts, one in the shade, gets one suggestion over both', () => {
  for (const [from, shade] of [
    [0.5, 0.3],
    [0.42, 0.36],
  ] as const) {
    const picture = createFilled(SIZE, [70, 90, 120]);
    const quad = seenFrom(
      { yaw: 8, pitch: 4, roll: 2 },
      { x: 400, y: 320 },
      { width: 280, shape: 520 / 110 },
    );
    const edge = quad[0].x + from * (quad[1].x - quad[0].x);
    layInto(picture, drawPlate({ ...ROMANIAN, lines: ['CJ 07 XYZ'] }, 220), {
      quad,
      shade: (x) => (x < edge ? 1 : shade),
    });
    const found = findPlates(picture);
    assert.equal(found.length, 1);
    assert.ok(reachAt(found[0], { picture, quad }) < 0.09, `${reachAt(found[0], { picture, quad })}`);
  }
});

/** Returns the largest distance of a suggestion's cover from the plate's corners, in widths of the plate. */
function reachAt(found: Suggestion | undefined, { picture, quad }: { picture: Raw; quad: Quad }): number {
  const plate = found && plateGeometry(picture, found.quad);
  if (!plate) return Number.POSITIVE_INFINITY;
  const wide = Math.hypot(quad[1].x - quad[0].x, quad[1].y - quad[0].y);
  const [beside, above] = [MARGIN / plate.shape, MARGIN];
  const cover = [
    { x: -beside, y: -above },
    { x: 1 + beside, y: -above },
    { x: 1 + beside, y: 1 + above },
    { x: -beside, y: 1 + above },
  ].map((at) => projectPoint(ontoQuad(plate.quad), at));
  return (
    Math.max(...cover.map(({ x, y }, n) => Math.hypot(x - (quad[n]?.x ?? 0), y - (quad[n]?.y ?? 0)))) / wide
  );
}

test('a suggestion ends where the plate ends: at its blue field, its rim, in a holder and on paint of any colour', () => {
  const looks: readonly Partial<PlateLook>[] = [
    {},
    { rim: false, band: null },
    { lines: ['BV 1 AB'] },
    { ground: [243, 196, 40] },
  ];
  const paints: readonly Rgb[] = [
    [30, 31, 33],
    [150, 20, 24],
    [196, 198, 200],
    [40, 62, 108],
  ];
  const offs: number[] = [];
  for (const [n, look] of looks.entries())
    for (const [m, paint] of paints.entries()) {
      const picture = createFilled(SIZE, paint);
      const at = { x: 400, y: 320 };
      const slant = { yaw: (m - 1.5) * 14, pitch: 5, roll: n - 2 };
      const quad = seenFrom(slant, at, { width: 240, shape: 520 / 110 });
      const holder: Raw = { data: new Uint8Array([16, 16, 18, 255]), width: 1, height: 1, channels: 4 };
      if (m % 2 === 0) layInto(picture, holder, { quad: seenFrom(slant, at, { width: 268, shape: 4.1 }) });
      layInto(picture, drawPlate({ ...ROMANIAN, ...look }, 220), { quad });
      const photo = addCameraLook(noiseFrom(7 * n + m), picture, false);
      const [found] = findPlates(photo);
      offs.push(reachAt(found, { picture: photo, quad }));
    }
  const near = offs.filter((off) => off <= 0.03).length;
  assert.ok(near >= 0.8 * offs.length, `${near} of ${offs.length}: ${offs.map((off) => off.toFixed(3))}`);
});

test('the first and the last character are within the suggestion whole, also where a smear joins them to their neighbours', () => {
  for (const [from, to] of [
    [40, 140],
    [400, 505],
    [0, 90],
    [430, 520],
  ] as const) {
    for (const band of ['RO', null]) {
      const board = drawPlate({ ...ROMANIAN, lines: ['CJ 07 XYZ'], band, rim: false }, 220);
      // The smear, at the characters' middle.
      fillBox(board, { x: 2 * from, y: 104, width: 2 * (to - from), height: 16 }, [40, 36, 30]);
      const picture = createFilled(SIZE, [70, 90, 120]);
      const quad = seenFrom(
        { yaw: 10, pitch: 5, roll: 3 },
        { x: 400, y: 320 },
        { width: 300, shape: 520 / 110 },
      );
      layInto(picture, board, { quad });
      const [first] = findPlates(picture);
      assert.ok(first, `${from}–${to} with ${band}`);
      const inPixels = first.quad.map(({ x, y }) => ({ x: x * SIZE.width, y: y * SIZE.height }));
      const front = invertMatrix(ontoQuad(inPixels as unknown as Quad));
      // From the start of C to the end of Z.
      for (const x of band === null ? [17, 499] : [59, 504]) {
        const at = projectPoint(front, projectPoint(ontoQuad(quad), { x: x / 520, y: 0.5 }));
        assert.ok(at.x > -0.01 && at.x < 1.01, `${from}–${to} with ${band}: ${x} at ${at.x.toFixed(3)}`);
      }
    }
  }
});

test('a plate of two lines gets one suggestion, over both of them', () => {
  const [first, ...others] = findPlates(carSample('two lines', 5, { size: SIZE }).picture);
  assert.ok(first);
  assert.deepEqual(others, []);
  const [a, b, , d] = first.quad;
  const shape = ((b.x - a.x) * SIZE.width) / ((d.y - a.y) * SIZE.height);
  assert.ok(shape > 1.1 && shape < 1.7, `${shape.toFixed(2)} times as wide as high`);
});

test('a number of a plate is told from a date in words, a telephone number and a word', () => {
  const overText = (text: string) => {
    const signs = [...text].map((c) => {
      const isDigit = c >= '0' && c <= '9';
      return {
        digit: isDigit ? 1 : 0,
        letter: isDigit ? 0 : 1,
        none: 0,
        inWord: isDigit ? 0 : 'AEIOURNTSLC'.includes(c) ? 0.06 : 0.015,
      };
    });
    return numberLikelihood(signs) - textLikelihood(signs);
  };
  for (const plate of ['B123ABC', 'CJ07XYZ', '4821KLM']) assert.ok(overText(plate) > 0, plate);
  // Brazil's number has four groups.
  assert.ok(overText('BRA2E19') > 1, 'BRA2E19');
  for (const text of ['46IUNIE2033', '0745924921', 'FARMACIE']) assert.ok(overText(text) < -2, text);
});
