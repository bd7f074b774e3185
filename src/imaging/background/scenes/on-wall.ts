/** The shadow of what hangs on the scene's wall, or lies on it and was photographed from above: its own outline, a little lower. */
import { blurPlane } from '#imaging/pixels/blur.ts';
import type { OnGround } from './on-floor.ts';
import { meanSide, type Stance } from './stance.ts';

/**
 * Shares of the mean of the object's sides: how far down and away from the light each of them falls, how soft it is; its strength. None is so soft
 * that it comes out on the lit side.
 */
const SHADOWS = [
  { down: 0.006, aside: 0.006, soft: 0.004, strength: 0.5 },
  { down: 0.022, aside: 0.024, soft: 0.014, strength: 0.5 },
  { down: 0.055, aside: 0.06, soft: 0.036, strength: 0.5 },
] as const;
/** Of something long and thin no more than this many of its shorter sides count. */
const THIN = 2.2;
/** Of `aside`: as a drawing has it, to the right, where nothing is known of the light; and where it is hardly known. */
const ASIDE = { unknown: 0.75, least: 0.85 };

/** `strength`: 0–1, of the shadow. */
export function onWall(stance: Stance, strength: number): OnGround {
  const { small, box, light } = stance;
  const { data, width, height } = small;
  const side = Math.min(meanSide(stance), THIN * Math.min(box.width, box.height));
  const shadow = new Float32Array(width * height);
  const away =
    light === 0 ? ASIDE.unknown : -Math.sign(light) * (ASIDE.least + (1 - ASIDE.least) * Math.abs(light));
  for (const { down, aside, soft, strength: own } of SHADOWS) {
    const right = Math.round(away * aside * side);
    const below = Math.round(down * side);
    const outline = new Float32Array(width * height);
    for (let y = below, i = below * width; y < height; y++) {
      for (let x = 0; x < width; x++, i++) {
        const from = x - right;
        if (from >= 0 && from < width) outline[i] = data[((y - below) * width + from) * 4 + 3] / 255;
      }
    }
    const plane = blurPlane(outline, { width, height }, soft * side);
    for (let i = 0; i < shadow.length; i++) shadow[i] = 1 - (1 - shadow[i]) * (1 - strength * own * plane[i]);
  }
  return { top: 0, mirror: [], shadow };
}
