/** Reads what a file tells without being decoded; refuses what the product's limits refuse. */
import { open } from 'node:fs/promises';
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
import { DISPLAY_P3, type Source, sourceOfNclx } from './gamut.ts';
import { sharp } from './hardened-sharp.ts';
import { profileOf } from './icc.ts';
import { readNclx } from './nclx.ts';
import { sniff } from './sniff.ts';
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
  /** Let sharp convert by the embedded profile while decoding (print profiles, camera profiles, grey). */
  readonly byProfile: boolean;
  /** Our own conversion after the resize; null when none is needed. */
  readonly gamut: Source | null;
  /** Needs so much memory that only one such photo is worked on at a time. */
  readonly large: boolean;
  /** Slow to decode, so previews start from the stored copy. */
  readonly slow: boolean;
  /** The file has EXIF, which sharp must not see. */
  readonly withExif: boolean;
  readonly exif: Uint8Array | undefined;
  readonly xmp: string;
}

export async function readHeader(source: string): Promise<Header> {
  const head = await readHead(source);
  const sniffed = sniff(head);
  const format = sniffed === 'heic' || sniffed === 'avif' ? await formatOfHeif(source, sniffed) : sniffed;
  const { input, found, exif } = await headWithoutExif(source, format, head);
  const meta = await metadataOf(input);
  const { width, height } = meta.autoOrient;
  checkLimits(format, meta, { width, height });
  const heif = format === 'heic' || format === 'avif';
  const profile = profileOf(meta.icc);
  const nclx = heif && profile === 'none' ? readNclx(head) : null;
  const gamut = profile === 'p3' ? DISPLAY_P3 : nclx === null ? null : sourceOfNclx(nclx);
  return {
    source,
    format,
    width,
    height,
    hasAlpha: meta.hasAlpha,
    byProfile: profile === 'other' || (meta.space !== 'srgb' && meta.space !== 'rgb16'),
    gamut,
    large: isLarge(format, meta, width * height),
    slow: heif || isDeep(meta),
    withExif: found,
    exif,
    xmp: meta.xmpAsString ?? '',
  };
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

async function metadataOf(source: string | Buffer): Promise<Metadata> {
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
