/** Reads the items of a HEIF or AVIF: its `meta` box lists (iinf) and locates (iloc) them. Throws RangeError where it goes past the end. */
import { boxesIn, type IsoBox } from './boxes.ts';

export interface Item {
  readonly id: number;
  /** „hvc1”, „grid”, „Exif” … */
  readonly type: string;
}

/** Yields the items with their types. */
export function* itemsIn(bytes: Buffer, iinf: IsoBox): Generator<Item> {
  const entries = iinf.from + 4 + (bytes[iinf.from] === 0 ? 2 : 4);
  for (const { type, from } of boxesIn(bytes, entries, iinf.to)) {
    if (type !== 'infe') continue;
    const wide = bytes[from] >= 3;
    const name = from + (wide ? 10 : 8);
    const id = wide ? bytes.readUInt32BE(from + 4) : bytes.readUInt16BE(from + 4);
    yield { id, type: bytes.toString('latin1', name, name + 4) };
  }
}

export interface ItemLocation {
  readonly item: number;
  readonly at: number;
  readonly length: number;
  /** True when counted from the `idat` box instead of the file's start. */
  readonly inside: boolean;
}

/** Yields the first extent of each item; others are passed over by their size, for their number is a stranger's word. */
export function* itemLocations(bytes: Buffer, { from, to }: IsoBox): Generator<ItemLocation> {
  const version = bytes[from];
  const sizes = bytes.readUInt16BE(from + 4);
  const [offsetSize, lengthSize] = [sizes >> 12, (sizes >> 8) & 15];
  const [baseSize, indexSize] = [(sizes >> 4) & 15, version > 0 ? sizes & 15 : 0];
  const idSize = version < 2 ? 2 : 4;
  const number = (at: number, size: number) =>
    size === 8 ? Number(bytes.readBigUInt64BE(at)) : size === 0 ? 0 : bytes.readUIntBE(at, size);
  for (let at = from + 6 + idSize; at < to; ) {
    const item = number(at, idSize);
    at += idSize;
    const inside = version > 0 && (bytes.readUInt16BE(at) & 15) === 1;
    at += version > 0 ? 4 : 2;
    const base = number(at, baseSize);
    const extents = bytes.readUInt16BE(at + baseSize);
    const first = at + baseSize + 2 + indexSize;
    if (extents > 0)
      yield {
        item,
        at: base + number(first, offsetSize),
        length: number(first + offsetSize, lengthSize),
        inside,
      };
    at += baseSize + 2 + extents * (indexSize + offsetSize + lengthSize);
  }
}
