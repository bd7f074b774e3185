/** Reads the boxes of an ISO base media file (HEIF, AVIF). Every size comes from a stranger, so all are checked. */
import { AppError } from '#domain/errors.ts';

/**
 * Photos have a few hundred boxes beside each other, for a large one's tiles; readers spend microseconds on each, and 40 MB hold five
 * million.
 */
const MOST_BOXES = 10_000;

export interface IsoBox {
  readonly type: string;
  /** Position of its type. */
  readonly typeAt: number;
  /** The content, without the box's own header. */
  readonly from: number;
  readonly to: number;
  /** True when its size goes past the end: the rest of it is not there. */
  readonly cutShort: boolean;
}

/** Yields one box after the other; ends where a size makes no sense. Throws `photos/corrupt` when there are more than any photo has. */
export function* boxesIn(bytes: Buffer, from: number, to: number): Generator<IsoBox> {
  for (let at = from, seen = 0; at + 8 <= to; seen++) {
    if (seen === MOST_BOXES) throw new AppError('photos/corrupt');
    const short = bytes.readUInt32BE(at);
    const long = short === 1 && at + 16 <= to;
    const head = long ? 16 : 8;
    const size = long ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short;
    if (size < head) return;
    const end = Math.min(to, at + size);
    yield {
      type: bytes.toString('latin1', at + 4, at + 8),
      typeAt: at + 4,
      from: at + head,
      to: end,
      cutShort: at + size > to,
    };
    at = end;
  }
}
