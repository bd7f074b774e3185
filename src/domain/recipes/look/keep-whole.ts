import { type Framing, toFramed } from '#domain/recipes/framing.ts';
import { boxAround, type Point, WHOLE } from '#domain/recipes/geometry.ts';
import { getCutSides, isCutOff } from './cut-sides.ts';

/** Share of a side between the object and the edge of its framed photo: enough for it not to count as cut off there. */
const AIR = 0.01;

/**
 * Returns the framing with as much beyond the straightened photo as its object needs: a scene shows nothing of the photo but that. Where
 * the photo itself, or the crop, cuts it off, the framing stays. `points`: around the object on the upright photo.
 */
export function keepObjectWhole(framing: Framing, points: readonly Point[]): Framing {
  const { crop } = framing;
  const isCropped = crop.width !== WHOLE.width || crop.height !== WHOLE.height;
  if (framing.angle === 0 || isCropped || isCutOff(getCutSides(boxAround(points)))) return framing;
  const box = boxAround(points.map((at) => toFramed(framing, at)));
  const [left, top] = [Math.min(0, box.x - AIR), Math.min(0, box.y - AIR)];
  const [right, bottom] = [Math.max(1, box.x + box.width + AIR), Math.max(1, box.y + box.height + AIR)];
  return { ...framing, crop: { x: left, y: top, width: right - left, height: bottom - top } };
}
