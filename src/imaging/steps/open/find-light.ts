import { photoLight } from '#imaging/background/scenes/light.ts';
import type { PhotoState } from '#imaging/steps/state.ts';

/** Finds the side from which the object is lit: a scene lights it from there too. */
export async function findLight(state: PhotoState): Promise<PhotoState> {
  const { job, plan } = state.request;
  const at = { maskPath: job.edits.maskPath, turn: plan.framing.turn };
  return { ...state, light: await photoLight(state.picture, plan.recipe.background, at) };
}
