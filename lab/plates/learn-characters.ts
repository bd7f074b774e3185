/**
 * node lab/plates/learn-characters.ts [--fonts "A,B"] [--others FILE]: teaches src/imaging/plates/characters/character-weights.ts
 * on drawn characters.
 * `--others`: Float32 inputs (INPUTS a piece) of marks that are no characters, as gather-marks writes them.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { strokeText } from '#imaging/fixtures/plate-glyphs.ts';
import { noiseFrom } from '#imaging/fixtures/scene.ts';
import { type Dice, pickRandom, randomBetween } from '#imaging/fixtures/scenery.ts';
import { createFilled } from '#imaging/pixels/raw.ts';
import {
  CLASSES,
  COLUMNS,
  computeClassShares,
  computeHidden,
  HIDDEN,
  INPUTS,
  type Net,
  ROWS,
} from '#imaging/plates/characters/character-net.ts';

const { values } = parseArgs({
  options: {
    fonts: { type: 'string', default: 'DejaVu Sans,Liberation Sans,Liberation Sans Narrow' },
    others: { type: 'string' },
    steps: { type: 'string', default: '1500000' },
  },
});
const dice = noiseFrom(41);
const TALL = 64;
const PAD = 24;
const SMALL = [...'abdefghkmnpqrtuy'];
const SOFTNESS = [0.8, 2.5, 4.5, 7, 10];

/** Ink 0–1 at several softnesses, with the character's own box. */
interface Glyph {
  readonly planes: readonly Float32Array[];
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

async function glyphFrom(grey: Buffer, width: number, height: number): Promise<Glyph | null> {
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if ((grey[y * width + x] as number) > 127) continue;
      [left, right, top, bottom] = [
        Math.min(left, x),
        Math.max(right, x + 1),
        Math.min(top, y),
        Math.max(bottom, y + 1),
      ];
    }
  if (right < 0) return null;
  const planes: Float32Array[] = [];
  for (const sigma of SOFTNESS) {
    const soft = await sharp(grey, { raw: { width, height, channels: 1 } })
      .blur(sigma)
      .extractChannel(0)
      .raw()
      .toBuffer();
    planes.push(Float32Array.from(soft, (value) => 1 - value / 255));
  }
  return { planes, width, height, left, right, top, bottom };
}

async function fontGlyph(text: string, font: string, weight: number): Promise<Glyph | null> {
  const [width, height] = [TALL * 2 + 2 * PAD, TALL + 2 * PAD + 30];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/><text x="${width / 2}" y="${PAD + TALL}" text-anchor="middle" font-size="${TALL / 0.72}" font-family="${font}" font-weight="${weight}">${text}</text></svg>`;
  return glyphFrom(await sharp(Buffer.from(svg)).greyscale().raw().toBuffer(), width, height);
}

async function strokeGlyph(letter: string, pen: number): Promise<Glyph | null> {
  const size = { width: TALL + 2 * PAD, height: TALL + 2 * PAD };
  const raw = createFilled(size, [255, 255, 255]);
  strokeText(raw, letter, { at: { x: PAD, y: PAD }, size: TALL, ink: [0, 0, 0], step: 0.8, pen });
  const grey = Buffer.from(raw.data.filter((_, n) => n % 3 === 0));
  return glyphFrom(grey, size.width, size.height);
}

const glyphs = new Map<number, Glyph[]>(CLASSES.map((_, n) => [n, []]));
const add = (index: number, glyph: Glyph | null) => {
  if (glyph !== null) glyphs.get(index)?.push(glyph);
};
for (const font of values.fonts.split(','))
  for (const weight of [400, 700]) {
    for (let index = 0; index < 36; index++)
      add(index, await fontGlyph(CLASSES[index] as string, font, weight));
    for (const letter of SMALL) add(36, await fontGlyph(letter, font, weight));
  }
for (const pen of [8, 10, 12])
  for (let index = 0; index < 36; index++)
    for (let n = 0; n < 2; n++) add(index, await strokeGlyph(CLASSES[index] as string, pen));
const others =
  values.others === undefined
    ? new Float32Array()
    : new Float32Array(new Uint8Array(await readFile(values.others)).buffer);
console.log(
  'glyphs',
  [...glyphs.values()].reduce((sum, list) => sum + list.length, 0),
  'others',
  others.length / INPUTS,
);

/** A mark as the search meets it: a little off, leaning, soft, noisy, of uncertain contrast. */
function lookAt(glyph: Glyph, input: Float32Array): void {
  const plane = pickRandom(dice, glyph.planes) as Float32Array;
  const [w, h] = [glyph.right - glyph.left, glyph.bottom - glyph.top];
  const wide = randomBetween(dice, 0.94, 1.14) * Math.max(w, 0.12 * h);
  const tall = randomBetween(dice, 0.94, 1.12) * h;
  const [cx, cy] = [
    (glyph.left + glyph.right) / 2 + randomBetween(dice, -0.05, 0.05) * w,
    (glyph.top + glyph.bottom) / 2 + randomBetween(dice, -0.05, 0.05) * h,
  ];
  const [shear, turn] = [randomBetween(dice, -0.2, 0.2), randomBetween(dice, -0.07, 0.07)];
  const [gain, noise, lift] = [
    randomBetween(dice, 0.75, 1.15),
    randomBetween(dice, 0, 0.13),
    randomBetween(dice, -0.06, 0.1),
  ];
  for (let y = 0; y < ROWS; y++)
    for (let x = 0; x < COLUMNS; x++) {
      const v = ((y + 0.5) / ROWS - 0.5) * tall;
      const u = ((x + 0.5) / COLUMNS - 0.5) * wide + shear * v;
      const value = sampled(plane, glyph, { x: cx + u - turn * v, y: cy + v + turn * u });
      input[y * COLUMNS + x] = Math.max(0, Math.min(1, value * gain + lift + (dice() + dice() - 1) * noise));
    }
  // The view squeezes.
  input[COLUMNS * ROWS] = Math.min(1.5, (wide / tall) * randomBetween(dice, 0.6, 1.1));
}

function sampled(plane: Float32Array, { width, height }: Glyph, { x, y }: { x: number; y: number }): number {
  const px = Math.max(0, Math.min(width - 1.01, x - 0.5));
  const py = Math.max(0, Math.min(height - 1.01, y - 0.5));
  const [ix, iy] = [Math.floor(px), Math.floor(py)];
  const at = iy * width + ix;
  const upper = (plane[at] as number) * (1 - px + ix) + (plane[at + 1] as number) * (px - ix);
  const lower = (plane[at + width] as number) * (1 - px + ix) + (plane[at + width + 1] as number) * (px - ix);
  return upper + (lower - upper) * (py - iy);
}

const capitals = [...glyphs].filter(([index]) => index < 36).flatMap(([, list]) => list);
const scratch = new Float32Array(INPUTS);

/** Bars, blocks, blobs, halves of characters, two run into one, and what real rows of no characters hold. */
function noCharacter(input: Float32Array): void {
  const kind = dice();
  if (kind < 0.6 && others.length > 0) {
    const at = Math.floor((dice() * others.length) / INPUTS) * INPUTS;
    input.set(others.subarray(at, at + INPUTS));
    return;
  }
  lookAt(pickRandom(dice, capitals), input);
  lookAt(pickRandom(dice, capitals), scratch);
  const isUpright = kind < 0.8;
  const cut = randomBetween(dice, 0.25, 0.75);
  const [a, b, c, d] = [dice(), dice(), dice() * 2 - 1, randomBetween(dice, 0.1, 0.5)];
  for (let y = 0; y < ROWS; y++)
    for (let x = 0; x < COLUMNS; x++) {
      const n = y * COLUMNS + x;
      if (kind < 0.9) {
        if (isUpright ? x / COLUMNS > cut : y / ROWS > cut) {
          const from = isUpright
            ? y * COLUMNS + Math.min(COLUMNS - 1, Math.floor(x - cut * COLUMNS))
            : (y - Math.floor(cut * ROWS)) * COLUMNS + x;
          input[n] = scratch[from] as number;
        } else
          input[n] = input[
            isUpright
              ? y * COLUMNS + Math.min(COLUMNS - 1, x + Math.floor((1 - cut) * COLUMNS))
              : Math.min(ROWS - 1, y + Math.floor((1 - cut) * ROWS)) * COLUMNS + x
          ] as number;
      } else
        input[n] =
          Math.max(
            0,
            Math.min(1, 0.5 + (d - Math.abs((x / COLUMNS - a) * c + (y / ROWS - b) * (1 - Math.abs(c)))) * 6),
          ) * randomBetween(dice, 0.85, 1);
    }
  input[COLUMNS * ROWS] = randomBetween(dice, 0.2, 1.2);
}

function example(input: Float32Array): number {
  const index = Math.floor(dice() * (CLASSES.length + 5));
  if (index >= 37) {
    noCharacter(input);
    return 37;
  }
  lookAt(pickRandom(dice, glyphs.get(index) as Glyph[]), input);
  return index;
}

const normal = (dice: Dice) => Math.sqrt(-2 * Math.log(dice() + 1e-9)) * Math.cos(2 * Math.PI * dice());
const net: Net = {
  first: Float32Array.from({ length: HIDDEN * (INPUTS + 1) }, () => normal(dice) * 0.12),
  second: Float32Array.from({ length: CLASSES.length * (HIDDEN + 1) }, () => normal(dice) * 0.15),
};

class Adam {
  readonly grad: Float32Array;
  readonly #mean: Float32Array;
  readonly #square: Float32Array;
  readonly #weights: Float32Array;
  #step = 0;
  constructor(weights: Float32Array) {
    this.#weights = weights;
    [this.grad, this.#mean, this.#square] = [0, 1, 2].map(() => new Float32Array(weights.length)) as [
      Float32Array,
      Float32Array,
      Float32Array,
    ];
  }
  update(rate: number): void {
    this.#step += 1;
    const [fixMean, fixSquare] = [1 - 0.9 ** this.#step, 1 - 0.999 ** this.#step];
    for (let n = 0; n < this.grad.length; n++) {
      const g = (this.grad[n] as number) + 1e-5 * (this.#weights[n] as number);
      const mean = 0.9 * (this.#mean[n] as number) + 0.1 * g;
      const square = 0.999 * (this.#square[n] as number) + 0.001 * g * g;
      this.#mean[n] = mean;
      this.#square[n] = square;
      this.#weights[n] =
        (this.#weights[n] as number) - (rate * (mean / fixMean)) / (Math.sqrt(square / fixSquare) + 1e-8);
    }
    this.grad.fill(0);
  }
}

const BATCH = 64;
const [one, two] = [new Adam(net.first), new Adam(net.second)];
const steps = Number(values.steps);
let [right, loss, seen] = [0, 0, 0];
const input = new Float32Array(INPUTS);
for (let n = 1; n <= steps; n++) {
  const index = example(input);
  const hidden = computeHidden(net, input);
  const shares = computeClassShares(net, hidden);
  if (shares.indexOf(Math.max(...shares)) === index) right += 1;
  loss -= Math.log((shares[index] as number) + 1e-9);
  seen += 1;
  const back = new Float32Array(HIDDEN);
  for (let c = 0, w = 0; c < CLASSES.length; c++, w++) {
    const off = ((shares[c] as number) - (c === index ? 1 : 0)) / BATCH;
    for (let h = 0; h < HIDDEN; h++, w++) {
      two.grad[w] = (two.grad[w] as number) + off * (hidden[h] as number);
      back[h] = (back[h] as number) + off * (net.second[w] as number);
    }
    two.grad[w] = (two.grad[w] as number) + off;
  }
  for (let h = 0, w = 0; h < HIDDEN; h++, w++) {
    if (hidden[h] === 0) {
      w += INPUTS;
      continue;
    }
    for (let i = 0; i < INPUTS; i++, w++)
      one.grad[w] = (one.grad[w] as number) + (back[h] as number) * (input[i] as number);
    one.grad[w] = (one.grad[w] as number) + (back[h] as number);
  }
  if (n % BATCH === 0) {
    const rate = 0.004 * (1 - n / (steps + BATCH)) + 0.0001;
    one.update(rate);
    two.update(rate);
  }
  if (n % 250_000 === 0) {
    console.log(n, 'right', (right / seen).toFixed(3), 'loss', (loss / seen).toFixed(3));
    [right, loss, seen] = [0, 0, 0];
  }
}

function packed(weights: Float32Array): readonly [string, number] {
  const scale = Math.max(...weights.map(Math.abs)) / 127;
  return [
    Buffer.from(Int8Array.from(weights, (value) => Math.round(value / scale)).buffer).toString('base64'),
    scale,
  ];
}
const [first, firstScale] = packed(net.first);
const [second, secondScale] = packed(net.second);
await writeFile(
  'src/imaging/plates/characters/character-weights.ts',
  `/** Written by lab/plates/learn-characters.ts. */\nexport const WEIGHTS = {\n  firstScale: ${firstScale},\n  first:\n    '${first}',\n  secondScale: ${secondScale},\n  second:\n    '${second}',\n} as const;\n`,
);
