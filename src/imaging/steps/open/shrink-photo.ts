import { resizeTo } from '#imaging/read/decode.ts';
import type { PhotoState } from '#imaging/steps/state.ts';

/** A moving slider has no time for the light of more pixels than it shows. */
export async function shrinkPhoto(state: PhotoState): Promise<PhotoState> {
  const shown = state.request.quick?.shown ?? null;
  return shown === null ? state : { ...state, picture: await resizeTo(state.picture, shown) };
}
