/** Reads what a file tells without being decoded; refuses what the product's limits refuse. */
import { open, readFile } from 'node:fs/promises';
import type { Metadata } from 'sharp';
import { AppError } from '#domain/errors.ts';
import {
  MAX_PHOTO_BYTES,
  MAX_PIXELS,
  MAX_PIXELS_AVIF,
  MAX_PIXELS_WHOLE_DECODE,
  MAX_SIDE,
  type PhotoFormat,
} from '#domain/photos/limits.ts';
import { formatOfHeif } from '#imaging/heif/heif-codec.ts';
import { type HeifPicture, readHeifPicture } from '#imaging/heif/heif-picture.ts';
import { type Colour, readColour } from './colour/colour.ts';
import { isWholeHeadOfJpeg } from './exif-blocks.ts';
import { sharp } from './hardened-sharp.ts';
import { refuseUnreadKind } from './jpeg-kind.ts';
import { sniffFormat } from './sniff.ts';
import { headWithoutExif } from './take-exif.ts';

/** Phones put up to this much before a photo's pixels. */
const HEAD_BYTES = 262_144;
/** More than eight bits a channel: 25 MB a megapixel while decoding, so 40 of them would not fit a process. */
const MAX_PIXELS_DEEP_AVIF = 32_000_000;

export interface Header {
  readonly source: string;
  readonly format: PhotoFormat;
  /** Pixels after orientation. */
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  /** Its colours are multiplied by its alpha already. */
  readonly isPremultiplied: boolean;
  /** More than eight bits a channel. */
  readonly isDeep: boolean;
  readonly colour: Colour;
  /** Needs so much memory that only one such photo is worked on at a time. */
  readonly large: boolean;
  /** Slow to decode, so previews start from the stored copy. */
  readonly slow: boolean;
  /** Sharp must not see the file as it is: it has EXIF, or says what decoders misread. */
  readonly isRewritten: boolean;
  readonly exif: Uint8Array | undefined;
  readonly xmp: string;
}

export async function readHeader(source: string): Promise<Header> {
  const head = await readHead(source);
  const sniffed = sniffFormat(head);
  const { format, heif } = await identifyFormat(source, sniffed);
  if (format === 'jpeg') refuseUnreadKind(isWholeHeadOfJpeg(head) ? head : await readFile(source));
  const { input, changed, exif } = await headWithoutExif(source, format, head);
  const meta = await readMetadata(input);
  const { width, height } = meta.autoOrient;
  checkLimits(format, meta, { width, height });
  const isPremultiplied = meta.hasAlpha && heif?.isPremultiplied === true;
  return {
    source,
    format,
    width,
    height,
    hasAlpha: meta.hasAlpha,
    isPremultiplied,
    isDeep: isDeep(meta),
    colour: await readColour({ source, format, meta, head, exif, heif }),
    large: isLarge(format, meta, width * height),
    slow: heif !== null || isDeep(meta),
    isRewritten: changed,
    exif,
    xmp: meta.xmpAsString ?? '',
  };
}

/** Of a HEIF its items have the last word, and say what only they know. */
async function identifyFormat(
  source: string,
  sniffed: PhotoFormat,
): Promise<{ format: PhotoFormat; heif: HeifPicture | null }> {
  if (sniffed !== 'heic' && sniffed !== 'avif') return { format: sniffed, heif: null };
  const bytes = await readFile(source);
  const heif = readHeifPicture(bytes);
  const format = formatOfHeif(bytes, heif, sniffed);
  return { format, heif: { ...heif, icc: heif.icc && Buffer.from(heif.icc) } };
}

async function readHead(source: string): Promise<Buffer> {
  const file = await open(source, 'r');
  try {
    const { size } = await file.stat();
    if (size > MAX_PHOTO_BYTES)
      throw new AppError('photos/too-large-file', { bytes: size, limit: MAX_PHOTO_BYTES });
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function readMetadata(source: string | Buffer): Promise<Metadata> {
  try {
    return await sharp(source, { limitInputPixels: false, pages: 1 }).metadata();
  } catch {
    throw new AppError('photos/corrupt');
  }
}

const isDeep = (meta: Metadata) => (meta.bitsPerSample ?? 8) > 8 || meta.depth === 'ushort';

function checkLimits(
  format: PhotoFormat,
  meta: Metadata,
  { width, height }: { width: number; height: number },
): void {
  const pixels = width * height;
  const whole = format === 'heic' || meta.isProgressive || isDeep(meta);
  const avif = isDeep(meta) ? MAX_PIXELS_DEEP_AVIF : MAX_PIXELS_AVIF;
  const limit = format === 'avif' ? avif : whole ? MAX_PIXELS_WHOLE_DECODE : MAX_PIXELS;
  if (Math.max(width, height) > MAX_SIDE)
    throw new AppError('photos/too-long-side', { width, height, limit: MAX_SIDE });
  if (pixels > limit) throw new AppError('photos/too-many-pixels', { width, height, limit });
}

/** Thresholds by measured peak memory: all of these can pass 300 MB. */
function isLarge(format: PhotoFormat, meta: Metadata, pixels: number): boolean {
  if (format === 'heic') return true;
  if (format === 'avif') return pixels > 12_000_000;
  if (format === 'png')
    return pixels > (meta.isProgressive ? 40_000_000 : isDeep(meta) ? 50_000_000 : MAX_PIXELS);
  return meta.isProgressive && pixels > 48_000_000;
}
