/** Facts from the first bytes of a JPEG, PNG or WebP that decide about shrinking it. No length in them is to be trusted. */
import { readOrientation } from '#domain/photos/exif.ts';
import { isAdobeRgb } from '#domain/photos/exif-colour.ts';

export interface PictureHead {
  readonly width: number;
  readonly height: number;
  readonly exif: Uint8Array | undefined;
  /** The packet as text; '' without one. */
  readonly xmp: string;
}

/** Phones put up to this much before a photo's pixels. */
export const HEAD_BYTES = 262_144;

/** EXIF stands behind the pixels there: the whole file has to be read. */
export function isWebp(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return view.byteLength >= 12 && readFourCc(view, 0) === 'RIFF' && readFourCc(view, 8) === 'WEBP';
}

/**
 * Null for everything that is not plainly a still, opaque photo in the colours of a screen, and for what browsers turn or colour otherwise
 * than we do: it goes up as it is.
 */
export function pictureHead(bytes: Uint8Array): PictureHead | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < 32) return null;
  if (view.getUint16(0) === 0xffd8) return headOfJpeg(view);
  if (view.getUint32(0) === 0x89504e47) return headOfPng(view);
  return isWebp(bytes) ? headOfWebp(view) : null;
}

/** Every browser turns a JPEG by its EXIF; a PNG or a WebP some do and some do not. */
const isTurned = (exif: Uint8Array | undefined) => exif !== undefined && readOrientation(exif) !== 1;

const readFourCc = (view: DataView, at: number) =>
  String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, 4));

const sliceBytes = (view: DataView, from: number, to: number) =>
  new Uint8Array(view.buffer, view.byteOffset + from, Math.max(0, Math.min(to, view.byteLength) - from));

const decodeText = (view: DataView, from: number, to: number) =>
  new TextDecoder().decode(sliceBytes(view, from, to));

const START_OF_SCAN = 0xda;
/** Tables, not the start of a frame, among 0xc0 to 0xcf. */
const TABLES = new Set([0xc4, 0xc8, 0xcc]);

function headOfJpeg(view: DataView): PictureHead | null {
  let size: { width: number; height: number } | null = null;
  let exif: Uint8Array | undefined;
  let hasProfile = false;
  let xmp = '';
  for (let at = 2; at + 12 <= view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === START_OF_SCAN)
      return size !== null && (hasProfile || !isAdobeRgb(exif)) ? { ...size, exif, xmp } : null;
    const length = view.getUint16(at + 2);
    const from = at + 4;
    if (marker >= 0xc0 && marker <= 0xcf && !TABLES.has(marker)) {
      const isOfScreens = view.getUint8(from) === 8 && [1, 3].includes(view.getUint8(from + 5));
      if (!isOfScreens) return null;
      size = { height: view.getUint16(from + 1), width: view.getUint16(from + 3) };
    }
    if (marker === 0xe1 && exif === undefined && readFourCc(view, from) === 'Exif')
      exif = sliceBytes(view, from, at + 2 + length);
    if (marker === 0xe2 && readFourCc(view, from) === 'ICC_') hasProfile = true;
    if (marker === 0xe1 && xmp === '' && readFourCc(view, from) === 'http')
      xmp = decodeText(view, from, at + 2 + length);
    at += marker === 0xff ? 1 : 2 + length;
  }
  return null;
}

const MAY_HAVE_ALPHA = [4, 6];
/** See-through, moving, in colours that not every browser knows. */
const NOT_PLAIN = ['tRNS', 'acTL', 'cICP'];

function headOfPng(view: DataView): PictureHead | null {
  if (MAY_HAVE_ALPHA.includes(view.getUint8(25))) return null;
  let exif: Uint8Array | undefined;
  const names = new Set<string>();
  let xmp = '';
  for (let at = 8; at + 8 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const name = readFourCc(view, at + 4);
    names.add(name);
    if (name === 'eXIf') exif = sliceBytes(view, at + 8, at + 8 + view.getUint32(at));
    if (name === 'iTXt' && xmp === '') xmp = decodeText(view, at + 8, at + 8 + view.getUint32(at));
    if (name !== 'IDAT') continue;
    const isPlain =
      !NOT_PLAIN.some((name) => names.has(name)) &&
      (!names.has('gAMA') || names.has('sRGB') || names.has('iCCP'));
    return isPlain && !isTurned(exif)
      ? { width: view.getUint32(16), height: view.getUint32(20), exif, xmp }
      : null;
  }
  return null;
}

const ALPHA_OR_ANIMATION = 0x12;
const PROFILE = 0x20;

function headOfWebp(view: DataView): PictureHead | null {
  const kind = readFourCc(view, 12);
  if (kind === 'VP8 ')
    return {
      width: view.getUint16(26, true) & 0x3fff,
      height: view.getUint16(28, true) & 0x3fff,
      exif: undefined,
      xmp: '',
    };
  if (kind !== 'VP8X' || (view.getUint8(20) & ALPHA_OR_ANIMATION) !== 0) return null;
  const width = (view.getUint32(24, true) & 0xffffff) + 1;
  const height = (view.getUint32(26, true) >>> 8) + 1;
  const [exif, packet] = [webpChunk(view, 'EXIF'), webpChunk(view, 'XMP ')];
  const xmp = packet === undefined ? '' : new TextDecoder().decode(packet);
  const hasProfile = (view.getUint8(20) & PROFILE) !== 0;
  return isTurned(exif) || (isAdobeRgb(exif) && !hasProfile) ? null : { width, height, exif, xmp };
}

/** After the pixels: found when the whole file is there. */
function webpChunk(view: DataView, name: string): Uint8Array | undefined {
  for (let at = 12; at + 8 <= view.byteLength; ) {
    const length = view.getUint32(at + 4, true);
    if (readFourCc(view, at) === name) return sliceBytes(view, at + 8, at + 8 + length);
    at += 8 + length + (length % 2);
  }
  return undefined;
}
