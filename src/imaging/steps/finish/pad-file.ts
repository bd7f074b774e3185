import { createFilled, parseRgb, pasteOnto, type Raw, type Size } from '#imaging/pixels/raw.ts';
import { extendGradient, isClear } from '#imaging/render/file-ground.ts';
import { softlyPadded } from '#imaging/render/soft-backdrop.ts';
import { type FileState, getNewGround } from '#imaging/steps/state.ts';

/** What the file has beyond the photo. */
export function padFile(state: FileState): FileState {
  const { canvas } = state.file.placement;
  const { width, height } = state.picture;
  if (width === canvas.width && height === canvas.height) return state;
  return { ...state, picture: buildPadded(state) };
}

/** A new ground goes on beyond the photo, so that no bars show; a colour chosen for the margins comes before it. */
function buildPadded(state: FileState): Raw {
  const {
    picture,
    file: { placement, rendition },
  } = state;
  const ground = getNewGround(state);
  const on = (behind: Raw) => pasteOnto(behind, picture, placement);
  if (isClear(state)) return on(buildClear(placement.canvas));
  if (rendition.pad === 'colour') return on(createFilled(placement.canvas, parseRgb(rendition.padColour)));
  if (ground?.kind === 'colour') return on(createFilled(placement.canvas, parseRgb(ground.colour)));
  if (ground?.kind === 'gradient') return on(extendGradient(placement, ground));
  if (rendition.pad === 'white' || ground !== null)
    return on(createFilled(placement.canvas, [255, 255, 255]));
  return softlyPadded(picture, placement);
}

/** Four channels, nothing in them. */
export function buildClear({ width, height }: Size): Raw {
  return { data: new Uint8Array(width * height * 4), width, height, channels: 4 };
}
