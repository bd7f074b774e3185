/**
 * What a HEIF or AVIF says of its own picture: of the primary item, by the properties that are associated with it. Alpha, thumbnails and
 * gain maps beside it have colours of their own, wherever those stand.
 */
import { readAv1Colour } from './av1-sequence.ts';
import { boxesIn, type IsoBox } from './boxes.ts';
import { itemLocations, itemsIn } from './heif-items.ts';
import type { Nclx } from './nclx.ts';

export interface HeifPicture {
  /** „hvc1”, „av01” … of a picture made of tiles, that of the tiles; null where the file does not say. */
  readonly codec: string | null;
  readonly icc: Buffer | null;
  readonly nclx: Nclx | null;
  /** Coded as brightness alone. */
  readonly isGrey: boolean;
  /** Its colours are multiplied by its alpha already. */
  readonly isPremultiplied: boolean;
}

const NOTHING: HeifPicture = { codec: null, icc: null, nclx: null, isGrey: false, isPremultiplied: false };

/** Made of other items, of which the first speaks for all. */
const DERIVED_TYPES = ['grid', 'iovl', 'iden'];

/** The decoder decides whether a file can be read that is malformed here. */
export function readHeifPicture(bytes: Buffer): HeifPicture {
  // To the last box: the decoders go through all of them too, and much more slowly.
  const meta = [...boxesIn(bytes, 0, bytes.length)].find(({ type }) => type === 'meta');
  if (meta === undefined) return NOTHING;
  try {
    return pictureIn(bytes, [...boxesIn(bytes, meta.from + 4, meta.to)]);
  } catch (error) {
    if (error instanceof RangeError) return NOTHING;
    throw error;
  }
}

function pictureIn(bytes: Buffer, parts: readonly IsoBox[]): HeifPicture {
  const [pitm, iinf, iref, iprp, iloc] = ['pitm', 'iinf', 'iref', 'iprp', 'iloc'].map((type) =>
    parts.find((part) => part.type === type),
  );
  if (pitm === undefined || iinf === undefined) return NOTHING;
  const primary = numberAt(bytes, pitm.from + 4, bytes[pitm.from] !== 0);
  const types = new Map(itemsIn(bytes, iinf).map(({ id, type }) => [id, type]));
  const references = iref === undefined ? [] : [...referencesIn(bytes, iref)];
  const first = references.find(({ type, from }) => type === 'dimg' && from === primary)?.to ?? null;
  const own = types.get(primary) ?? null;
  const isDerived = own !== null && DERIVED_TYPES.includes(own);
  const properties = (item: number) => (iprp === undefined ? [] : listItemProperties(bytes, iprp, item));
  const [ownColour, itsColour] = [
    colourIn(bytes, properties(primary)),
    isDerived && first !== null ? colourIn(bytes, properties(first)) : null,
  ];
  const coded = isDerived && first !== null ? first : primary;
  const codec = isDerived ? (first === null ? null : (types.get(first) ?? null)) : own;
  const said = ownColour.nclx ?? itsColour?.nclx ?? null;
  return {
    codec,
    icc: ownColour.icc ?? (ownColour.nclx === null ? (itsColour?.icc ?? null) : null),
    nclx: said ?? (codec === 'av01' && iloc !== undefined ? streamColour(bytes, iloc, coded) : null),
    isGrey: isGrey(bytes, properties(coded)),
    isPremultiplied: references.some(({ type, from }) => type === 'prem' && from === primary),
  };
}

const numberAt = (bytes: Buffer, at: number, wide: boolean) =>
  wide ? bytes.readUInt32BE(at) : bytes.readUInt16BE(at);

/** The first item that each reference names. */
function* referencesIn(bytes: Buffer, iref: IsoBox): Generator<{ type: string; from: number; to: number }> {
  const wide = bytes[iref.from] !== 0;
  const size = wide ? 4 : 2;
  for (const { type, from } of boxesIn(bytes, iref.from + 4, iref.to))
    yield { type, from: numberAt(bytes, from, wide), to: numberAt(bytes, from + size + 2, wide) };
}

/** The boxes of `ipco` that `ipma` gives to the item. Every box counts there, known or not, from 1; 0 stands for none. */
function listItemProperties(bytes: Buffer, iprp: IsoBox, item: number): IsoBox[] {
  const parts = [...boxesIn(bytes, iprp.from, iprp.to)];
  const ipco = parts.find(({ type }) => type === 'ipco');
  if (ipco === undefined) return [];
  const boxes = [...boxesIn(bytes, ipco.from, ipco.to)];
  return parts
    .filter(({ type }) => type === 'ipma')
    .flatMap((ipma) => listPropertyIndices(bytes, ipma, item))
    .flatMap((index) => boxes[index - 1] ?? []);
}

function listPropertyIndices(bytes: Buffer, { from, to }: IsoBox, item: number): number[] {
  const wideItem = bytes[from] !== 0;
  const wideIndex = (bytes[from + 3] & 1) === 1;
  let at = from + 8;
  for (let entries = bytes.readUInt32BE(from + 4); entries > 0 && at < to; entries--) {
    const id = numberAt(bytes, at, wideItem);
    const first = at + (wideItem ? 5 : 3);
    const count = bytes.readUInt8(first - 1);
    at = first + count * (wideIndex ? 2 : 1);
    // The highest bit says whether a reader must know the property.
    if (id === item)
      return Array.from({ length: count }, (_, i) =>
        wideIndex ? bytes.readUInt16BE(first + i * 2) & 0x7fff : bytes.readUInt8(first + i) & 0x7f,
      );
  }
  return [];
}

function streamColour(bytes: Buffer, iloc: IsoBox, item: number): Nclx | null {
  for (const { item: id, at, length, inside } of itemLocations(bytes, iloc))
    if (id === item && !inside) return readAv1Colour(bytes.subarray(at, at + length));
  return null;
}

/** An item may have a profile and a description; the first of each counts. */
function colourIn(bytes: Buffer, properties: readonly IsoBox[]): Pick<HeifPicture, 'icc' | 'nclx'> {
  let icc: Buffer | null = null;
  let nclx: Nclx | null = null;
  for (const { type, from, to } of properties) {
    if (type !== 'colr') continue;
    const kind = bytes.toString('latin1', from, from + 4);
    if (kind === 'prof' || kind === 'rICC') icc ??= bytes.subarray(from + 4, to);
    if (kind === 'nclx' && to - from >= 11) nclx ??= nclxAt(bytes, from + 4);
  }
  return { icc, nclx };
}

function nclxAt(bytes: Buffer, at: number): Nclx {
  return {
    primaries: bytes.readUInt16BE(at),
    transfer: bytes.readUInt16BE(at + 2),
    matrix: bytes.readUInt16BE(at + 4),
    isFullRange: bytes[at + 6] >> 7 === 1,
  };
}

/** By the decoder's settings: `monochrome` of AV1, chroma format 0 of HEVC. */
function isGrey(bytes: Buffer, properties: readonly IsoBox[]): boolean {
  return properties.some(
    ({ type, from, to }) =>
      (type === 'av1C' && to - from >= 4 && (bytes[from + 2] & 0x10) !== 0) ||
      (type === 'hvcC' && to - from >= 23 && (bytes[from + 16] & 3) === 0),
  );
}
