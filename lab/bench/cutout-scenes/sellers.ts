/**
 * Photographs as people take them of what they sell, each with its true outline: things with a body that the light models, on grounds that
 * go out of focus behind them, with the shadow they cast. How often each is hard is set by what such photos are like, not by what is hardest.
 */
import sharp from 'sharp';
import { exposeLight } from '../../scenes/photo.ts';
import { between, pick, type Random, randomFrom } from '../../scenes/random.ts';
import { centredAt, linear, rect, type SceneCanvas, svgDocument } from '../../scenes/svg.ts';
import { drawGround } from './grounds.ts';
import {
  CANVAS,
  groundFor,
  near,
  neighbours,
  PAINTS,
  photographed,
  pixels,
  type Scene,
  SIZE,
} from './scenes.ts';
import { drawThing, THING_NAMES, type ThingName } from './things.ts';

type Plane = Float32Array;

const { width: WIDTH, height: HEIGHT } = SIZE;
const of = (values: ArrayLike<number>, i: number) => values[i] ?? 0;
/** Canvas units a pixel. */
export const UNIT = CANVAS.width / WIDTH;

/** Of a hundred photos. */
const TRIALS = {
  usual: 40,
  'soft light': 12,
  'strong shadow': 12,
  neighbours: 10,
  'like its ground': 8,
  'two lights': 6,
  small: 6,
  'cut off': 6,
} as const;
type Trial = keyof typeof TRIALS;

/** Pixels over which a thing's side turns away from the eye: seams, parts, the whole. */
const ROUNDINGS = [3, 12, 40] as const;

export async function sellerScene(seed: number): Promise<Scene> {
  const random = randomFrom(seed + 50_001);
  const thing = THING_NAMES[Math.floor(seed / 2) % THING_NAMES.length] as ThingName;
  const trial = trialOf(random);
  const ground = groundFor(thing, random);
  const colours = pick(random, PAINTS);
  const canvas: SceneCanvas = { ...CANVAS, random };
  const like = trial === 'like its ground' ? near(colours.main) : null;
  const behind = drawGround(ground, { ...canvas, like });
  const drawn = drawThing(thing, random, colours);
  const [w, h] = drawn.box;
  const most = Math.min((CANVAS.width * 0.88) / w, (CANVAS.height * 0.88) / h);
  const scale = most * (trial === 'small' ? between(random, 0.4, 0.55) : between(random, 0.7, 1));
  const aside = trial === 'cut off' ? pick(random, [-1, 1]) * (CANVAS.width / 2 - w * scale * 0.34) : 0;
  const x = CANVAS.width / 2 + aside + between(random, -70, 70);
  const stands = drawn.foot !== null;
  const foot = stands ? CANVAS.height * behind.floor : CANVAS.height * 0.5 + (h * scale) / 2;
  const y = Math.max(foot - (h * scale) / 2, 24 + (h * scale) / 2);
  const document = (body: string) =>
    svgDocument({ defs: lightsOf(random), body, surfaces: [...behind.surfaces, 'cloth'] }, canvas, SIZE);
  const cut = await sharp(await document(centredAt({ x, y, scale, box: drawn.box }, drawn.body)))
    .ensureAlpha()
    .raw()
    .toBuffer();
  const alpha = Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => of(cut, 4 * i + 3) / 255);
  const others = trial === 'neighbours' ? neighbours(random, behind.floor) : '';
  const place = (await pixels(await document(behind.body + others))).data;
  const isDeep = stands && behind.floor < 0.9;
  const whole = isDeep ? await outOfFocus(place, behind.floor * HEIGHT, between(random, 1, 7)) : place;
  const light = { x: between(random, -0.7, 0.7), strength: strengthOf(trial) };
  await shade(whole, alpha, { ...light, base: (y + (h * scale) / 2) / UNIT, stands });
  await laid(whole, { colours: cut, alpha }, { light: light.x, random });
  if (trial === 'two lights') await twoLights(whole, await document(LIT));
  exposeLight({ data: whole, ...SIZE }, seed, trial === 'soft light');
  return {
    name: `${seed} ${thing}, ${ground}, ${trial}`,
    picture: await photographed({ data: whole, ...SIZE, channels: 3 }, random),
    alpha: Uint8Array.from(alpha, (share) => Math.round(255 * share)),
  };
}

function trialOf(random: Random): Trial {
  let left = random() * Object.values(TRIALS).reduce((sum, share) => sum + share, 0);
  for (const [name, share] of Object.entries(TRIALS)) {
    left -= share;
    if (left < 0) return name as Trial;
  }
  return 'usual';
}

const LIT = rect({ x: 0, y: 0, w: CANVAS.width, h: CANVAS.height }, 'url(#lights)');

function lightsOf(random: Random): string {
  return linear('lights', between(random, -40, 40), [
    [0, '#000', 0],
    [0.46, '#000', 0],
    [0.56, '#000', 0.42],
    [1, '#000', 0.5],
  ]);
}

function strengthOf(trial: Trial): number {
  return trial === 'strong shadow' ? 0.8 : trial === 'soft light' ? 0.3 : 0.5;
}

/** What lies behind the thing's feet is softer the farther it is. */
export async function outOfFocus(place: Uint8Array, foot: number, most: number): Promise<Uint8Array> {
  const soft = await sharp(place, { raw: { ...SIZE, channels: 3 } })
    .blur(0.5 + most)
    .raw()
    .toBuffer();
  const row = 3 * WIDTH;
  return place.map((value, i) => {
    const far = Math.min(1, Math.max(0, (foot - Math.floor(i / row)) / (0.35 * HEIGHT)));
    return Math.round(value + far * (of(soft, i) - value));
  });
}

interface Light {
  readonly x: number;
  readonly strength: number;
  /** The row that the thing stands on. */
  readonly base: number;
  readonly stands: boolean;
}

/** The shadow that is cast: of a standing thing laid back over the floor, of one that lies or hangs beside it; and the dark under it. */
export async function shade(
  whole: Uint8Array,
  alpha: Plane,
  { x, strength, base, stands }: Light,
): Promise<void> {
  const cast = Float32Array.from(alpha, (_, i) => {
    const [column, row] = [i % WIDTH, Math.floor(i / WIDTH)];
    const back = base - row;
    if (!stands) return at(alpha, column + Math.round(12 * x), row - 9);
    return back < -6 ? 0 : at(alpha, Math.round(column + 2.2 * x * back), Math.round(base - 5 * back));
  });
  const touch = Float32Array.from(alpha, (_, i) => {
    const [column, row] = [i % WIDTH, Math.floor(i / WIDTH)];
    return row > base - 0.03 * HEIGHT && row < base + 8 ? at(alpha, column, row - 6) : 0;
  });
  const [wide, close] = [await blurred(cast, stands ? 9 : 14), await blurred(touch, 4)];
  for (let i = 0; i < alpha.length; i++) {
    const under = stands ? Math.min(0.8, 1.3 * strength) * of(close, i) : 0;
    const left = (1 - 0.75 * strength * of(wide, i)) * (1 - under);
    for (let c = 0; c < 3; c++) whole[3 * i + c] = Math.round(of(whole, 3 * i + c) * left);
  }
}

function at(plane: Plane, column: number, row: number): number {
  return column < 0 || row < 0 || column >= WIDTH || row >= HEIGHT ? 0 : of(plane, row * WIDTH + column);
}

/** The thing over its ground, lit as a body whose sides turn away, with a grain of its own. */
export async function laid(
  whole: Uint8Array,
  { colours, alpha }: { colours: Uint8Array; alpha: Plane },
  { light, random }: { light: number; random: Random },
): Promise<void> {
  const bodies = await Promise.all(ROUNDINGS.map((reach) => blurred(alpha, reach)));
  const height = (i: number) => bodies.reduce((sum, body, n) => sum + of(ROUNDINGS, n) * of(body, i), 0);
  for (let i = 0; i < alpha.length; i++) {
    if (alpha[i] === 0) continue;
    const [dx, dy] = [height(i + 1) - height(i - 1), height(i + WIDTH) - height(i - WIDTH)];
    const towards = (dx * light + 0.8 * dy) / Math.hypot(1, dx, dy);
    const lit = 1 + 0.28 * Math.max(-1, Math.min(1, towards)) + 0.05 * (random() - 0.5);
    const shine = 46 * Math.max(0, towards - 0.55);
    for (let c = 0; c < 3; c++) {
      const own = Math.max(0, Math.min(255, of(colours, 4 * i + c) * lit + shine));
      const before = of(whole, 3 * i + c);
      whole[3 * i + c] = Math.round(before + of(alpha, i) * (own - before));
    }
  }
}

async function twoLights(whole: Uint8Array, lights: Buffer): Promise<void> {
  const dark = await sharp(lights).ensureAlpha().extractChannel(3).raw().toBuffer();
  for (let i = 0; i < whole.length; i++)
    whole[i] = Math.round(of(whole, i) * (1 - of(dark, Math.floor(i / 3)) / 255));
}

async function blurred(plane: Plane, reach: number): Promise<Plane> {
  const bytes = Uint8Array.from(plane, (value) => Math.round(255 * value));
  const soft = await sharp(bytes, { raw: { ...SIZE, channels: 1 } })
    .blur(reach)
    .extractChannel(0)
    .raw()
    .toBuffer();
  return Float32Array.from(soft, (value) => value / 255);
}
