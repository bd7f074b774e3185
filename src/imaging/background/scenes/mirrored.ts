/** Share of the object's height down to where a floor mirrors it. */
export const MIRRORED = 0.7;
/** How much stronger the image is where it touches, and over which share of the height that is lost. */
const TOUCHED = 0.7;
const NEARLY = 0.06;

/** How much of the look's mirror is left `away` from the ground line, in shares of the object's height. */
export function mirrored(away: number): number {
  return Math.max(0, 1 - away / MIRRORED) ** 1.5 + TOUCHED * Math.exp(-away / NEARLY);
}
