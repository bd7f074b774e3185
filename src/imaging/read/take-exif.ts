/**
 * Takes the EXIF out of a file before sharp sees it, and mends what decoders misread in a HEIF. libexif follows whatever directories a
 * stranger wrote: 13 kB of them that point at each other keep it busy for half a minute. This reader takes the few fields that are needed
 * and stops.
 */
import { readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { readOrientation } from '#domain/photos/exif.ts';
import type { PhotoFormat } from '#domain/photos/limits.ts';
import { takeHeifExif } from '#imaging/heif/heif-exif.ts';
import { mendHeif } from '#imaging/heif/heif-mend.ts';
import { EXIF_FINDERS, type ExifBlock, isWholeHeadOfJpeg } from './exif-blocks.ts';

export interface TakenExif {
  /** True when sharp may not see the file as it is: it gets `bytes`, not the path. */
  readonly changed: boolean;
  /** The block as it was; the first one when there are several. */
  readonly exif: Uint8Array | undefined;
}

const PREFIX = Buffer.from('Exif\0\0', 'latin1');
const BLANK = 'noNe';
const ORIENTATION_AT = 18;

/**
 * Returns what sharp may read: the path of a file as it is, else its bytes with the orientation as their only EXIF. Throws `photos/corrupt`
 * for a HEIF with too many boxes, and the disk's errors.
 */
export async function withoutExif(
  source: string,
  format: PhotoFormat,
): Promise<TakenExif & { input: string | Buffer }> {
  const bytes = await readFile(source);
  const taken = takeExif(bytes, format);
  return { ...taken, input: taken.changed ? bytes : source };
}

/** Does the same for sharp's `metadata`, which reads a JPEG only up to its pixels. `head`: the file's first bytes, changed in place. */
export async function headWithoutExif(
  source: string,
  format: PhotoFormat,
  head: Buffer,
): Promise<TakenExif & { input: string | Buffer }> {
  if (format !== 'jpeg' || !isWholeHeadOfJpeg(head)) return withoutExif(source, format);
  return { ...takeExif(head, format), input: head };
}

/**
 * Changes `bytes` in place and keeps every length, so that nothing else in the file has to move. Throws `photos/corrupt` for a HEIF with
 * too many boxes.
 */
export function takeExif(bytes: Buffer, format: PhotoFormat): TakenExif {
  if (format === 'heic' || format === 'avif') {
    const mended = mendHeif(bytes);
    // A HEIF or AVIF is turned by its container, not by EXIF, so none is left.
    const { found, exif } = takeHeifExif(bytes);
    return { changed: mended || found, exif };
  }
  const blocks = EXIF_FINDERS[format](bytes);
  const first = blocks[0];
  if (first === undefined) return { changed: false, exif: undefined };
  const exif = Uint8Array.from(bytes.subarray(first.from, first.to));
  const orientation = readOrientation(exif);
  blocks.forEach((block, i) => {
    if (i > 0 || orientation === 1) bytes.write(BLANK, block.name, 'latin1');
    else leaveOrientation(bytes, block, orientation);
    if (format === 'png') bytes.writeUInt32BE(crc32(bytes.subarray(block.name, block.to)), block.to);
  });
  return { changed: true, exif };
}

/** Leaves one directory of one field and nothing after it. */
function leaveOrientation(bytes: Buffer, { from, to }: ExifBlock, orientation: number): void {
  const block = bytes.subarray(from, to);
  const start = block.subarray(0, PREFIX.length).equals(PREFIX) ? PREFIX.length : 0;
  const tiff = Buffer.from('II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\0\0\0\0\0\0\0\0', 'latin1');
  tiff[ORIENTATION_AT] = orientation;
  block.fill(0, start);
  // The shortest block that can tell an orientation ends four zeros earlier.
  tiff.copy(block, start);
}
