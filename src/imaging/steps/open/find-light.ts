import { photoLight } from '#imaging/background/scenes/light.ts';
import type { PhotoState } from '#imaging/steps/state.ts';

/** Finds the side from which the object is lit: a scene shows it so too. */
export async function findLight(state: PhotoState): Promise<PhotoState> {
  const { job, plan } = state.request;
  const { background } = plan.recipe;
  const at = { maskPath: job.edits.maskPath, turn: plan.framing.turn };
  return {
    ...state,
    light: await photoLight(state.picture, background, at),
  };
}
