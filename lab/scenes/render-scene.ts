import sharp, { type Exif, type Sharp } from 'sharp';
import { drawCar } from './kinds/car.ts';
import { drawChair } from './kinds/chair.ts';
import { drawJacket } from './kinds/jacket.ts';
import { drawMug } from './kinds/mug.ts';
import { drawPhone } from './kinds/phone.ts';
import { drawSneakers } from './kinds/sneakers.ts';
import { drawSteering } from './kinds/steering.ts';
import { exposeLight, grainLikePhone, type Pixels } from './photo.ts';
import { randomFrom } from './random.ts';
import { type Drawing, type SceneCanvas, svgDocument } from './svg.ts';

export const SCENE_KINDS = ['car', 'sneakers', 'mug', 'phone', 'jacket', 'chair', 'steering'] as const;
type SceneKind = (typeof SCENE_KINDS)[number];

const BUILDERS: Readonly<Record<SceneKind, (canvas: SceneCanvas) => Drawing>> = {
  car: drawCar,
  sneakers: drawSneakers,
  mug: drawMug,
  phone: drawPhone,
  jacket: drawJacket,
  chair: drawChair,
  steering: drawSteering,
};

export interface SceneOptions {
  readonly kind: SceneKind;
  readonly seed: number;
  /** Pixels as shown upright. */
  readonly width: number;
  readonly height: number;
  /** As shot at dusk: dim, flat, warm. */
  readonly dull: boolean;
  readonly format?: 'jpeg' | 'png';
  /** EXIF's own form, „2026:11-18 12:04:00” with colons in the date. */
  readonly takenAt?: string;
  /** 6 stores the pixels a quarter turn counter-clockwise, as a phone held upright does. */
  readonly orientation?: 1 | 6;
  /** Latitude and longitude of Bucharest, to prove that they are taken out. */
  readonly gps?: boolean;
}

/** The builder draws at most this many pixels; the rest is enlarged, then grained at full size. */
const DRAWN_PIXELS = 1_300_000;

export async function renderScene(options: SceneOptions): Promise<Buffer> {
  const { kind, seed, width, height, dull } = options;
  const unit = 1200 / Math.min(width, height);
  const canvas: SceneCanvas = { width: width * unit, height: height * unit, random: randomFrom(seed) };
  const scale = Math.min(1, Math.sqrt(DRAWN_PIXELS / (width * height)));
  const drawnWidth = Math.round(width * scale);
  const drawnHeight = Math.round(height * scale);
  const svg = await svgDocument(BUILDERS[kind](canvas), canvas, { width: drawnWidth, height: drawnHeight });
  const drawn = await raw(sharp(svg).flatten().blur(0.6));
  exposeLight(drawn, seed, dull);
  return finishPhoto(await enlarged(drawn, width, height), options);
}

/** Grain, EXIF and the file. */
async function finishPhoto(
  lit: Pixels,
  options: Omit<SceneOptions, 'kind' | 'dull' | 'width' | 'height'>,
): Promise<Buffer> {
  const { data, width, height } = await grainLikePhone(lit, options.seed);
  const picture = sharp(data, { raw: { width, height, channels: 3 } });
  if (options.format === 'png') return picture.png({ compressionLevel: 3 }).toBuffer();
  const turned = options.orientation === 6 ? picture.rotate(270) : picture;
  return turned
    .withExif(buildExif(options))
    .withMetadata({ orientation: options.orientation ?? 1 })
    .jpeg({ quality: 90 })
    .toBuffer();
}

function buildExif({
  takenAt = '2026:11:18 17:42:10',
  gps = false,
}: Pick<SceneOptions, 'takenAt' | 'gps'>): Exif {
  const gpsTags = {
    GPSLatitudeRef: 'N',
    GPSLatitude: '44/1 24/1 0/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '26/1 6/1 0/1',
  };
  return { IFD2: { DateTimeOriginal: takenAt }, ...(gps ? { IFD3: gpsTags } : {}) };
}

async function enlarged(drawn: Pixels, width: number, height: number): Promise<Pixels> {
  if (drawn.width === width && drawn.height === height) return drawn;
  const { data, width: from, height: tall } = drawn;
  const picture = sharp(data, { raw: { width: from, height: tall, channels: 3 } });
  return raw(picture.resize(width, height, { fit: 'fill', kernel: 'cubic' }));
}

async function raw(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
