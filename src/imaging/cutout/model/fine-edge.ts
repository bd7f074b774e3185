/**
 * Draws an accepted mask finer. What is object was decided at a mask's usual size; here only its edge is found anew, in a larger picture and by
 * the plane of a model that sees more than that.
 */
import { nearEdge } from '#imaging/cutout/edge.ts';
import { guidedEdge } from '#imaging/cutout/guided-edge.ts';
import { toLab } from '#imaging/cutout/lab.ts';
import { labelComponents, type Mask } from '#imaging/cutout/mask.ts';
import { scaledMask } from '#imaging/cutout/mask-file.ts';
import type { Raw } from '#imaging/pixels/raw.ts';

/** Pixels of the accepted mask by which its edge may move. */
const REACH = 3;
/** Share of the picture up to which a piece or a hole is the model's noise. */
const SPECK = 0.00003;

export async function refineEdge(picture: Raw, coarse: Mask, plane: Mask): Promise<Mask> {
  if (picture.width <= coarse.width) return coarse;
  const base = await scaledMask(coarse, picture);
  const enlarged = picture.width / coarse.width;
  const near = nearEdge(base, Math.ceil(REACH * enlarged));
  const soft = guidedEdge(toLab(picture), await scaledMask(plane, picture), enlarged);
  const data = base.data.map((value, i) => ((near[i] === 1 ? soft.data[i] : value) > 127 ? 255 : 0));
  return withoutSpecks({ ...base, data });
}

/** Drops pieces and fills holes that are no larger than a speck. */
function withoutSpecks(mask: Mask): Mask {
  const speck = SPECK * mask.data.length;
  const { labels, sizes } = labelComponents(mask, (i) => mask.data[i] > 127);
  const data = mask.data.map((value, i) => (labels[i] > 0 && sizes[labels[i]] < speck ? 0 : value));
  const open = labelComponents(mask, (i) => data[i] <= 127);
  return {
    ...mask,
    data: data.map((value, i) => (value === 0 && open.sizes[open.labels[i]] < speck ? 255 : value)),
  };
}
