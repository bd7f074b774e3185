/** Parts of a HEIC that got lost on the way to us and were filled with zeros, which its decoder paints green and calls a picture. */
import { boxesIn, type IsoBox } from './boxes.ts';
import { itemsIn, placesIn } from './heif-items.ts';

/** The least that disks and cards lose. HEVC never has three zeros in a row; what encoders may pad with is much shorter. */
const HOLE = Buffer.alloc(512);

export function hasHoles(bytes: Buffer): boolean {
  for (const meta of boxesIn(bytes, 0, bytes.length)) {
    if (meta.type === 'meta' && hasHolesOf(bytes, meta)) return true;
  }
  return false;
}

function hasHolesOf(bytes: Buffer, meta: IsoBox): boolean {
  try {
    const parts = [...boxesIn(bytes, meta.from + 4, meta.to)];
    const [iinf, iloc] = ['iinf', 'iloc'].map((type) => parts.find((part) => part.type === type));
    if (iinf === undefined || iloc === undefined) return false;
    const pictures = new Set(
      [...itemsIn(bytes, iinf)].flatMap(({ id, type }) => (type === 'hvc1' ? id : [])),
    );
    // Items do not overlap: a file that claims it is not read over and over.
    let unread = bytes.length;
    for (const { item, at, length, inside } of placesIn(bytes, iloc)) {
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
