import { equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { USUAL_LIMITS } from '#domain/photos/model-limits.ts';
import { toLab } from '#imaging/cutout/lab.ts';
import { emptyMask } from '#imaging/cutout/mask.ts';
import { createFilled, type Rgb } from '#imaging/pixels/raw.ts';
import { judgeConfidence } from './confidence.ts';

const SIZE = { width: 300, height: 170 };
const ROAD: Rgb = [168, 166, 160];
const WHITE: Rgb = [226, 226, 222];
const RED: Rgb = [176, 36, 40];
const BLUE: Rgb = [38, 62, 140];
const GLASS: Rgb = [52, 62, 70];
const TYRE: Rgb = [20, 20, 22];
const RIM: Rgb = [170, 172, 175];

/** The colour of a thing at this place, null where it is not. */
type Look = (x: number, y: number) => Rgb | null;

const wheelAt =
  (cx: number, cy: number): Look =>
  (x, y) => {
    const far = Math.hypot(x - cx, y - cy);
    return far < 6 ? RIM : far < 13 ? TYRE : null;
  };

/** Puts things one over the other, the first in front. */
const stack =
  (...looks: readonly Look[]): Look =>
  (x, y) => {
    for (const look of looks) {
      const colour = look(x, y);
      if (colour !== null) return colour;
    }
    return null;
  };

/** `slope`: columns a row by which the sides lean inwards. */
const box =
  (
    colour: Rgb,
    [left, top, right, bottom]: readonly [number, number, number, number],
    [slopeLeft, slopeRight]: readonly [number, number] = [0, 0],
  ): Look =>
  (x, y) => {
    const up = bottom - y;
    const isIn = y >= top && up > 0 && x >= left + slopeLeft * up && x < right - slopeRight * up;
    return isIn ? colour : null;
  };

const moved =
  (look: Look, dx: number, dy: number): Look =>
  (x, y) =>
    look(x - dx, y - dy);

/** 160 × 64, from the side. */
const car = (paint: Rgb): Look =>
  stack(
    wheelAt(32, 51),
    wheelAt(126, 51),
    box(GLASS, [14, 6, 118, 24], [0.8, 1.6]),
    box(paint, [4, 0, 130, 24], [0.8, 1.6]),
    box(paint, [0, 24, 160, 54]),
  );

/** 170 × 90. */
const van = (paint: Rgb): Look =>
  stack(
    wheelAt(36, 77),
    wheelAt(136, 77),
    box(GLASS, [112, 10, 150, 36], [0, 1]),
    box(paint, [0, 0, 168, 40], [0, 1]),
    box(paint, [0, 40, 170, 80]),
  );

/** 100 × 90, from behind. */
const rear = (paint: Rgb): Look =>
  stack(
    box(TYRE, [8, 80, 26, 90]),
    box(TYRE, [74, 80, 92, 90]),
    box(GLASS, [18, 8, 82, 34], [0.3, 0.3]),
    box(paint, [4, 0, 96, 40], [0.3, 0.3]),
    box(paint, [0, 40, 100, 82]),
  );

/** 140 × 77, from its corner, so that a third wheel shows under the front. */
const corner = (paint: Rgb): Look =>
  stack(
    wheelAt(14, 64),
    wheelAt(62, 64),
    wheelAt(122, 60),
    box(GLASS, [22, 6, 112, 28], [1.2, 1.4]),
    box(paint, [6, 0, 128, 28], [1.2, 1.4]),
    box(paint, [0, 28, 140, 60]),
  );

const lorry: Look = stack(
  wheelAt(30, 87),
  wheelAt(150, 87),
  wheelAt(200, 87),
  box(GLASS, [12, 12, 40, 40]),
  box(RED, [4, 0, 240, 88]),
);

const lamp: Look = stack(
  box(RED, [20, 0, 80, 50], [0.4, 0.4]),
  box(GLASS, [46, 50, 54, 110]),
  box(TYRE, [10, 110, 90, 130]),
);

const bottle: Look = stack(
  box(RED, [40, 0, 60, 24]),
  box(RED, [20, 24, 80, 60], [0.4, 0.4]),
  box(BLUE, [20, 60, 80, 140]),
);

/** Whether the mask of this thing is cut out on the word of a model, or of two; the road lies around it. */
function isSure(thing: Look): boolean {
  const one = isSureBy('model', thing);
  equal(isSureBy('models', thing), one, 'the word of two models lets nothing more pass');
  return one;
}

function isSureBy(witness: 'model' | 'models', thing: Look, agreement = 1): boolean {
  const [picture, mask] = [createFilled(SIZE, ROAD), emptyMask(SIZE)];
  for (let i = 0; i < mask.data.length; i++) {
    const colour = thing((i % SIZE.width) - 30, Math.floor(i / SIZE.width) - 50);
    if (colour === null) continue;
    picture.data.set(colour, 3 * i);
    mask.data[i] = 255;
  }
  return judgeConfidence(toLab(picture), mask, { agreement, witness, limits: USUAL_LIMITS }).sure;
}

describe('a model’s cut-out of vehicles', () => {
  it('is sure with a car or a van alone, whatever its paint', () => {
    for (const paint of [RED, WHITE]) {
      equal(isSure(car(paint)), true);
      equal(isSure(van(paint)), true);
    }
  });

  it('is sure with a car from its corner, of which three wheels are seen', () => {
    for (const paint of [RED, WHITE]) equal(isSure(corner(paint)), true);
  });

  it('is asked about where a second one touches the first, beside it or behind it', () => {
    for (const second of [RED, BLUE]) {
      equal(isSure(stack(car(RED), moved(car(second), 155, 0))), false);
      equal(isSure(stack(car(RED), moved(car(second), 70, -14))), false);
      equal(isSure(stack(car(RED), moved(van(second), 60, -40))), false);
    }
  });

  it('is asked about where another colour looks out behind an end', () => {
    equal(isSure(stack(van(RED), box(BLUE, [140, 24, 212, 76]))), false);
  });

  it('is asked about where another roof looks out above it, whatever the shape of the two', () => {
    /** Where the first one's ends, with its slopes: the outline is that of one car. */
    const roof =
      (paint: Rgb): Look =>
      (x, y) =>
        x > 70 && y < 9 ? box(paint, [4, 0, 130, 24], [0.8, 1.6])(x, y) : null;
    for (const [paint, other] of [
      [WHITE, RED],
      [BLUE, RED],
      [RED, BLUE],
    ] as const) {
      equal(isSure(stack(roof(other), car(paint))), false);
      equal(isSure(stack(roof(paint), car(paint))), true);
    }
  });

  it('is sure with a car from behind, and asked about where one straight behind it looks out', () => {
    for (const paint of [RED, WHITE]) {
      equal(isSure(rear(paint)), true);
      equal(isSure(stack(rear(paint), moved(rear(WHITE), -18, -14))), false);
    }
  });

  it('is asked about where the end of another one hangs in the air beside a car from behind', () => {
    equal(isSure(stack(rear(RED), box(RED, [-60, 6, 40, 46], [1.8, 0]))), false);
  });

  it('is sure with a mirror, and asked about where a post or a beam behind it came along', () => {
    const mirror = box(RED, [22, 12, 30, 20]);
    const post = box(GLASS, [96, -44, 99, 2]);
    const beam: Look = (x, y) => (x > 118 && x < 190 && Math.abs(y + (x - 118) / 2 - 12) < 2 ? GLASS : null);
    for (const paint of [RED, WHITE]) {
      equal(isSure(stack(car(paint), mirror)), true);
      for (const other of [post, beam]) equal(isSure(stack(car(paint), other)), false);
    }
  });

  it('is asked about where two models differ by a hundredth; of what has no wheels they may by two', () => {
    for (const vehicle of [car(RED), van(WHITE), corner(RED), rear(WHITE)]) {
      equal(isSureBy('models', vehicle, 0.99), true);
      equal(isSureBy('models', vehicle, 0.985), false);
    }
    for (const thing of [bottle, moved(box(BLUE, [0, 0, 90, 60]), 20, 10)]) {
      equal(isSureBy('models', thing, 0.98), true);
      equal(isSureBy('models', thing, 0.975), false);
    }
  });

  it('is asked about where a lorry stands on three axles', () => {
    equal(isSure(lorry), false);
  });

  it('is sure with a lamp and a bottle, which have a neck as well', () => {
    equal(isSure(lamp), true);
    equal(isSure(bottle), true);
  });
});
