import { objectOf } from '#imaging/deliver/object-facts.ts';
import type { PhotoState } from '#imaging/steps/state.ts';

/** Keeps the object's outline for the facts of the files: once a ground lies behind it, its alpha is gone. */
export function measureObject(state: PhotoState): PhotoState {
  return state.hasCutout ? { ...state, object: objectOf(state.picture) } : state;
}
