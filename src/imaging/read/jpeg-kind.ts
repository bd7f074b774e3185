/** Kinds of JPEG that no decoder of ours reads, told by the marker of their frame. */
import { AppError } from '#domain/errors.ts';
import { segmentsOfJpeg } from './exif-blocks.ts';

/** Frames that are read: sequential and progressive, Huffman-coded or arithmetic. */
const READ = [0xc0, 0xc1, 0xc2, 0xc9, 0xca];
/** Codes among the frames' markers that are tables or reserved. */
const NO_FRAMES = [0xc4, 0xc8, 0xcc];
const KINDS: Readonly<Record<number, string>> = {
  195: 'JPEG fără pierderi',
  203: 'JPEG fără pierderi',
  247: 'JPEG‑LS',
};
const HIERARCHY = 0xde;

/** Throws `photos/format-codec` with the kind's name when no decoder reads it. `head`: at least everything before the pixels. */
export function refuseUnreadKind(head: Buffer): void {
  for (const { marker, from } of segmentsOfJpeg(head)) {
    const isFrame = (marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.includes(marker)) || marker === 0xf7;
    if (!isFrame && marker !== HIERARCHY) continue;
    const bits = head[from] ?? 8;
    if (!READ.includes(marker))
      throw new AppError('photos/format-codec', { kind: KINDS[marker] ?? 'JPEG ierarhic' });
    if (bits !== 8) throw new AppError('photos/format-codec', { kind: `JPEG pe ${bits} biți` });
    return;
  }
}
