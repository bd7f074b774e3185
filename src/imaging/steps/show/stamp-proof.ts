import { drawProof } from '#imaging/overlays/proof.ts';
import type { ScreenState } from '#imaging/steps/state.ts';

/** Writes all over a picture that is for looking at only, in place. */
export async function stampProof(state: ScreenState): Promise<ScreenState> {
  const { proof } = state.screen;
  if (proof !== undefined) await drawProof(state.picture, proof);
  return state;
}
