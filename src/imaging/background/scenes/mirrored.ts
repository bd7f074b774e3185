/** Share of the object's height down to where a floor mirrors it. */
export const MIRROR_DEPTH = 0.7;
/** How much stronger the image is where it touches, and over which share of the height that is lost. */
const TOUCH_GAIN = 0.7;
const TOUCH_DEPTH = 0.06;

/** How much of the look's mirror is left `away` from the ground line, in shares of the object's height. */
export function computeMirrorFade(away: number): number {
  return Math.max(0, 1 - away / MIRROR_DEPTH) ** 1.5 + TOUCH_GAIN * Math.exp(-away / TOUCH_DEPTH);
}
