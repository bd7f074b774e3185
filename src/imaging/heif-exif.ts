/** The EXIF block of a HEIF or AVIF: an item of its own that the `meta` box lists (iinf) and locates (iloc). */
import { boxesIn, type IsoBox } from './boxes.ts';

/** Takes the block out: answers a copy and renames its item in place, so that no decoder knows it for EXIF. */
export function takeHeifExif(bytes: Buffer): { found: boolean; exif: Uint8Array | undefined } {
  let found = false;
  let exif: Uint8Array | undefined;
  for (const meta of boxesIn(bytes, 0, bytes.length)) {
    if (meta.type !== 'meta') continue;
    exif ??= readItem(bytes, meta);
    found = blankNames(bytes, meta) || found;
  }
  return { found, exif };
}

/** libvips takes the name in any case. Wherever else in this box the four letters stand, they name nothing that is needed. */
function blankNames(bytes: Buffer, { from, to }: IsoBox): boolean {
  let found = false;
  for (const { index } of bytes.toString('latin1', from, to).matchAll(/exif/gi)) {
    bytes.write('none', from + index, 'latin1');
    found = true;
  }
  return found;
}

function readItem(bytes: Buffer, meta: IsoBox): Uint8Array | undefined {
  try {
    const parts = [...boxesIn(bytes, meta.from + 4, meta.to)];
    const content = (type: string) => parts.find((part) => part.type === type);
    const [names, places] = [content('iinf'), content('iloc')];
    if (names === undefined || places === undefined) return undefined;
    const item = exifItem(bytes, names);
    const place = item === null ? null : placeOf(bytes, places, item);
    const data = place?.inside ? (content('idat')?.from ?? bytes.length) : 0;
    if (place === null || data + place.at + place.length > bytes.length) return undefined;
    // The item begins with the distance to the TIFF header.
    const block = bytes.subarray(data + place.at, data + place.at + place.length);
    return Uint8Array.from(block.subarray(4 + block.readUInt32BE(0)));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function exifItem(bytes: Buffer, names: IsoBox): number | null {
  const entries = names.from + 4 + (bytes[names.from] === 0 ? 2 : 4);
  for (const { type, from } of boxesIn(bytes, entries, names.to)) {
    if (type !== 'infe') continue;
    const wide = (bytes[from] as number) >= 3;
    const name = from + (wide ? 10 : 8);
    if (bytes.toString('latin1', name, name + 4) === 'Exif')
      return wide ? bytes.readUInt32BE(from + 4) : bytes.readUInt16BE(from + 4);
  }
  return null;
}

interface Place {
  readonly at: number;
  readonly length: number;
  /** Counted from the `idat` box instead of the file's start. */
  readonly inside: boolean;
}

/** The first extent of the item; others are passed over by their size, for their number is a stranger's word. */
function placeOf(bytes: Buffer, { from, to }: IsoBox, item: number): Place | null {
  const version = bytes[from] as number;
  const sizes = bytes.readUInt16BE(from + 4);
  const [offsetSize, lengthSize] = [sizes >> 12, (sizes >> 8) & 15];
  const [baseSize, indexSize] = [(sizes >> 4) & 15, version > 0 ? sizes & 15 : 0];
  const idSize = version < 2 ? 2 : 4;
  const number = (at: number, size: number) =>
    size === 8 ? Number(bytes.readBigUInt64BE(at)) : size === 0 ? 0 : bytes.readUIntBE(at, size);
  for (let at = from + 6 + idSize; at < to; ) {
    const id = number(at, idSize);
    at += idSize;
    const inside = version > 0 && (bytes.readUInt16BE(at) & 15) === 1;
    at += version > 0 ? 4 : 2;
    const base = number(at, baseSize);
    const extents = bytes.readUInt16BE(at + baseSize);
    const first = at + baseSize + 2 + indexSize;
    if (id === item && extents > 0)
      return { at: base + number(first, offsetSize), length: number(first + offsetSize, lengthSize), inside };
    at += baseSize + 2 + extents * (indexSize + offsetSize + lengthSize);
  }
  return null;
}
