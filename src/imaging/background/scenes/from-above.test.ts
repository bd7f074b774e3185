import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSeenFromAbove } from '#imaging/background/scenes/from-above.ts';
import { noiseFrom } from '#imaging/fixtures/scene.ts';
import { drawnVehicle } from '#imaging/fixtures/vehicle.ts';
import type { Raw, Rgb } from '#imaging/pixels/raw.ts';

const SIZE = { width: 280, height: 210 };

interface Drawn {
  /** Colour and grain (levels) of the ground in a row. */
  readonly groundAt: (row: number) => { readonly colour: Rgb; readonly grain: number };
  readonly box?: { readonly top: number; readonly bottom: number };
}

/** Draws a white box before a ground. */
function drawBox({ groundAt, box = { top: 50, bottom: 150 } }: Drawn): Raw {
  const noise = noiseFrom(11);
  const data = new Uint8Array(SIZE.width * SIZE.height * 4);
  for (let y = 0, at = 0; y < SIZE.height; y++)
    for (let x = 0; x < SIZE.width; x++, at += 4) {
      const isBox = x >= 90 && x < 190 && y >= box.top && y < box.bottom;
      const { colour, grain } = groundAt(y);
      const lighter = (noise() - 0.5) * grain;
      data.set(isBox ? [240, 240, 236] : colour.map((value) => value + lighter), at);
      data[at + 3] = isBox ? 255 : 0;
    }
  return { data, ...SIZE, channels: 4 };
}

const CARPET = { colour: [120, 96, 80], grain: 60 } as const;
const onCarpet = () => CARPET;

test('a thing on a carpet that goes on up to the photo’s upper edge was photographed from above', () => {
  assert.equal(isSeenFromAbove(drawBox({ groundAt: onCarpet })), true);
  const lamp = (row: number) => ({
    ...CARPET,
    colour: CARPET.colour.map((v) => v + row / 3) as unknown as Rgb,
  });
  assert.equal(isSeenFromAbove(drawBox({ groundAt: lamp })), true);
});

test('so was one that reaches the photo’s upper edge, with the carpet on both sides of it', () => {
  assert.equal(isSeenFromAbove(drawBox({ groundAt: onCarpet, box: { top: 0, bottom: 150 } })), true);
});

test('what else lies at the photo’s side does not hide a ground, and faint planks are one', () => {
  const planks = drawBox({
    groundAt: (row) => ({ colour: row % 14 < 2 ? [184, 176, 164] : [196, 188, 176], grain: 3 }),
  });
  assert.equal(isSeenFromAbove(planks), true);
  const carpet = drawBox({ groundAt: onCarpet });
  for (let y = 80; y < 130; y++)
    for (let x = 0; x < 30; x++) carpet.data.set([20, 20, 24, 0], (y * SIZE.width + x) * 4);
  assert.equal(isSeenFromAbove(carpet), true);
});

test('so was one on a smooth cloth of a strong colour, and one on pale tiles by their seams; a plain pale ground says nothing', () => {
  const drawn = (colour: Rgb, seam: Rgb) =>
    isSeenFromAbove(drawBox({ groundAt: (row) => ({ colour: row % 20 === 0 ? seam : colour, grain: 3 }) }));
  const [red, pale] = [
    [190, 20, 30],
    [214, 210, 200],
  ] as const;
  assert.equal(drawn(red, red), true);
  assert.equal(drawn(pale, [150, 146, 138]), true);
  assert.equal(drawn(pale, pale), false);
});

test('a thing before a wall, a blurred room or a plain ground is not surely seen from above', () => {
  const wall: Rgb = [150, 150, 146];
  const grounds: readonly Drawn['groundAt'][] = [
    (row) => (row < 60 ? { colour: wall, grain: 60 } : CARPET),
    (row) => ({ ...CARPET, grain: row < 60 ? 8 : 60 }),
    () => ({ colour: wall, grain: 3 }),
  ];
  for (const groundAt of grounds) assert.equal(isSeenFromAbove(drawBox({ groundAt })), false);
});

test('a thing before a wall at one side and a dark doorway at the other is not, whatever tone lies in the middle', () => {
  const yard = drawBox({ groundAt: onCarpet });
  assert.equal(isSeenFromAbove(yard), true);
  for (let y = 0; y < 60; y++)
    for (let x = 0; x < SIZE.width; x++) {
      const isSide = x < 60 || x >= 220;
      if (isSide) yard.data.set(x < 60 ? [24, 22, 20, 0] : [226, 216, 206, 0], (y * SIZE.width + x) * 4);
    }
  assert.equal(isSeenFromAbove(yard), false);
});

test('a car on its wheels is not either', () => {
  const van = drawnVehicle(
    { thing: 'van', paint: [220, 20, 20], glass: 'tinted' },
    { width: 160, height: 120 },
  );
  const carpet = drawBox({ groundAt: onCarpet, box: { top: 0, bottom: 0 } });
  for (const [i, share] of van.mask.data.entries()) {
    const at = ((45 + Math.floor(i / 160)) * SIZE.width + 60 + (i % 160)) * 4;
    if (share > 127) carpet.data.set([...van.picture.data.subarray(i * 3, i * 3 + 3), 255], at);
  }
  assert.equal(isSeenFromAbove(carpet), false);
  const without = { ...carpet, data: carpet.data.slice() };
  // Its wheels gone, it is any thing.
  for (let y = 45 + 76; y < SIZE.height; y++)
    for (let x = 0; x < SIZE.width; x++) without.data[(y * SIZE.width + x) * 4 + 3] = 0;
  assert.equal(isSeenFromAbove(without), true);
});
