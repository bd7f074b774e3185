/** Random photographs: a drawing laid in perspective on a street or a piece of a given photograph, in some light and camera. */
import sharp from 'sharp';
import { getBoxCorners, type Point, type Quad } from '#domain/recipes/geometry.ts';
import { layInto } from '#imaging/fixtures/plate.ts';
import { seenFrom } from '#imaging/fixtures/plate-photos.ts';
import { OTHER_KINDS, otherSample } from '#imaging/fixtures/plateless-photos.ts';
import { noiseFrom } from '#imaging/fixtures/scene.ts';
import { type Dice, drawStreet, pickRandom, randomBetween } from '#imaging/fixtures/scenery.ts';
import { cropToBox, type Raw, type Size } from '#imaging/pixels/raw.ts';
import { ontoQuad, projectPoint } from '#imaging/plates/homography.ts';
import { carSvg } from './car-svg.ts';
import { type Drawn, type PlateColours, plateSvg } from './plate-svg.ts';
import { ABROAD, plateAbroad } from './plates-abroad.ts';
import { WRITING, writingSvg } from './words-svg.ts';

export const WITH = [
  'plain',
  'far',
  'near',
  'slanted',
  'tilted',
  'dark',
  'two lines',
  'yellow',
  'light on dark',
  'dirty',
  'soft',
  'small',
  'framed',
  'light car',
  ...ABROAD,
] as const;
const PATTERNS = OTHER_KINDS.filter((kind) => ['bricks', 'grille', 'cloth', 'fence'].includes(kind));
export const WITHOUT = [...WRITING, ...PATTERNS, 'photo'] as const;

export interface Photograph {
  readonly kind: string;
  readonly jpeg: Buffer;
  readonly size: Size;
  /** In pixels. */
  readonly plate: Quad | null;
  /** Corners of each of the plate's letters and digits. */
  readonly characters: readonly Quad[];
}

export interface Means {
  readonly fonts: readonly string[];
  /** Photographs without plates to lay things on; none: drawn streets. */
  readonly grounds: readonly Raw[];
}

const SIZES: readonly Size[] = [
  { width: 1600, height: 1200 },
  { width: 1600, height: 900 },
  { width: 1200, height: 1600 },
  { width: 1000, height: 750 },
  { width: 800, height: 600 },
  { width: 640, height: 480 },
];

export async function withPlate(
  kind: (typeof WITH)[number],
  seed: number,
  means: Means,
): Promise<Photograph> {
  const dice = noiseFrom(seed * 7919 + WITH.indexOf(kind) * 613 + 13);
  const size =
    kind === 'small'
      ? pickRandom(dice, [
          { width: 480, height: 360 },
          { width: 640, height: 480 },
        ])
      : pickRandom(dice, SIZES);
  const picture = await groundFor(dice, size, means);
  const wishes: Partial<Record<string, object>> = {
    'two lines': { twoLines: true },
    yellow: { colours: 'yellow' },
    'light on dark': {
      colours: pickRandom(dice, ['black', 'black', 'navy', 'crimson', 'green'] as PlateColours[]),
    },
  };
  const other = ABROAD.find((one) => one === kind);
  const plate =
    other === undefined
      ? plateSvg(dice, means.fonts, wishes[kind] ?? {})
      : plateAbroad(dice, means.fonts, other);
  const isLight = kind === 'light car';
  const car = carSvg(dice, plate, { framed: kind === 'framed' || dice() < (isLight ? 0.1 : 0.35), isLight });
  const share = { far: [0.055, 0.1], near: [0.35, 0.6], 'two lines': [0.08, 0.25], small: [0.12, 0.3] }[
    kind as string
  ] ?? [0.1, 0.3];
  const wide =
    (randomBetween(dice, share[0] as number, share[1] as number) * size.width * car.width) / plate.width;
  const steep = kind === 'slanted';
  const tilt = kind === 'tilted' ? [8, 20] : [0, steep ? 9 : 4];
  const slant = {
    yaw: randomBetween(dice, steep ? 30 : 0, steep ? 58 : 24) * pickRandom(dice, [-1, 1]),
    pitch: randomBetween(dice, -12, steep ? 22 : 14),
    roll: randomBetween(dice, tilt[0] as number, tilt[1] as number) * pickRandom(dice, [-1, 1]),
  };
  const whole = positioned(
    dice,
    { slant, size, wide },
    { drawn: car, middle: [car.x + plate.width / 2, car.y + plate.height / 2] },
  );
  await lay(dice, picture, { drawn: car, quad: whole, soiled: kind === 'dirty' });
  const onto = ontoQuad(whole);
  const corner = (x: number, y: number): Point =>
    projectPoint(onto, {
      x: (car.x + x * plate.width) / car.width,
      y: (car.y + y * plate.height) / car.height,
    });
  const quad: Quad = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
  const characters = (plate.characters ?? []).map(
    (box) =>
      getBoxCorners(box).map(({ x, y }) => corner(x / plate.width, y / plate.height)) as unknown as Quad,
  );
  return { ...(await taken(dice, kind, picture)), plate: quad, characters };
}

interface Seen {
  readonly slant: Parameters<typeof seenFrom>[0];
  readonly size: Size;
  readonly wide: number;
}

/** So that the point `middle` of the drawing comes to a usual place of the photograph. */
function positioned(
  dice: Dice,
  { slant, size, wide }: Seen,
  { drawn, middle: [mx, my] }: { drawn: Drawn; middle: readonly [number, number] },
): Quad {
  const at = seenFrom(slant, { x: 0, y: 0 }, { width: wide, shape: drawn.width / drawn.height });
  const middle = projectPoint(ontoQuad(at), { x: mx / drawn.width, y: my / drawn.height });
  const to = {
    x: randomBetween(dice, 0.36, 0.64) * size.width - middle.x,
    y: randomBetween(dice, 0.4, 0.76) * size.height - middle.y,
  };
  return at.map(({ x, y }) => ({ x: x + to.x, y: y + to.y })) as unknown as Quad;
}

export async function withoutPlate(
  kind: (typeof WITHOUT)[number],
  seed: number,
  means: Means,
): Promise<Photograph> {
  const dice = noiseFrom(seed * 104729 + WITHOUT.indexOf(kind) * 613 + 7);
  const size = pickRandom(dice, SIZES);
  const picture = await groundFor(dice, size, means);
  const pattern = PATTERNS.find((one) => one === kind);
  if (pattern !== undefined)
    return taken(dice, kind, otherSample(pattern, seed, { size, given: picture }).picture);
  const writing = WRITING.find((one) => one === kind);
  if (writing !== undefined) {
    const drawn = writingSvg(dice, writing, means.fonts);
    const slant = {
      yaw: randomBetween(dice, -30, 30),
      pitch: randomBetween(dice, -15, 15),
      roll: randomBetween(dice, -6, 6),
    };
    const quad = positioned(
      dice,
      { slant, size, wide: randomBetween(dice, 0.15, 0.75) * size.width },
      { drawn, middle: [drawn.width / 2, drawn.height / 2] },
    );
    await lay(dice, picture, { drawn, quad, soiled: false });
  }
  return taken(dice, kind, picture);
}

async function groundFor(dice: Dice, size: Size, { grounds }: Means): Promise<Raw> {
  if (grounds.length === 0) return drawStreet(dice, size);
  const from = pickRandom(dice, grounds);
  const share = randomBetween(dice, 0.35, 1);
  const shape = size.width / size.height;
  const width = Math.floor(share * Math.min(from.width, from.height * shape));
  const height = Math.floor(width / shape);
  const box = {
    x: Math.floor(dice() * (from.width - width)),
    y: Math.floor(dice() * (from.height - height)),
    width,
    height,
  };
  const part = cropToBox(from, box);
  const { data } = await sharp(part.data, { raw: { width, height, channels: 3 } })
    .resize(size.width, size.height, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: new Uint8Array(data), ...size, channels: 3 };
}

async function lay(
  dice: Dice,
  picture: Raw,
  { drawn, quad, soiled }: { drawn: Drawn; quad: Quad; soiled: boolean },
): Promise<void> {
  const wide = Math.hypot(quad[1].x - quad[0].x, quad[1].y - quad[0].y);
  const width = Math.min(4000, Math.round(wide * 2.2));
  const height = Math.round((width * drawn.height) / drawn.width);
  const spots = soiled ? dirt(dice, drawn) : '';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${drawn.width} ${drawn.height}">${drawn.svg}${spots}</svg>`;
  const { data } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  layInto(
    picture,
    { data: new Uint8Array(data), width, height, channels: 4 },
    { quad, shade: lightFor(dice, quad) },
  );
}

function dirt(dice: Dice, { width, height }: Drawn): string {
  return Array.from({ length: 160 }, () => {
    const tone = randomBetween(dice, 80, 140);
    return `<ellipse cx="${dice() * width}" cy="${dice() * height}" rx="${randomBetween(dice, 4, 40)}" ry="${randomBetween(dice, 2, 10)}" fill="rgb(${tone},${tone * 0.9},${tone * 0.75})" opacity="${randomBetween(dice, 0.15, 0.6)}"/>`;
  }).join('');
}

function lightFor(dice: Dice, quad: Quad): (x: number, y: number) => number {
  const level = randomBetween(dice, 0.55, 1.02);
  const wide = quad[1].x - quad[0].x;
  const middle = (quad[0].x + quad[2].x) / 2;
  if (dice() < 0.2) {
    const [shadeFrom, lean, dark] = [
      middle + wide * randomBetween(dice, -0.2, 0.2),
      randomBetween(dice, -1.2, 1.2),
      randomBetween(dice, 0.35, 0.65),
    ];
    return (x, y) => (x + (y - quad[0].y) * lean < shadeFrom ? level * dark : level);
  }
  const slope = randomBetween(dice, -0.3, 0.3) / wide;
  return (x) => level + (x - middle) * slope;
}

async function taken(dice: Dice, kind: string, { data, width, height }: Raw): Promise<Photograph> {
  const isDark = kind === 'dark' || dice() < 0.08;
  const gain = isDark ? randomBetween(dice, 0.12, 0.35) : randomBetween(dice, 0.8, 1.1);
  const grain = isDark ? randomBetween(dice, 4, 10) : randomBetween(dice, 1, 7);
  const softness = kind === 'soft' ? randomBetween(dice, 1.1, 1.9) : randomBetween(dice, 0.3, 0.9);
  const blurred = await sharp(data, { raw: { width, height, channels: 3 } })
    .blur(softness)
    .raw()
    .toBuffer();
  for (let i = 0; i < blurred.length; i++)
    blurred[i] = Math.max(0, Math.min(255, (blurred[i] as number) * gain + (dice() + dice() - 1) * grain));
  const jpeg = await sharp(blurred, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: Math.round(randomBetween(dice, 50, 92)) })
    .toBuffer();
  return { kind, jpeg, size: { width, height }, plate: null, characters: [] };
}
