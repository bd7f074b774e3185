/** Finds noise in what a model answers: weights rounded too far see things on an even wall. */

/** Mean difference between neighbouring shares on even ground. Sound models have a millionth, eight-bit IS-Net has 0.017. */
const MOST_GRAIN = 0.002;
/** Share of even ground that is taken for object. Sound models have none, eight-bit IS-Net has 5 %. */
const MOST_STRAY = 0.002;
/** Radius around the middle, as a share of the side, outside of which the disc's wall is even: the disc and a wide seam. */
const DISC = 0.33;

/** Returns a sentence for the operator about an answer to the disc; null where the wall came back even. */
export function describeNoise(plane: Float32Array, side: number): string | null {
  let [ground, steps, stray] = [0, 0, 0];
  for (let y = 0; y < side - 1; y++) {
    for (let x = 0; x < side - 1; x++) {
      if (Math.hypot(x / side - 0.5, y / side - 0.5) < DISC) continue;
      const at = y * side + x;
      const share = plane[at];
      ground++;
      steps += (Math.abs(share - plane[at + 1]) + Math.abs(share - plane[at + side])) / 2;
      if (share > 0.5) stray++;
    }
  }
  const [grain, taken] = [steps / ground, stray / ground];
  if (grain <= MOST_GRAIN && taken <= MOST_STRAY) return null;
  return `it leaves noise on the even ground of the test picture (${(100 * taken).toFixed(1)} % of it taken for object, grain ${grain.toFixed(3)}): its masks would have specks`;
}
