import type { Background } from '#domain/recipes/background.ts';
import { hasOwnMargins } from '#domain/recipes/look/place-photo.ts';
import { ownGround } from '#imaging/background/backdrop.ts';
import { inScene } from '#imaging/background/scenes/in-scene.ts';
import { createGradient } from '#imaging/pixels/gradient.ts';
import { createFilled, cropToBox, parseRgb, pasteOnto, type Raw } from '#imaging/pixels/raw.ts';
import { stampOnto } from '#imaging/pixels/stamp.ts';
import { extendGradient, getFileGround } from '#imaging/render/file-ground.ts';
import type { FileRequest, FileState } from '#imaging/steps/state.ts';

/** Puts the object on a ground that covers the file from edge to edge. */
export async function layFileGround(state: FileState): Promise<FileState> {
  const { picture: object, light, file } = state;
  const { placement } = file;
  const ground = getFileGround(state);
  if (ground === null) return state;
  if (ground.kind === 'scene')
    return { ...state, picture: await inScene(object, ground, { ...placement, light }) };
  const { backgroundPath } = state.request.job.files;
  const picture =
    ground.kind === 'photo' && backgroundPath !== null
      ? await ownGround(backgroundPath, placement.canvas)
      : drawGradient(file, ground);
  const { x, y, photo } = placement;
  stampOnto(picture, { x, y, ...photo }, { stamp: object, left: 0, top: 0, opacity: 1 });
  return { ...state, picture };
}

function drawGradient({ placement, rendition }: FileRequest, ground: Background): Raw {
  const { canvas, photo, x, y } = placement;
  const tones = { top: parseRgb(ground.colour), bottom: parseRgb(ground.bottom) };
  if (!hasOwnMargins(rendition)) return createGradient(canvas, tones, (row) => (row + 0.5) / canvas.height);
  const behind = cropToBox(extendGradient(placement, ground), { x, y, ...photo });
  return pasteOnto(createFilled(canvas, parseRgb(rendition.padColour)), behind, { x, y });
}
