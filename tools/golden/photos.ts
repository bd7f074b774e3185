import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { getBoxCorners, type Quad } from '#domain/recipes/geometry.ts';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import type { Mask } from '#imaging/cutout/mask.ts';
import { encodedMask } from '#imaging/cutout/mask-file.ts';
import { drawBacklit, SHADED_CAR } from '#imaging/fixtures/backlit.ts';
import { toSharp } from '#imaging/fixtures/bench.ts';
import { knownObject } from '#imaging/fixtures/objects.ts';
import { carSample } from '#imaging/fixtures/plate-photos.ts';
import { drawTilted, LEVEL_ROOMS } from '#imaging/fixtures/rooms.ts';
import { drawnVehicle } from '#imaging/fixtures/vehicle.ts';
import { buildPreparedPhoto } from '#imaging/jobs/prepare.ts';
import { cropToBox, type PixelBox, type Raw, type Size } from '#imaging/pixels/raw.ts';
import { readHeader } from '#imaging/read/header.ts';
import type { ReadPhoto } from './run-recipe.ts';

/** A photo, and what a person would have confirmed of it. */
interface Drawn {
  readonly picture: Raw;
  readonly object?: Mask;
  /** In pixels. */
  readonly plate?: Quad | null;
}

const makeSize = (width: number, height: number): Size => ({ width, height });
const CAR = { thing: 'car', paint: [36, 74, 128], glass: 'clear' } as const;
const VAN = { thing: 'van', paint: [214, 214, 208], glass: 'tinted' } as const;

function fromKnownObject({ picture, alpha }: ReturnType<typeof knownObject>): Drawn {
  return { picture, object: { data: alpha, ...makeSize(picture.width, picture.height) } };
}

function fromVehicle({ picture, mask }: ReturnType<typeof drawnVehicle>): Drawn {
  return { picture, object: mask };
}

/** Part of a photo: its edge cuts what stands across it. */
function cutToBox({ picture, object }: Drawn, box: PixelBox): Drawn {
  if (object === undefined) throw new Error('no object to cut');
  const grey = Uint8Array.from({ length: box.width * box.height }, (_, i) => {
    const at = (box.y + Math.floor(i / box.width)) * object.width + box.x + (i % box.width);
    return object.data[at] ?? 0;
  });
  return { picture: cropToBox(picture, box), object: { data: grey, ...makeSize(box.width, box.height) } };
}

/** Name with the shape, and how large it is delivered to the recipes: drawn smaller and enlarged, which is quicker. */
const PHOTOS: Readonly<Record<string, readonly [scale: number, draw: () => Drawn]>> = {
  'yard-3x2': [2.25, () => fromVehicle(drawnVehicle(CAR, makeSize(960, 640)))],
  'plate-4x3': [1.5, () => carSample('plain', 3, { size: makeSize(1280, 960) })],
  'cut-4x3': [
    1,
    () =>
      cutToBox(fromVehicle(drawnVehicle(VAN, makeSize(1500, 1000))), {
        x: 360,
        y: 60,
        ...makeSize(1140, 855),
      }),
  ],
  'backlit-3x2': [
    1.25,
    () => {
      const { picture, object } = drawBacklit(SHADED_CAR, makeSize(960, 640));
      return { picture, object };
    },
  ],
  'crate-4x3': [1.5, () => fromKnownObject(knownObject('crate', 'table', { size: makeSize(800, 600) }))],
  'shirt-3x4': [2, () => fromKnownObject(knownObject('shirt', 'sheet', { size: makeSize(720, 960) }))],
  'vase-2x3': [1.25, () => fromKnownObject(knownObject('vase', 'green', { size: makeSize(640, 960) }))],
  'room-3x2': [1.5, () => ({ picture: drawTilted(LEVEL_ROOMS.shelves, 2, makeSize(960, 640)) })],
  'small-4x3': [1, () => fromKnownObject(knownObject('car', 'street', { size: makeSize(640, 480) }))],
};

export type GoldenPhoto = ReadPhoto & { readonly name: string };

/** Draws them into the folder and reads them as an upload is read. */
export async function drawPhotos(folder: string): Promise<GoldenPhoto[]> {
  const photos: GoldenPhoto[] = [];
  for (const [name, [scale, draw]] of Object.entries(PHOTOS))
    photos.push({ name, ...(await readDrawn(join(folder, name), draw(), scale)) });
  return photos;
}

async function readDrawn(path: string, { picture, object, plate }: Drawn, scale: number): Promise<ReadPhoto> {
  const source = `${path}.jpg`;
  const [width, height] = [Math.round(scale * picture.width), Math.round(scale * picture.height)];
  await sharp(await toSharp(picture).png().toBuffer())
    .resize(width, height, { kernel: 'cubic' })
    .jpeg({ quality: 92 })
    .toFile(source);
  const header = await readHeader(source);
  const stored = { proxyPath: `${path}-proxy.jpg`, thumbnailPath: `${path}-thumbnail.webp` };
  const prepared = await buildPreparedPhoto({ source, ...stored }, header);
  const edits = {
    exception: NO_OVERRIDES,
    plates: plate ? [toShares(plate, picture)] : [],
    maskPath: object === undefined ? null : `${path}-mask.png`,
    subject: object === undefined ? null : findCorners(object),
  };
  if (object !== undefined) await writeFile(edits.maskPath ?? '', await encodedMask(object));
  return { header, prepared, edits };
}

function toShares(quad: Quad, { width, height }: Size): Quad {
  return quad.map(({ x, y }) => ({ x: x / width, y: y / height })) as unknown as Quad;
}

function findCorners({ data, width, height }: Mask): Quad {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (const [i, share] of data.entries()) {
    if (share <= 127) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
  }
  return getBoxCorners({
    x: left / width,
    y: top / height,
    width: (right - left) / width,
    height: (bottom - top) / height,
  });
}
