import { applyLight, balanceFor } from '#imaging/light/light.ts';
import type { PhotoState } from '#imaging/steps/state.ts';

/** Adjusts light and colour, in place. */
export function adjustLight(state: PhotoState): PhotoState {
  const {
    job: { analysis, lotBalance },
    plan: {
      recipe: { light },
      detail,
    },
  } = state.request;
  const balance = balanceFor(light, analysis, lotBalance);
  applyLight(state.picture, light, { analysis, balance, detail });
  return state;
}
