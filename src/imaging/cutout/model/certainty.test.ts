import { ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { USUAL_LIMITS } from '#domain/photos/model-limits.ts';
import { computeCertainty, computeCertaintyOfKept } from './certainty.ts';

const SIDE = 320;
type Shares = (x: number, y: number) => number;

const certainty = (shares: Shares) =>
  computeCertainty(
    Float32Array.from({ length: SIDE * SIDE }, (_, i) => shares(i % SIDE, Math.floor(i / SIDE))),
    SIDE,
    USUAL_LIMITS,
  );

/** A square of `side` around the middle whose edge takes `soft` pixels from object to ground. */
const square =
  (side: number, soft = 4): Shares =>
  (x, y) => {
    const off = Math.max(Math.abs(x - SIDE / 2), Math.abs(y - SIDE / 2)) - side / 2;
    return Math.min(1, Math.max(0, 0.5 - off / soft));
  };

describe('the certainty of a model', () => {
  it('is as high of a small or thin thing as of a large one: a soft seam is no doubt', () => {
    ok(certainty(square(160)) > 0.99);
    ok(certainty(square(20)) > 0.99);
    ok(certainty((x, y) => (Math.abs(x - 160) < 3 && y > 20 && y < 300 ? 1 : 0)) > 0.99);
  });

  it('falls by what may belong to the thing beyond its edge, and by what may be ground within it', () => {
    const thing = square(100);
    const beside = (x: number, y: number) => x > 240 && x < 260 && y > 120 && y < 140;
    ok(certainty((x, y) => (beside(x, y) ? 0.3 : thing(x, y))) < 0.93);
    const within = (x: number, y: number) => Math.hypot(x - 160, y - 160) < 14;
    ok(certainty((x, y) => (within(x, y) ? 0.7 : thing(x, y))) < 0.93);
  });

  it('is as high of a model that says nine tenths where others say all', () => {
    const thing = square(100);
    ok(certainty((x, y) => 0.04 + 0.86 * thing(x, y)) > 0.98);
    ok(certainty((x, y) => 0.6 * thing(x, y)) < 0.1);
  });

  it('of what is kept does not fall by what was left out far from it, and falls by what may belong to it', () => {
    const thing = square(100);
    const place = (shares: Shares) =>
      Float32Array.from({ length: SIDE * SIDE }, (_, i) => shares(i % SIDE, Math.floor(i / SIDE)));
    const data = Uint8Array.from(place(thing), (share) => (share > 0.5 ? 255 : 0));
    const certaintyWithDoubt = (from: number) => {
      const isDoubted = (x: number, y: number) => x > from && x < from + 20 && y > 120 && y < 200;
      const plane = place((x, y) => (isDoubted(x, y) ? 0.35 : thing(x, y)));
      return computeCertaintyOfKept(plane, { width: SIDE, height: SIDE, data }, USUAL_LIMITS);
    };
    ok(certaintyWithDoubt(270) > 0.99);
    ok(certaintyWithDoubt(212) < 0.9);
  });

  it('is none where there is no object', () => {
    ok(certainty(() => 0.4) === 0);
  });
});
