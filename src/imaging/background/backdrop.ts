/** The new ground behind the object: opaque pixels under the framed picture's, or an own picture as large as the whole file. */
import type { Background } from '#domain/recipes/background.ts';
import { boxOfAspect, MIDDLE } from '#domain/recipes/geometry.ts';
import { LruCache } from '#imaging/lru-cache.ts';
import { createGradient } from '#imaging/pixels/gradient.ts';
import {
  createFilled,
  cropToBox,
  flattenOnto,
  parseRgb,
  type Raw,
  type Rgb,
  type Size,
} from '#imaging/pixels/raw.ts';
import { decodePicture, resizeTo, sizeAt } from '#imaging/read/decode.ts';
import { readHeader } from '#imaging/read/header.ts';
import { pixelBox } from '#imaging/render/framing.ts';

const WHITE: Rgb = [255, 255, 255];
/** Long side that own pictures are kept at: more than that no background needs. */
const PICTURE_SIDE = 2048;

const pictures = new LruCache<Raw>(2);

/** Rows of it, from a row that eight divides: a large picture has no room for all of it beside the photo. */
export type Backdrop = (top: number, rows: number) => Raw;

/** Null for transparent, and for an own picture or a scene: those belong to the file, whose shape is not the photo's. */
export function backdropFor(background: Background, { width, height }: Size): Backdrop | null {
  const [colour, bottom] = [parseRgb(background.colour), parseRgb(background.bottom)];
  switch (background.kind) {
    case 'white':
      return (_, rows) => createFilled({ width, height: rows }, WHITE);
    case 'colour':
      return (_, rows) => createFilled({ width, height: rows }, colour);
    case 'gradient':
      return (top, rows) =>
        createGradient({ width, height: rows }, { top: colour, bottom }, (row) => (top + row + 0.5) / height);
    default:
      return null;
  }
}

/** A person's own picture over all of a file, cut to its shape. The caller may draw on it. */
export async function ownGround(path: string, size: Size): Promise<Raw> {
  const picture = await pictures.get(path, async () => {
    const header = await readHeader(path);
    const scale = Math.min(1, PICTURE_SIDE / Math.max(header.width, header.height));
    return flattenOnto(await decodePicture(header, sizeAt(header, scale)), WHITE);
  });
  return resizeTo(
    cropToBox(picture, pixelBox(picture, boxOfAspect(picture, size.width / size.height, MIDDLE))),
    size,
  );
}
