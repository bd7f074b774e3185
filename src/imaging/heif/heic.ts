/** HEIC pixels through libheif compiled to WebAssembly: sharp's own build has no HEVC decoder. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Raw } from '#imaging/pixels/raw.ts';
import { boxesIn, type IsoBox } from './boxes.ts';
import { itemLocations, itemsIn } from './heif-items.ts';
import { mendHeif } from './heif-mend.ts';

interface HeifImage {
  get_width(): number;
  get_height(): number;
  is_primary(): boolean;
  has_alpha_channel(): boolean;
  readonly handle: object;
  free(): void;
}

/** Pixels in libheif's own memory, until `image` is released. */
interface DecodedImage {
  readonly image: { readonly $$: { readonly ptr: number } };
  readonly channels: readonly { readonly data: Uint8Array; readonly stride: number }[];
}

interface Libheif {
  readonly HeifDecoder: new () => {
    decode(bytes: Uint8Array): HeifImage[];
    readonly decoder: { delete(): void };
  };
  readonly heif_colorspace: { readonly heif_colorspace_RGB: object };
  readonly heif_chroma: { readonly heif_chroma_interleaved_RGBA: object };
  readonly HEAP32: Int32Array;
  heif_js_decode_image2(
    handle: object,
    colours: object,
    chroma: object,
  ): DecodedImage | { readonly code: object } | null;
  heif_image_release(image: DecodedImage['image']): void;
  _heif_image_get_decoding_warnings(image: number, first: number, to: number, most: number): number;
  _malloc(bytes: number): number;
  _free(at: number): void;
}

const require = createRequire(import.meta.url);

/**
 * The least that disks and cards lose: parts of a HEIC that got lost on the way to us were filled with zeros, which its decoder paints
 * green and calls a picture. HEVC never has three zeros in a row; what encoders may pad with is much shorter.
 */
const HOLE = Buffer.alloc(512);

/** The primary picture, turned already: libheif applies the file's rotation and mirroring, so EXIF's must not be applied again. */
export async function decodeHeic(source: string): Promise<Raw> {
  const bytes = await readFile(source);
  mendHeif(bytes);
  // Libheif paints missing tiles of a picture green and reports nothing.
  for (const { type, cutShort } of boxesIn(bytes, 0, bytes.length))
    if (type === 'mdat' && cutShort) throw new Error('the file ends early');
  if (hasHoles(bytes)) throw new Error('parts of the file are missing');
  const libheif = require('libheif-js/wasm-bundle.js') as Libheif;
  const decoder = new libheif.HeifDecoder();
  const images = decoder.decode(bytes);
  try {
    const image = images.find((candidate) => candidate.is_primary()) ?? images[0];
    if (image === undefined) throw new Error('no picture in the file');
    return decodePixels(libheif, image);
  } finally {
    for (const image of images) image.free();
    decoder.decoder.delete();
  }
}

function hasHoles(bytes: Buffer): boolean {
  for (const meta of boxesIn(bytes, 0, bytes.length)) {
    if (meta.type === 'meta' && hasHolesInMeta(bytes, meta)) return true;
  }
  return false;
}

function hasHolesInMeta(bytes: Buffer, meta: IsoBox): boolean {
  try {
    const parts = [...boxesIn(bytes, meta.from + 4, meta.to)];
    const [iinf, iloc] = ['iinf', 'iloc'].map((type) => parts.find((part) => part.type === type));
    if (iinf === undefined || iloc === undefined) return false;
    const pictures = new Set(
      [...itemsIn(bytes, iinf)].flatMap(({ id, type }) => (type === 'hvc1' ? id : [])),
    );
    // Items do not overlap: a file that claims it is not read over and over.
    let unread = bytes.length;
    for (const { item, at, length, inside } of itemLocations(bytes, iloc)) {
      if (inside || !pictures.has(item)) continue;
      unread -= length;
      if (unread < 0) return false;
      if (bytes.subarray(at, at + length).includes(HOLE)) return true;
    }
    return false;
  } catch (error) {
    // The decoder decides whether the file can be read.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function decodePixels(libheif: Libheif, image: HeifImage): Raw {
  const { heif_colorspace_RGB: rgb } = libheif.heif_colorspace;
  const { heif_chroma_interleaved_RGBA: rgba } = libheif.heif_chroma;
  const decoded = libheif.heif_js_decode_image2(image.handle, rgb, rgba);
  if (decoded === null || !('image' in decoded)) throw new Error('not decodable');
  try {
    const [channel] = decoded.channels;
    if (channel === undefined) throw new Error('not decodable');
    const [width, height] = [image.get_width(), image.get_height()];
    const channels = image.has_alpha_channel() ? 4 : 3;
    // First of all: libheif's memory moves when it grows.
    const data = packRows(channel, { width, height, channels });
    if (lacksTiles(libheif, decoded.image.$$.ptr)) throw new Error('tiles of the picture are missing');
    return { data, width, height, channels };
  } finally {
    libheif.heif_image_release(decoded.image);
  }
}

/** heif_error_Decoder_plugin_error: a tile that could not be decoded. Most other warnings are about manners. */
const CODEC = 7;
/** heif_suberror_End_of_data, of whatever: a tile that is not there. */
const END_OF_DATA = 100;
const MOST_WARNINGS = 1000;
/** A code, a code below it and where its words are. */
const WARNING_BYTES = 12;

/** Libheif leaves the place of a tile empty and only warns. */
function lacksTiles(libheif: Libheif, image: number): boolean {
  const at = libheif._malloc(MOST_WARNINGS * WARNING_BYTES);
  try {
    const count = libheif._heif_image_get_decoding_warnings(image, 0, at, MOST_WARNINGS);
    const numbers = libheif.HEAP32.subarray(at / 4, (at + count * WARNING_BYTES) / 4);
    return Array.from({ length: count }, (_, n) => n * 3).some(
      (n) => numbers[n] === CODEC || numbers[n + 1] === END_OF_DATA,
    );
  } finally {
    libheif._free(at);
  }
}

/** Rows of RGBA, which may be longer than the picture is wide, one after the other; without their fourth channel unless it is needed. */
function packRows(
  { data, stride }: DecodedImage['channels'][number],
  { width, height, channels }: Omit<Raw, 'data'>,
): Uint8Array {
  const pixels = new Uint8Array(width * height * channels);
  for (let y = 0, o = 0; y < height; y++) {
    const row = y * stride;
    for (let i = row; i < row + width * 4; i += 4) {
      pixels[o++] = data[i];
      pixels[o++] = data[i + 1];
      pixels[o++] = data[i + 2];
      if (channels === 4) pixels[o++] = data[i + 3];
    }
  }
  return pixels;
}
