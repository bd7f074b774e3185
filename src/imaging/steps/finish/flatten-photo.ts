import type { Pad } from '#domain/recipes/outputs.ts';
import { flattenOnto, parseRgb, type Rgb } from '#imaging/pixels/raw.ts';
import { getFileGround, isClear } from '#imaging/render/file-ground.ts';
import type { FileState } from '#imaging/steps/state.ts';

const WHITE: Rgb = [255, 255, 255];

/** Transparency is kept where the file can hold it and nothing is padded; else it becomes the pad's colour, never black. */
export function flattenPhoto(state: FileState): FileState {
  const { fit, pad, padColour, format } = state.file.rendition;
  const { canvas, photo } = state.file.placement;
  const isBare = canvas.width === photo.width && canvas.height === photo.height;
  if (getFileGround(state) !== null || isClear(state)) return state;
  if (format !== 'jpeg' && fit !== 'contain' && isBare) return state;
  return {
    ...state,
    picture: flattenOnto(state.picture, fit === 'contain' ? toGround(pad, padColour) : WHITE),
  };
}

function toGround(pad: Pad, colour: string): Rgb {
  return pad === 'colour' ? parseRgb(colour) : WHITE;
}
