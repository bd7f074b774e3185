/** The shadow of what hangs on the scene's wall, or lies on it and was photographed from above: its own outline, a little lower. */
import { blurred } from '#imaging/pixels/blur.ts';
import type { OnGround } from './on-floor.ts';
import type { Stance } from './stance.ts';

/** Shares of the object's shorter side: how far down and away from the light each of the two falls, how soft it is; its strength. */
const SHADOWS = [
  { down: 0.006, aside: 0.004, soft: 0.008, strength: 0.4 },
  { down: 0.035, aside: 0.03, soft: 0.035, strength: 0.45 },
] as const;
/** Where nothing is known of the light it comes from above and a little from the left, as in most drawings. */
const USUAL_LIGHT = -0.4;

/** `strength`: 0–1, of the shadow. */
export function onWall({ small, box, light }: Stance, strength: number): OnGround {
  const { data, width, height } = small;
  const short = Math.min(box.width, box.height);
  const shadow = new Float32Array(width * height);
  for (const { down, aside, soft, strength: own } of SHADOWS) {
    const right = Math.round(-(light || USUAL_LIGHT) * aside * short);
    const below = Math.round(down * short);
    const outline = new Float32Array(width * height);
    for (let y = below, i = below * width; y < height; y++) {
      for (let x = 0; x < width; x++, i++) {
        const from = x - right;
        if (from >= 0 && from < width) outline[i] = data[((y - below) * width + from) * 4 + 3] / 255;
      }
    }
    const plane = blurred(outline, { width, height }, soft * short);
    for (let i = 0; i < shadow.length; i++) shadow[i] = 1 - (1 - shadow[i]) * (1 - strength * own * plane[i]);
  }
  return { top: 0, mirror: [], shadow };
}
