/** Lays what strokes changed in a small mask into the one that they were drawn on, which is finer: all else stays as it was. */
import type { Stroke } from '#domain/recipes/cutout.ts';
import { SURE_OBJECT } from './grabcut.ts';
import type { Mask } from './mask.ts';
import { scaledMask } from './mask-file.ts';
import { paintStrokes, UNPAINTED } from './refine-with-strokes.ts';

/** `before` and `after`: the small mask; `strokes`: those that changed it. Returns a mask as large as the larger of the two. */
export async function layChanges(
  fine: Mask,
  { before, after, strokes }: { before: Mask; after: Mask; strokes: readonly Stroke[] },
): Promise<Mask> {
  if (fine.width <= after.width) return after;
  const difference = after.data.map((value, i) => (value > 127 === before.data[i] > 127 ? 0 : 255));
  // Enlarged by a curve, a difference reaches a little beyond its pixels: the two edges meet there.
  const changed = await scaledMask({ ...after, data: difference }, fine);
  const grown = await scaledMask(after, fine);
  const painted = new Uint8Array(fine.data.length).fill(UNPAINTED);
  paintStrokes(painted, fine, strokes);
  const data = fine.data.map((value, i) => {
    if (changed.data[i] > 0) return grown.data[i];
    if (painted[i] === UNPAINTED) return value;
    return painted[i] === SURE_OBJECT ? 255 : 0;
  });
  return { ...fine, data };
}
