import { hasOwnMargins } from '#domain/recipes/look/place-photo.ts';
import { drawOverlays, type Overlays, pickOverlays } from '#imaging/overlays/overlays.ts';
import type { PixelBox } from '#imaging/pixels/raw.ts';
import { getFileGround } from '#imaging/render/file-ground.ts';
import { type FileState, getNewGround } from '#imaging/steps/state.ts';

/** Draws frame, logo or text, and badge, in place; nothing where the output forbids them. */
export async function drawMarks(state: FileState): Promise<FileState> {
  const { picture, file } = state;
  const overlays = getOverlays(state);
  await drawOverlays(picture, getMarkedBox(state), { overlays, wide: file.placement.wide });
  return state;
}

export function getOverlays({ request: { job, plan }, file }: FileState): Overlays {
  return pickOverlays(plan.recipe, file.overlays, job.files.logoPath);
}

/** Returns the photo's box, which marks keep to, or the file's where a new ground goes on and no edge of the photo is seen. */
function getMarkedBox(state: FileState): PixelBox {
  const {
    placement: { canvas, photo, x, y },
    rendition,
  } = state.file;
  const whole = getFileGround(state);
  const isEdgeSeen =
    whole === null
      ? getNewGround(state) === null || rendition.pad === 'colour'
      : whole.kind === 'gradient' && hasOwnMargins(rendition);
  return isEdgeSeen ? { x, y, ...photo } : { x: 0, y: 0, ...canvas };
}
