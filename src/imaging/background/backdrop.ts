/** What comes to stand behind the object: opaque pixels of the framed picture's size. */
import type { Background } from '#domain/recipes/background.ts';
import { boxOfAspect, MIDDLE } from '#domain/recipes/geometry.ts';
import { decode, resized, sizeAt } from '#imaging/decode.ts';
import { pixelBox } from '#imaging/framing.ts';
import { gradient } from '#imaging/gradient.ts';
import { readHeader } from '#imaging/header.ts';
import { cropped, filled, flattened, type Raw, type Rgb, rgbOf, type Size } from '#imaging/raw.ts';
import { Recent } from '#imaging/recent.ts';

const WHITE: Rgb = [255, 255, 255];
/** Long side that own pictures are kept at: more than that no background needs. */
const PICTURE_SIDE = 2048;

const pictures = new Recent<Raw>(2);

/** Null for transparent, and where the own picture is not there. */
export async function backdropFor(
  background: Background,
  path: string | null,
  size: Size,
): Promise<Raw | null> {
  switch (background.kind) {
    case 'white':
      return filled(size, WHITE);
    case 'colour':
      return filled(size, rgbOf(background.colour));
    case 'gradient':
      return gradient(
        size,
        rgbOf(background.colour),
        rgbOf(background.bottom),
        (row) => (row + 0.5) / size.height,
      );
    case 'photo':
      return path === null ? null : covering(await ownPicture(path), size);
    default:
      return null;
  }
}

function ownPicture(path: string): Promise<Raw> {
  return pictures.get(path, async () => {
    const header = await readHeader(path);
    const scale = Math.min(1, PICTURE_SIDE / Math.max(header.width, header.height));
    return flattened(await decode(header, sizeAt(header, scale)), WHITE);
  });
}

function covering(picture: Raw, size: Size): Promise<Raw> {
  return resized(
    cropped(picture, pixelBox(picture, boxOfAspect(picture, size.width / size.height, MIDDLE))),
    size,
  );
}
