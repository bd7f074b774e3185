/**
 * Places between an object and its floor that no light reaches: the dark under a body, and the line where it touches. On the small copy.
 */
import { roundedEnds } from '#imaging/background/ground-line.ts';
import { blurPlane } from '#imaging/pixels/blur.ts';
import { clampToUnit } from '#imaging/pixels/unit.ts';
import type { FarFoot } from './far-feet.ts';
import type { Look } from './looks.ts';
import { computeMirrorFade } from './mirrored.ts';
import { meanSide, type Stance } from './stance.ts';

/**
 * Heights over the floor, in shares of the mean of its sides: up to the first a body leaves hardly any light, from the second on it takes
 * none.
 */
const HANGS = { dark: 0.13, gone: 0.2 };
/** Softness of the dark under a body, as a share of the object's shorter side. */
const SOFT = 0.04;
/**
 * The line where it touches, and the dark around that. `over`: height over the floor up to which it touches, a share of the mean of its
 * sides; `file` and `object`: over what it fades, a share of the file's height and of the object's shorter side.
 */
const TOUCH = [
  { over: 0.02, file: 0.0035, object: 0 },
  { over: 0.05, file: 0, object: 0.035 },
] as const;

/** Returns the rows over the ground line above which nothing is left of the dark under the object. */
export function darkAbove(stance: Stance): number {
  const { box } = stance;
  return HANGS.gone * meanSide(stance) + 5 * SOFT * Math.min(box.width, box.height);
}

/**
 * Darkens what hardly any light reaches: under the body, up to the line that it stands on, and behind it as far as it hides that. A floor
 * that is a mirror shows the dark underside too, so that the image begins right at the object.
 */
export function buildUnderBodyShade(stance: Stance, { mirror }: Look, top: number): Float32Array {
  const { small, foot, line, box } = stance;
  const { data, width } = small;
  const size = { width, height: small.height - top };
  const plane = new Float32Array(size.width * size.height);
  const soft = SOFT * Math.min(box.width, box.height);
  const depth = roundedEnds(line, box.x, box.x + box.width);
  const side = meanSide(stance);
  const thick = (x: number) => {
    let row = Math.floor(foot[x]);
    while (row >= 0 && foot[x] - row < 2 * soft && data[(row * width + x) * 4 + 3] > 127) row--;
    return foot[x] - row;
  };
  for (let x = box.x; x < box.x + box.width; x++) {
    if (foot[x] < 0) continue;
    const ground = line.rows[x];
    const hangs = ground - foot[x];
    const dark = clampToUnit((HANGS.gone - hangs / side) / (HANGS.gone - HANGS.dark));
    const near = foot[x] + hangs * depth(x);
    const begin = Math.max(top, Math.round(foot[x] - thick(x)));
    for (let y = begin; y <= Math.min(small.height - 1, ground + hangs); y++) {
      if (y <= near) plane[(y - top) * width + x] = dark;
      else if (y >= 2 * ground - near)
        plane[(y - top) * width + x] = dark * mirror * computeMirrorFade((y - ground) / box.height);
    }
  }
  return blurPlane(plane, size, soft);
}

/**
 * Darkens the place where a tyre or a sole touches: narrow and nearly black, with a softer band around it. What is a little over the floor
 * darkens it less.
 */
export function touchLines(stance: Stance, feet: readonly FarFoot[], top: number): Float32Array[] {
  const { small, foot, line, box } = stance;
  const { width } = small;
  const size = { width, height: small.height - top };
  const ground = line.rows.slice();
  for (const { first, last, bottom } of feet) ground.fill(bottom, first, last + 1);
  return TOUCH.map(({ over, file, object }) => {
    const plane = new Float32Array(size.width * size.height);
    const touches = Math.max(1.5, over * meanSide(stance));
    const fades = Math.max(1, file * small.height, object * Math.min(box.width, box.height));
    for (let x = box.x; x < box.x + box.width; x++) {
      const near = 1 - (ground[x] - foot[x]) / touches;
      if (foot[x] < 0 || near <= 0) continue;
      const end = ground[x] + 1 + 0.5 * fades;
      for (let y = Math.max(top, Math.floor(foot[x] - 4 * fades)); y < Math.min(small.height, end); y++)
        plane[(y - top) * width + x] = Math.sqrt(near) * Math.min(1, end - y);
    }
    return blurPlane(plane, size, 0.5 * fades);
  });
}
