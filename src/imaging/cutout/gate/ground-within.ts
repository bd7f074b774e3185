/** Ground within the mask: between spokes, under a handle, where no edge of the mask shows it. */
import { nearEdge } from '#imaging/cutout/edge.ts';
import type { Lab } from '#imaging/cutout/lab.ts';
import { labelComponents, type Mask } from '#imaging/cutout/mask.ts';
import { computePalette } from '#imaging/cutout/palette.ts';
import { toCoarse } from './coarse.ts';

/** In √ of the object's area: so far around it the ground is looked at. */
const REACH = 0.25;
/** ΔE to one of the ground's colours. */
const SAME = 4;

/** Shares of the object that have the colours of the ground around it: all such places, and the largest. */
export function groundWithin(lab: Lab, mask: Mask): { all: number; largest: number } {
  const { lab: coarse, object: means } = toCoarse(lab, mask);
  const object: Mask = { ...means, data: means.data.map((value) => (value > 127 ? 255 : 0)) };
  const edge = nearEdge(object, 1);
  const area = object.data.reduce((sum, value) => sum + (value >> 7), 0);
  const around = nearEdge(object, Math.max(4, Math.round(REACH * Math.sqrt(area))));
  const isWithin = (i: number) => object.data[i] !== 0 && edge[i] === 0;
  const ground: number[] = [];
  around.forEach((isAround, i) => {
    if (isAround === 1 && object.data[i] === 0 && edge[i] === 0) ground.push(i);
  });
  const palette = computePalette(coarse, ground);
  const isGround = (i: number) =>
    palette.some(({ l, a, b }) => Math.hypot(coarse.l[i] - l, coarse.a[i] - a, coarse.b[i] - b) < SAME);
  const { sizes } = labelComponents(object, (i) => isWithin(i) && isGround(i));
  const all = sizes.reduce((sum, size) => sum + size, 0);
  return { all: all / Math.max(1, area), largest: Math.max(...sizes) / Math.max(1, area) };
}
