import { readExif } from '#domain/photos/exif.ts';
import { measureDhash } from '#imaging/analyse/inspect.ts';
import { computeThumbhash } from '#imaging/analyse/thumbhash.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { decodePicture, sizeAt } from '#imaging/read/decode.ts';
import { readHeader } from '#imaging/read/header.ts';

/** The side at which looks are measured: enough for a hash, and quick. */
const SIDE = 400;

/** Returns a picture's looks as preparing a photo writes them. */
export async function measureLooks(
  picture: Raw,
): Promise<{ readonly thumbhash: string; readonly dhash: string | null }> {
  return { thumbhash: await computeThumbhash(picture), dhash: await measureDhash(picture) };
}

/** Returns looks and capture time of a photograph. */
export async function readPhoto(path: string) {
  const header = await readHeader(path);
  const picture = await decodePicture(
    header,
    sizeAt(header, Math.min(1, SIDE / Math.max(header.width, header.height))),
  );
  return { takenAt: readExif(header.exif, header.xmp).takenAt, ...(await measureLooks(picture)) };
}
