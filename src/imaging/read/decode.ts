/** Decodes a file once, to the size the work needs, as upright sRGB bytes. */
import { readFile } from 'node:fs/promises';
import type { FailOnOptions, Sharp } from 'sharp';
import { AppError } from '#domain/errors.ts';
import { MAX_PIXELS } from '#domain/photos/limits.ts';
import { longSide, type Size } from '#domain/recipes/geometry.ts';
import { freeBytes } from '#imaging/collect-garbage.ts';
import { decodeHeic } from '#imaging/heif/heic.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { toPlainBytes } from '#imaging/pixels/to-bytes.ts';
import { inProfile } from './colour/by-profile.ts';
import { deepToSrgb, type Source, toSrgb } from './colour/gamut.ts';
import { sharp } from './hardened-sharp.ts';
import type { Header } from './header.ts';
import { hasAllScans, hasEnd, listEndings } from './jpeg-end.ts';
import { takeExif, withoutExif } from './take-exif.ts';

/** Returns width and height of the picture at `scale` (≤ 1 of the original), whole pixels, at least one. */
export function sizeAt({ width, height }: Size, scale: number): Size {
  const side = (n: number) => Math.max(1, Math.min(n, Math.round(n * scale)));
  return { width: side(width), height: side(height) };
}

/** Decodes the photo. Throws `photos/corrupt` when it does not decode to its end: half a photo is not delivered. */
export async function decodePicture(header: Header, size: Size): Promise<Raw> {
  try {
    const { gamut, profile } = header.colour;
    const raw = await resizeTo(await openedStraight(header, size), size);
    if (gamut !== null && getFineSource(header) === null) toSrgb(raw, gamut);
    return profile === null ? raw : await toRaw(await inProfile(raw, profile));
  } catch {
    throw new AppError('photos/corrupt');
  }
}

/** Opens the picture with straight alpha. Colours that are multiplied by it are divided before any resize, which mixes them by it. */
async function openedStraight(header: Header, size: Size): Promise<Raw> {
  const raw =
    header.format === 'heic'
      ? await decodeHeic(header.source)
      : await openImage(header, header.isPremultiplied ? header : size);
  if (header.isPremultiplied) divideByAlpha(raw);
  return raw;
}

function divideByAlpha({ data }: Raw): void {
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3];
    if (alpha === 0 || alpha === 255) continue;
    for (let c = at; c < at + 3; c++) data[c] = Math.min(255, Math.round((data[c] * 255) / alpha));
  }
}

/** The part of a header that the decoder needs. */
type DecoderHeader = Pick<Header, 'format' | 'isDeep' | 'isPremultiplied' | 'colour'>;

/** Returns the source of a picture whose dark tones are lost in eight bits: it becomes sRGB before it has no more. Null for all others. */
function getFineSource({ format, isDeep, isPremultiplied, colour: { gamut } }: DecoderHeader): Source | null {
  return isDeep && format !== 'heic' && !isPremultiplied && gamut?.transfer.fine === true ? gamut : null;
}

/**
 * Reads strictly first. Two kinds of JPEG are read otherwise: one that lacks nothing but its end marker gets one and is read as strictly;
 * one with harmless oddities, which cameras write too (stray bytes between markers), is read more mildly. A file with data that ends early
 * passes neither.
 */
async function openImage(header: Header, size: Size): Promise<Raw> {
  const { input } = header.isRewritten
    ? await withoutExif(header.source, header.format)
    : { input: header.source };
  if (header.format !== 'jpeg') return openedFrom(input, header, { size, failOn: 'warning' });
  const bytes = typeof input === 'string' ? await readFile(input) : input;
  if (!hasEnd(bytes)) return openedWithoutEnd(bytes, header, size);
  try {
    const raw = await openedFrom(bytes, header, { size, failOn: 'warning' });
    freeBytes(bytes);
    return raw;
  } catch (error) {
    if (ENDS_EARLY.test(String(error)) || !hasAllScans(bytes)) throw error;
    return openedFrom(bytes, header, { size, failOn: 'truncated' });
  }
}

async function openedWithoutEnd(bytes: Buffer, header: Header, size: Size): Promise<Raw> {
  for (const { whole, short } of listEndings(bytes)) {
    if ((await isEnough(whole)) && !(await isEnough(short)))
      return openedFrom(whole, header, { size, failOn: 'warning' });
  }
  throw new Error('the picture has no end');
}

/** True when every block of the picture is there. It is read at its full size: a scaled decode may leave out the last row of blocks. */
async function isEnough(jpeg: Buffer): Promise<boolean> {
  const image = sharp(jpeg, { ignoreIcc: true, failOn: 'warning', limitInputPixels: MAX_PIXELS });
  const isWhole = isWholeSoFar(image);
  try {
    const { width, height } = await image.metadata();
    // The extract switches the scaled decode off.
    await image.extract({ left: 0, top: 0, width, height }).resize(8, 8, { fit: 'fill' }).raw().toBuffer();
    return isWhole();
  } catch {
    return false;
  }
}

/** The decoder's words for a scan that ends early. In the last rows it says them as a warning only, however strictly the file is read. */
const ENDS_EARLY = /premature end of data segment|found marker 0xd9 instead of RST/i;

/** Opens with autoOrient in the constructor and only the resize after it: anything else switches the scaled JPEG decode off. */
async function openedFrom(
  input: string | Buffer,
  header: DecoderHeader,
  { size: { width, height }, failOn }: { size: Size; failOn: FailOnOptions },
): Promise<Raw> {
  const image = sharp(input, {
    autoOrient: true,
    ignoreIcc: !header.colour.byProfile,
    failOn,
    limitInputPixels: MAX_PIXELS,
    pages: 1,
  });
  const isWhole = isWholeSoFar(image);
  const sized = image.resize(width, height, { fit: 'fill' });
  const fine = getFineSource(header);
  const raw = await (fine === null ? toRaw(sized) : deepToRaw(sized, fine));
  if (!isWhole()) throw new Error('the picture ends early');
  return raw;
}

/**
 * Decodes a photo from bytes, at its own size. Throws `photos/too-long-side` before decoding when a side is longer than `mostSide`, and
 * `photos/corrupt`.
 */
export async function decodeSmall(
  bytes: Buffer,
  { format, mostSide }: { format: 'jpeg' | 'png' | 'webp'; mostSide: number },
): Promise<Raw> {
  takeExif(bytes, format);
  const size = await readUprightSize(bytes);
  if (longSide(size) > mostSide) throw new AppError('photos/too-long-side', { ...size, limit: mostSide });
  try {
    const colour = { byProfile: true, gamut: null, profile: null };
    const opened = { format, isDeep: false, isPremultiplied: false, colour };
    return await openedFrom(bytes, opened, { size, failOn: 'warning' });
  } catch {
    throw new AppError('photos/corrupt');
  }
}

async function readUprightSize(bytes: Buffer): Promise<Size> {
  try {
    const { autoOrient } = await sharp(bytes, { limitInputPixels: false, pages: 1 }).metadata();
    return { width: autoOrient.width, height: autoOrient.height };
  } catch {
    throw new AppError('photos/corrupt');
  }
}

/** Returns a function that is true, once the picture is decoded, when no warning said that it ends early. */
function isWholeSoFar(image: Sharp): () => boolean {
  let endsEarly = false;
  image.on('warning', (words) => {
    endsEarly ||= ENDS_EARLY.test(String(words));
  });
  return () => !endsEarly;
}

/** Shrinks the picture so that no side is longer; the same object when none is. */
export function fitWithin(raw: Raw, side: number): Promise<Raw> {
  return resizeTo(raw, sizeAt(raw, Math.min(1, side / Math.max(raw.width, raw.height))));
}

/** Returns the picture at exactly this size; the same object when it has it already. */
export async function resizeTo(raw: Raw, { width, height }: Size): Promise<Raw> {
  if (raw.width === width && raw.height === height) return raw;
  const { data, channels } = raw;
  const image = sharp(data, {
    raw: { width: raw.width, height: raw.height, channels },
    limitInputPixels: MAX_PIXELS,
  });
  return toRaw(image.resize(width, height, { fit: 'fill' }));
}

async function toRaw(image: Sharp): Promise<Raw> {
  const { data, info } = await image
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  if (channels === 3 || channels === 4) return { data: toPlainBytes(data), width, height, channels };
  return fromGrey(data, { width, height }, channels === 2);
}

async function deepToRaw(image: Sharp, source: Source): Promise<Raw> {
  const { data, info } = await image
    .toColourspace('rgb16')
    .raw({ depth: 'ushort' })
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  // Grey comes as three channels here.
  const channels = info.channels === 4 ? 4 : 3;
  const even = data.byteOffset % 2 === 0 ? data : Uint8Array.from(data);
  const values = new Uint16Array(even.buffer, even.byteOffset, even.length / 2);
  return deepToSrgb(values, { width, height, channels }, source);
}

function fromGrey(grey: Uint8Array, { width, height }: Size, alpha: boolean): Raw {
  const channels = alpha ? 4 : 3;
  const step = alpha ? 2 : 1;
  const data = new Uint8Array(width * height * channels);
  for (let i = 0, o = 0; i < grey.length; i += step, o += channels) {
    data.fill(grey[i], o, o + 3);
    if (alpha) data[o + 3] = grey[i + 1];
  }
  return { data, width, height, channels };
}
