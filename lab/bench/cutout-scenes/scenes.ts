/** Rendered photographs of things, each with its true outline; the same seed makes the same picture on every machine. */
import sharp from 'sharp';
import type { KnownObject } from '#imaging/fixtures/objects.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { exposeLight } from '../../scenes/photo.ts';
import { between, pick, type Random, randomFrom } from '../../scenes/random.ts';
import { blur, centredAt, ellipse, linear, rect, type SceneCanvas, svgDocument } from '../../scenes/svg.ts';
import { drawGround, GROUND_NAMES, type GroundName } from './grounds.ts';
import { type Colours, drawThing, THING_NAMES, type ThingName } from './things.ts';

export interface Scene extends Pick<KnownObject, 'picture' | 'alpha'> {
  readonly name: string;
}

/** In units of the drawing, whose short side is 1200. */
export const CANVAS = { width: 1600, height: 1200 };
const { width: WIDTH, height: HEIGHT } = CANVAS;
/** Long side of the pictures: 1200 pixels, or what `SCENE_SIDE` says. */
const SIDE = Number(process.env.SCENE_SIDE ?? 1200);
export const SIZE = { width: SIDE, height: Math.round((SIDE * CANVAS.height) / CANVAS.width) };

export const PAINTS: readonly [Colours, ...Colours[]] = [
  { main: '#b3261e', other: '#efe9df', dark: '#3c0f0c', light: '#f4efe6' },
  { main: '#27405f', other: '#c9b38a', dark: '#101b2a', light: '#e4e8ee' },
  { main: '#e6e3dc', other: '#2b2b2e', dark: '#77736b', light: '#ffffff' },
  { main: '#2a2a2d', other: '#b9b2a6', dark: '#111112', light: '#cfcac2' },
  { main: '#4c7a52', other: '#e9d9b6', dark: '#1e3322', light: '#dfe9dc' },
  { main: '#a9adb1', other: '#5a3a2a', dark: '#43474b', light: '#eef0f1' },
  { main: '#d9a13a', other: '#403a66', dark: '#5c3d0c', light: '#fbf0d6' },
];

/** What makes a photograph hard, each in its turn. */
const TRIALS = [
  'usual',
  'soft light',
  'two lights',
  'like its ground',
  'cut off',
  'small',
  'neighbours',
  'strong shadow',
] as const;

export async function cutoutScene(seed: number): Promise<Scene> {
  const random = randomFrom(seed + 1);
  const thing = THING_NAMES[Math.floor(seed / 2) % THING_NAMES.length] as ThingName;
  const trial = TRIALS[Math.floor(random() * TRIALS.length)] ?? 'usual';
  const ground = groundFor(thing, random);
  const colours = pick(random, PAINTS);
  const canvas: SceneCanvas = { width: WIDTH, height: HEIGHT, random };
  const behind = drawGround(ground, {
    ...canvas,
    like: trial === 'like its ground' ? near(colours.main) : null,
  });
  const drawn = drawThing(thing, random, colours);
  const [w, h] = drawn.box;
  const most = Math.min((WIDTH * 0.86) / w, (HEIGHT * 0.86) / h);
  const scale = most * (trial === 'small' ? between(random, 0.38, 0.55) : between(random, 0.75, 1));
  const x =
    WIDTH / 2 +
    (trial === 'cut off' ? pick(random, [-1, 1]) * (WIDTH / 2 - w * scale * 0.3) : between(random, -60, 60));
  const foot = drawn.foot === null ? HEIGHT * 0.5 + (h * scale) / 2 : HEIGHT * behind.floor;
  const y = Math.max(foot - (h * scale) / 2, 30 + (h * scale) / 2);
  const object = centredAt({ x, y, scale, box: drawn.box }, drawn.body);
  const strength = trial === 'strong shadow' ? 0.75 : trial === 'soft light' ? 0.3 : 0.5;
  const shadow = shadowOf({
    x,
    y: y + (h * scale) / 2,
    wide: w * scale,
    isStanding: drawn.foot !== null,
    strength,
  });
  const lit = trial === 'two lights' ? rect({ x: 0, y: 0, w: WIDTH, h: HEIGHT }, 'url(#lights)') : '';
  const others = trial === 'neighbours' ? neighbours(random, behind.floor) : '';
  const defs = [
    blur('soft', 22),
    blur('hair', 6),
    linear('lights', between(random, -30, 30), [
      [0, '#fff6d8', 0.25],
      [0.5, '#000', 0],
      [0.52, '#000', 0.45],
      [1, '#000', 0.6],
    ]),
  ].join('');
  const document = (body: string) =>
    svgDocument({ defs, body, surfaces: [...new Set([...behind.surfaces, 'cloth' as const])] }, canvas, SIZE);
  const whole = await pixels(await document(`${behind.body}${others}${shadow}${object}${lit}`));
  const cut = await sharp(await document(object))
    .ensureAlpha()
    .extractChannel(3)
    .raw()
    .toBuffer();
  exposeLight(whole, seed, trial === 'soft light');
  return {
    name: `${seed} ${thing}, ${ground}, ${trial}`,
    picture: await photographed(whole, random),
    alpha: Uint8Array.from(cut),
  };
}

/** Vehicles stand outdoors or in showrooms, clothes before walls, small things on tables. */
export function groundFor(thing: ThingName, random: Random): GroundName {
  if (thing.startsWith('car'))
    return pick(random, ['street', 'street', 'grass', 'showroom', 'sheet'] as const);
  if (thing === 'bicycle') return pick(random, ['street', 'grass', 'wall and floor', 'sheet'] as const);
  return GROUND_NAMES[Math.floor(random() * (GROUND_NAMES.length - 1))] ?? 'sheet';
}

/** A little off the colour. */
export function near(colour: string): string {
  const value = Number.parseInt(colour.slice(1), 16);
  const channels = [value >> 16, (value >> 8) & 255, value & 255].map((c) => (c > 128 ? c - 24 : c + 26));
  return `rgb(${channels.join(' ')})`;
}

interface Shade {
  readonly x: number;
  readonly y: number;
  readonly wide: number;
  readonly isStanding: boolean;
  readonly strength: number;
}

function shadowOf({ x, y, wide, isStanding, strength }: Shade): string {
  const at = (rx: number, ry: number, look: string) => ellipse({ cx: x, cy: y, rx, ry }, '#000', look);
  const soft = (share: number) => `opacity="${(share * strength).toFixed(2)}" filter="url(#soft)"`;
  if (!isStanding) return at(wide * 0.5, 26, soft(0.5));
  return (
    at(wide * 0.52, 30, soft(1)) + at(wide * 0.44, 12, `opacity="${strength.toFixed(2)}" filter="url(#hair)"`)
  );
}

/** Things at the picture's sides that belong to no one. */
export function neighbours(random: Random, floor: number): string {
  const y = HEIGHT * floor;
  return [0.04, 0.95]
    .map((share) => {
      const [x, tall] = [WIDTH * share, between(random, 160, 380)];
      const colour = pick(random, ['#6d3b30', '#31566b', '#c7b98e', '#2d2d30']);
      return (
        ellipse({ cx: x, cy: y, rx: 110, ry: 18 }, '#000', 'opacity=".4" filter="url(#hair)"') +
        rect({ x: x - 85, y: y - tall, w: 170, h: tall }, colour, 'rx="18"')
      );
    })
    .join('');
}

/** A lens's softness, a sensor's grain and JPEG. */
export async function photographed(picture: Raw, random: Random): Promise<Raw> {
  const grain = between(random, 3, 11);
  const soft = await sharp(picture.data, { raw: { ...SIZE, channels: 3 } })
    .blur(between(random, 0.5, 1.2))
    .raw()
    .toBuffer();
  for (let i = 0; i < soft.length; i++)
    soft[i] = Math.max(0, Math.min(255, Math.round((soft[i] ?? 0) + (random() + random() - 1) * grain)));
  const file = await sharp(soft, { raw: { ...SIZE, channels: 3 } })
    .jpeg({ quality: 88 })
    .toBuffer();
  return pixels(file);
}

export async function pixels(file: Buffer): Promise<Raw & { data: Uint8Array }> {
  const { data, info } = await sharp(file).flatten().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: 3 };
}
