import { isCutAlready } from '#imaging/background/replace.ts';
import { shrinkAlphaToMask } from '#imaging/deliver/object-facts.ts';
import type { PhotoState } from '#imaging/steps/state.ts';

/** Keeps what the files say of the object: once a ground lies behind it, its alpha is gone. */
export function measureObject(state: PhotoState): PhotoState {
  if (state.hasCutout) return { ...state, object: shrinkAlphaToMask(state.picture) };
  return { ...state, isClear: isCutAlready(state.picture) };
}
