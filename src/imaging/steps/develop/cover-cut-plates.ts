import { coverPlates } from '#imaging/plates/paint/cover.ts';
import { LEFT, WHOLE } from '#imaging/render/plates-left.ts';
import { getPlateCover, type PhotoState } from '#imaging/steps/state.ts';

/**
 * Covers, in place, the plates that are mostly beside the object. No part of a cover lies beside the object: there it would hang in the
 * air.
 */
export async function coverCutPlates(state: PhotoState): Promise<PhotoState> {
  const { picture, plates } = state;
  const cut = plates.filter(({ left }) => left > LEFT && left < WHOLE).map(({ quad }) => quad);
  if (cut.length === 0) return state;
  const { data, channels } = picture;
  const alpha = Uint8Array.from({ length: data.length / channels }, (_, i) => data[(i + 1) * channels - 1]);
  await coverPlates(picture, cut, getPlateCover(state));
  for (const [i, value] of alpha.entries()) data[(i + 1) * channels - 1] = value;
  return state;
}
