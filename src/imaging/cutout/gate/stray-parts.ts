/** Ground that came along with an object: no edge parts it from the ground beside it. */
import { nearEdge } from '#imaging/cutout/edge.ts';
import type { Lab } from '#imaging/cutout/lab.ts';
import { floodFill, type Mask } from '#imaging/cutout/mask.ts';
import { toCoarse } from './coarse.ts';

/** ΔE to where the ground was left, all the way. */
const SAME = 4;
/** Share of the ground's mean lightness below which a tyre cannot be told from its shadow. */
const DARK = 0.6;

/** As a share of the object. */
export function strayParts(lab: Lab, mask: Mask): number {
  const { lab: coarse, object } = toCoarse(lab, mask);
  const near = nearEdge(object, 1);
  const reached = reachedFrom(coarse, (i) => object.data[i] === 0 && near[i] === 0);
  let [all, same] = [0, 0];
  for (let i = 0; i < reached.length; i++) {
    if (object.data[i] <= 127) continue;
    all++;
    same += reached[i];
  }
  return all === 0 ? 0 : same / all;
}

/** 1 for the ground and for all that it leads to without an edge, the dark left out. */
function reachedFrom({ l, a, b, width, height }: Lab, isGround: (index: number) => boolean): Uint8Array {
  const reached = new Uint8Array(l.length);
  /** For each place, the pixel at which the way to it left the ground. */
  const left = new Int32Array(l.length);
  const queue = new Int32Array(l.length);
  let count = 0;
  let light = 0;
  for (let i = 0; i < l.length; i++) {
    if (!isGround(i)) continue;
    reached[i] = 1;
    left[i] = i;
    queue[count++] = i;
    light += l[i];
  }
  const dark = (DARK * light) / count;
  const joins = (at: number, from: number) => {
    if (reached[at] !== 0 || l[at] < dark) return false;
    const ground = left[from];
    const off = Math.hypot(l[at] - l[ground], a[at] - a[ground], b[at] - b[ground]);
    if (off >= SAME) return false;
    reached[at] = 1;
    left[at] = ground;
    return true;
  };
  floodFill({ width, height }, { queue, count }, joins);
  return reached;
}
