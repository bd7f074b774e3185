/** Small pictures of things for sale as one day's photos show them: one ground for all, a thing's own colours, details unlike its outside. */
import type { Raw } from '#imaging/pixels/raw.ts';
import { between, pick, type Random } from '../scenes/random.ts';

const WIDTH = 96;
const HEIGHT = 72;

type Colour = readonly [number, number, number];

/** What neighbours share: the yard or the table, and its light. */
export interface Ground {
  readonly far: Colour;
  readonly near: Colour;
  readonly spots: Colour;
}

export interface Thing {
  readonly body: Colour;
  readonly trim: Colour;
  readonly inside: Colour;
  /** Width and height of its outside, as shares of the picture. */
  readonly size: readonly [number, number];
  readonly isRound: boolean;
  /** Share of its photos that show details. */
  readonly details: number;
  /** Where it stands in the yard or on the table: that ground, a little otherwise. */
  readonly ground: Ground;
  readonly horizon: number;
  readonly spots: readonly Spot[];
}

interface Spot {
  readonly at: readonly [number, number];
  readonly size: readonly [number, number];
  readonly colour: Colour;
  readonly isRound: boolean;
}

const BODIES: readonly [Colour, ...Colour[]] = [
  [225, 226, 228],
  [225, 226, 228],
  [160, 163, 168],
  [160, 163, 168],
  [92, 95, 100],
  [30, 31, 34],
  [30, 31, 34],
  [40, 62, 120],
  [135, 28, 30],
  [70, 96, 74],
  [150, 120, 84],
  [196, 120, 40],
];
const GROUNDS: readonly [Ground, ...Ground[]] = [
  { far: [186, 202, 220], near: [128, 126, 122], spots: [96, 108, 84] },
  { far: [120, 128, 112], near: [146, 140, 130], spots: [180, 170, 150] },
  { far: [206, 200, 190], near: [160, 120, 82], spots: [120, 86, 60] },
  { far: [214, 212, 208], near: [226, 224, 220], spots: [170, 166, 160] },
  { far: [90, 92, 98], near: [70, 72, 76], spots: [140, 140, 136] },
];

export function drawGround(random: Random): Ground {
  const { far, near, spots } = pick(random, GROUNDS);
  return { far: vary(random, far, 18), near: vary(random, near, 18), spots: vary(random, spots, 25) };
}

export function drawThing(random: Random, ground: Ground, isLarge: boolean): Thing {
  const size = isLarge ? between(random, 0.6, 0.85) : between(random, 0.35, 0.7);
  return {
    body: vary(random, pick(random, BODIES), 14),
    trim: vary(random, [45, 45, 48], 30),
    inside: vary(
      random,
      pick(random, [
        [48, 48, 52],
        [70, 66, 62],
        [150, 134, 112],
        [40, 40, 44],
      ]),
      14,
    ),
    size: [size, size * between(random, 0.5, 0.8)],
    isRound: random() < 0.5,
    details: between(random, 0.2, isLarge ? 0.6 : 0.4),
    ground: { far: vary(random, ground.far, 22), near: vary(random, ground.near, 22), spots: ground.spots },
    horizon: between(random, 0.25, 0.55),
    spots: Array.from({ length: 4 }, () => ({
      at: [random(), between(random, 0.5, 1.1)],
      size: [between(random, 0.1, 0.35), between(random, 0.1, 0.3)],
      colour: vary(random, ground.spots, 40),
      isRound: random() < 0.5,
    })),
  };
}

/** Draws one photo; `isFirst` is its outside as people begin. */
export function drawPhoto(random: Random, { thing, isFirst }: { thing: Thing; isFirst: boolean }): Raw {
  const isDetail = !isFirst && random() < thing.details;
  const paint = makeCanvas();
  if (isDetail) drawDetail(random, thing, paint);
  else drawOutside(random, thing, paint);
  return develop(random, paint.data);
}

type Canvas = ReturnType<typeof makeCanvas>;

function makeCanvas() {
  const data = new Float32Array(WIDTH * HEIGHT * 3);
  const fill = (x: number, y: number, colour: Colour) => {
    const i = (y * WIDTH + x) * 3;
    for (let c = 0; c < 3; c++) data[i + c] = colour[c] ?? 0;
  };
  /** A blob around the middle given in shares of the picture. */
  const blob = (
    cx: number,
    cy: number,
    { size: [w, h], colour, isRound }: { size: readonly [number, number]; colour: Colour; isRound: boolean },
  ) => {
    for (let y = 0; y < HEIGHT; y++) {
      for (let x = 0; x < WIDTH; x++) {
        const [dx, dy] = [(x / WIDTH - cx) / (w / 2), (y / HEIGHT - cy) / (h / 2)];
        if (isRound ? dx * dx + dy * dy < 1 : Math.abs(dx) < 1 && Math.abs(dy) < 1) fill(x, y, colour);
      }
    }
  };
  return { data, fill, blob };
}

function drawOutside(random: Random, thing: Thing, { fill, blob }: Canvas): void {
  const horizon = (thing.horizon + between(random, -0.08, 0.08)) * HEIGHT;
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) fill(x, y, y < horizon ? thing.ground.far : thing.ground.near);
  const pan = between(random, -0.15, 0.15);
  for (const { at, ...spot } of thing.spots) blob(at[0] + pan, at[1] * (horizon / HEIGHT), spot);
  const scale = between(random, 0.75, 1.15);
  const turn = between(random, 0.6, 1);
  const [w, h] = [thing.size[0] * scale * turn, thing.size[1] * scale];
  const [cx, cy] = [between(random, 0.4, 0.6), between(random, 0.45, 0.65)];
  blob(cx, cy, { size: [w, h], colour: thing.body, isRound: thing.isRound });
  blob(cx + between(random, -0.1, 0.1), cy - h * 0.2, {
    size: [w * 0.5, h * 0.35],
    colour: thing.trim,
    isRound: thing.isRound,
  });
  for (const side of [-1, 1])
    blob(cx + side * w * 0.3, cy + h * 0.45, {
      size: [w * 0.18, h * 0.25],
      colour: thing.trim,
      isRound: true,
    });
}

function drawDetail(random: Random, thing: Thing, { fill, blob }: Canvas): void {
  const main = random() < 0.5 ? thing.inside : thing.body;
  for (let y = 0; y < HEIGHT; y++) for (let x = 0; x < WIDTH; x++) fill(x, y, main);
  for (let n = 0; n < 7; n++)
    blob(random(), random(), {
      size: [between(random, 0.1, 0.6), between(random, 0.1, 0.6)],
      colour: vary(random, pick(random, [thing.inside, thing.trim, thing.body, [190, 190, 188]]), 30),
      isRound: random() < 0.5,
    });
}

/** The phone's exposure and white balance differ a little from photo to photo; light falls off; there is noise. */
function develop(random: Random, from: Float32Array): Raw {
  const gain = Math.exp(between(random, -0.22, 0.22));
  const warm = between(random, -0.05, 0.05);
  const slope = between(random, -0.3, 0.3);
  const data = new Uint8Array(from.length);
  for (let i = 0; i < from.length; i += 3) {
    const x = (i / 3) % WIDTH;
    const light = gain * (1 + slope * (x / WIDTH - 0.5));
    for (let c = 0; c < 3; c++) {
      const tint = 1 + warm * (1 - c);
      data[i + c] = Math.max(0, Math.min(255, (from[i + c] ?? 0) * light * tint + between(random, -6, 6)));
    }
  }
  return { data, width: WIDTH, height: HEIGHT, channels: 3 };
}

function vary(random: Random, colour: Colour, by: number): Colour {
  const all = between(random, -by, by);
  const one = (value: number) => Math.max(0, Math.min(255, value + all + between(random, -by / 3, by / 3)));
  return [one(colour[0]), one(colour[1]), one(colour[2])];
}
