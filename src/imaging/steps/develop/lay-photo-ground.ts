import { onBackground } from '#imaging/background/replace.ts';
import { getNewGround, type PhotoState } from '#imaging/steps/state.ts';

/** Puts the object, with its shadow, on the ground that goes with the photo. A ground that goes with the file comes later. */
export async function layPhotoGround(state: PhotoState): Promise<PhotoState> {
  const ground = getNewGround(state);
  if (ground === null) return state;
  return { ...state, picture: await onBackground(state.picture, ground, state.request.plan.isInLot) };
}
