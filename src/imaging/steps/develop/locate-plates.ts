import { quadToFramed } from '#domain/recipes/framing.ts';
import { shareLeft } from '#imaging/render/plates-left.ts';
import type { PhotoState } from '#imaging/steps/state.ts';

/** Finds where the plates are on the framed photo, and how much of each is left on the object while its alpha tells. */
export function locatePlates(state: PhotoState): PhotoState {
  const {
    picture,
    hasCutout,
    request: { job, plan },
  } = state;
  const plates = job.edits.plates.map((plate) => {
    const quad = quadToFramed(plan.framing, plate);
    return { plate, quad, left: hasCutout ? shareLeft(picture, quad) : 1 };
  });
  return { ...state, plates };
}
