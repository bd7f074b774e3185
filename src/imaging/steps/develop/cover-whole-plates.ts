import { coverPlates } from '#imaging/plates/paint/cover.ts';
import { WHOLE } from '#imaging/render/plates-left.ts';
import { getPlateCover, type PhotoState } from '#imaging/steps/state.ts';

/** Covers all other plates, in place: over the new ground, so that a cover is whole where the cut-out took a bite of the plate. */
export async function coverWholePlates(state: PhotoState): Promise<PhotoState> {
  const whole = state.plates.filter(({ left }) => left >= WHOLE).map(({ quad }) => quad);
  await coverPlates(state.picture, whole, getPlateCover(state));
  return state;
}
