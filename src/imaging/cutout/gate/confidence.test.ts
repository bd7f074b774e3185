import { equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ModelLimits, USUAL_LIMITS } from '#domain/photos/model-limits.ts';
import { toLab } from '#imaging/cutout/lab.ts';
import type { Mask } from '#imaging/cutout/mask.ts';
import { judgeConfidence, type Witness } from './confidence.ts';

const SIZE = { width: 120, height: 90 };
type At = (x: number, y: number) => boolean;
type Rgb = readonly [number, number, number];
type Look = (x: number, y: number) => Rgb;
const GROUND: Rgb = [230, 225, 215];
const PAINT: Rgb = [40, 60, 90];
const BLACK: Rgb = [20, 20, 21];

/** `around`: what else is in the picture; `within`: what the mask holds; `agreement`: by default just enough of a model. */
function judged(
  isObject: At,
  {
    helped,
    witness = 'model',
    around = () => GROUND,
    within = () => PAINT,
    agreement = witness === 'model' && !helped ? 0.95 : 1,
    limits,
  }: {
    helped: boolean;
    witness?: Witness;
    around?: Look;
    within?: Look;
    agreement?: number;
    limits?: ModelLimits;
  },
) {
  const shape = Array.from({ length: SIZE.width * SIZE.height }, (_, i) =>
    isObject(i % SIZE.width, Math.floor(i / SIZE.width)),
  );
  const mask: Mask = { ...SIZE, data: Uint8Array.from(shape, (on) => (on ? 255 : 0)) };
  const data = Uint8Array.from(
    shape.flatMap((on, i) => (on ? within : around)(i % SIZE.width, Math.floor(i / SIZE.width))),
  );
  return judgeConfidence(toLab({ ...SIZE, channels: 3, data }), mask, {
    agreement,
    witness: helped ? 'person' : witness,
    limits,
  }).sure;
}

const chair: At = (x, y) => x > 40 && x < 80 && y > 15 && y < 70;
const withBoard: At = (x, y) => chair(x, y) || (y > 50 && y < 58);

describe('a cut-out without a person’s hints', () => {
  it('is not trusted where it reaches the side of the picture; with a person’s box around it, it is', () => {
    equal(judged(chair, { helped: false }), true);
    equal(judged(withBoard, { helped: false }), false);
    const withShelf: At = (x, y) => withBoard(x, y) && x > 5 && x < 118;
    equal(judged(withShelf, { helped: false }), false);
    equal(
      judged((x, y) => withShelf(x, y) && x < 114, { helped: false }),
      true,
    );
    equal(judged(withBoard, { helped: true }), true);
  });

  it('is not trusted where ground came along, which no edge parts from the ground; dark feet on a shadow may stay', () => {
    const withSlab: At = (x, y) => chair(x, y) || (x > 20 && x <= 40 && y > 60 && y < 70);
    const own: Look = (x, y) => (chair(x, y) ? PAINT : GROUND);
    equal(judged(withSlab, { helped: false }), true);
    equal(judged(withSlab, { helped: false, around: () => GROUND, within: own }), false);
    equal(judged(withSlab, { helped: true, around: () => GROUND, within: own }), true);
    const shadow: Look = (x, y) => (Math.hypot((x - 62) / 14, (y - 74) / 9) < 1 ? BLACK : GROUND);
    equal(
      judged(chair, { helped: false, around: shadow, within: (_x, y) => (y > 60 ? BLACK : PAINT) }),
      true,
    );
  });

  it('is not trusted with a hem of coloured cloth that it lay on; a shaded edge of its own colour is none', () => {
    const [cloth, shade]: [Rgb, Rgb] = [
      [220, 20, 25],
      [120, 8, 10],
    ];
    const hat: At = (x, y) => Math.hypot(x - 60, y - 45) < 28;
    const inside: At = (x, y) => Math.hypot(x - 60, y - 45) < 22;
    const withHem =
      (hem: Rgb): Look =>
      (x, y) =>
        inside(x, y) ? PAINT : hem;
    const around: Look = () => cloth;
    for (const witness of ['plain', 'search', 'model', 'both'] as const) {
      equal(judged(hat, { helped: false, witness, around }), true);
      equal(judged(hat, { helped: false, witness, around, within: withHem(shade) }), false);
      equal(judged(hat, { helped: false, witness, around, within: withHem([20, 30, 45]) }), true);
    }
    equal(judged(hat, { helped: true, around, within: withHem(shade) }), true);
  });

  it('is not trusted where a part of it was left out: a head over a collar, a pane in its middle', () => {
    const coat: At = (x, y) => x > 40 && x < 80 && y > 35 && y < 82;
    const head = (x: number, y: number): Rgb => (Math.hypot(x - 60, y - 26) < 10 ? [206, 160, 132] : GROUND);
    equal(judged(coat, { helped: false }), true);
    equal(judged(coat, { helped: false, around: head }), false);
    equal(judged(coat, { helped: true, around: head }), true);
    const isPane: At = (x, y) => x > 52 && x < 68 && y > 45 && y < 62;
    const body: At = (x, y) => coat(x, y) && !isPane(x, y);
    equal(judged(body, { helped: false, around: (x, y) => (isPane(x, y) ? [150, 60, 60] : GROUND) }), false);
    equal(judged(body, { helped: false }), true);
  });

  it('is trusted with its shadow, something beside it that it does not touch, and on a ground of many colours', () => {
    const crate: At = (x, y) => x > 45 && x < 75 && y > 30 && y < 65;
    const shadow = (x: number, y: number): Rgb =>
      Math.hypot((x - 66) / 30, (y - 66) / 6) < 1 ? [92, 90, 86] : GROUND;
    equal(judged(crate, { helped: false, around: shadow }), true);
    const ball = (x: number, y: number): Rgb => (Math.hypot(x - 96, y - 40) < 7 ? [200, 60, 50] : GROUND);
    equal(judged(crate, { helped: false, around: ball }), true);
    const tiles = (x: number, y: number): Rgb =>
      (Math.floor(x / 15) + Math.floor(y / 15)) % 2 === 0 ? [180, 90, 70] : GROUND;
    equal(judged(crate, { helped: false, around: tiles }), true);
  });

  it('is trusted on the word of a search by colours only where nothing else stands around it', () => {
    const crate: At = (x, y) => x > 45 && x < 75 && y > 30 && y < 65;
    equal(judged(crate, { helped: false, witness: 'search' }), true);
    const ball: Look = (x, y) => (Math.hypot(x - 96, y - 40) < 9 ? [200, 60, 50] : GROUND);
    equal(judged(crate, { helped: false, witness: 'search', around: ball }), false);
    equal(judged(crate, { helped: false, witness: 'both', around: ball }), true);
  });

  it('is not trusted with the half of a dress whose other half is nearly the wall’s colour', () => {
    const skirt: At = (x, y) => x > 40 && x < 80 && y > 45 && y < 80;
    const blouse: Look = (x, y) => (x > 47 && x < 73 && y > 18 && y <= 45 ? [255, 255, 255] : GROUND);
    equal(judged(skirt, { helped: false, witness: 'search', around: blouse }), false);
    equal(judged(skirt, { helped: false, witness: 'plain', around: blouse }), false);
  });

  it('is not trusted with the ground that is seen between spokes', () => {
    const wheel: At = (x, y) => Math.hypot(x - 60, y - 45) < 30;
    const isSpoke: At = (x, y) =>
      Math.hypot(x - 60, y - 45) > 27 || Math.abs(x - 60) < 2 || Math.abs(y - 45) < 2;
    const spokes: Look = (x, y) => (isSpoke(x, y) ? PAINT : GROUND);
    equal(judged(wheel, { helped: false }), true);
    equal(judged(wheel, { helped: false, within: spokes }), false);
  });

  it('that a model has no doubt of may touch the picture’s side, be white on white and small; one in doubt may not', () => {
    /** Half of it, nowhere at its edge. */
    const whiteMiddle: Look = (x, y) => (x > 45 && x < 75 && y > 20 && y < 65 ? GROUND : PAINT);
    const small: At = (x, y) => x > 50 && x < 66 && y > 35 && y < 51;
    for (const [shape, more] of [
      [withBoard, {}],
      [chair, { within: whiteMiddle }],
      [small, {}],
    ] as const) {
      equal(judged(shape, { helped: false, agreement: 0.98, ...more }), true);
      equal(judged(shape, { helped: false, agreement: 0.95, ...more }), false);
    }
  });

  it('is trusted by the limits of the model whose word it stands on', () => {
    const eager = { ...USUAL_LIMITS, sureFrom: 0.9, confirmedFrom: 0.7, plainFrom: 0.94 };
    const isSure = (agreement: number, witness: Witness, limits?: ModelLimits) =>
      judged(chair, { helped: false, agreement, witness, ...(limits && { limits }) });
    for (const [agreement, witness, eagerly] of [
      [0.93, 'model', true],
      [0.92, 'model', true],
      [0.89, 'model', false],
      [0.8, 'both', true],
      [0.79, 'both', true],
      [0.69, 'both', false],
    ] as const) {
      equal(isSure(agreement, witness, eager), eagerly);
      equal(isSure(agreement, witness), agreement >= (witness === 'both' ? 0.8 : 0.93));
    }
    equal(judged(withBoard, { helped: false, agreement: 0.95, limits: eager }), true);
    const noRim = { ...eager, plain: { ...eager.plain, rim: 0 } };
    equal(judged(withBoard, { helped: false, agreement: 0.95, limits: noRim }), false);
    equal(isSure(0.92, 'search', eager), false, 'a search by colours has limits of its own');
    equal(isSure(0.95, 'models', { ...eager, agreedFrom: 0.95 }), true);
    equal(isSure(0.95, 'models'), false);
  });

  it('that two models see alike may touch the picture’s side and stand dark on its shadow, but lacks no part', () => {
    equal(judged(withBoard, { helped: false, witness: 'models' }), true);
    const shadow: Look = (_x, y) => (y > 48 ? BLACK : GROUND);
    const dark: Look = (_x, y) => (y > 48 ? BLACK : PAINT);
    equal(judged(chair, { helped: false, witness: 'models', around: shadow, within: dark }), true);
    equal(judged(chair, { helped: false, witness: 'model', around: shadow, within: dark }), false);
    const coat: At = (x, y) => x > 40 && x < 80 && y > 35 && y < 82;
    const head: Look = (x, y) => (Math.hypot(x - 60, y - 26) < 10 ? [206, 160, 132] : GROUND);
    equal(judged(coat, { helped: false, witness: 'models', around: head }), false);
  });

  it('may touch the picture’s side where a model and a search found the same', () => {
    equal(judged(withBoard, { helped: false, witness: 'both' }), true);
    equal(judged(withBoard, { helped: false, witness: 'model' }), false);
  });
});
