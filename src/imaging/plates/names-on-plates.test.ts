import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillBox } from '#imaging/fixtures/draw.ts';
import { drawPlate, layInto, ROMANIAN } from '#imaging/fixtures/plate.ts';
import { strokeText } from '#imaging/fixtures/plate-glyphs.ts';
import { carSample, seenFrom } from '#imaging/fixtures/plate-photos.ts';
import { noiseFrom } from '#imaging/fixtures/scene.ts';
import { addCameraLook } from '#imaging/fixtures/scenery.ts';
import { createFilled, type Rgb } from '#imaging/pixels/raw.ts';
import { candidatesIn, findPlates } from './find-plates.ts';
import { scorePlate } from './score.ts';

const SIZE = { width: 800, height: 600 };

test('blue before a word counts as a plate’s field only where a plate ends above and below it', () => {
  const [best] = candidatesIn(carSample('plain', 5, { size: SIZE }).picture).sort(
    (one, other) => scorePlate(other.clues) - scorePlate(one.clues),
  );
  assert.ok(best);
  const worth = (step: number) => {
    const clues = { ...best.clues, top: { at: 19.5, step }, bottom: { at: 52.5, step } };
    return scorePlate({ ...clues, band: true }) - scorePlate({ ...clues, band: false });
  };
  assert.ok(worth(0.01) < 0.1 && worth(0.06) > 3, `${worth(0.01)}, ${worth(0.06)}`);
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
