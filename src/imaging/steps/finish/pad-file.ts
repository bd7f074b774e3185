import { filled, pasted, type Raw, rgbOf, type Size } from '#imaging/pixels/raw.ts';
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
  const on = (behind: Raw) => pasted(behind, picture, placement);
  if (isClear(state)) return on(buildClear(placement.canvas));
  if (rendition.pad === 'colour') return on(filled(placement.canvas, rgbOf(rendition.padColour)));
  if (ground?.kind === 'colour') return on(filled(placement.canvas, rgbOf(ground.colour)));
  if (ground?.kind === 'gradient') return on(extendGradient(placement, ground));
  if (rendition.pad === 'white' || ground !== null) return on(filled(placement.canvas, [255, 255, 255]));
  return softlyPadded(picture, placement);
}

/** Four channels, nothing in them. */
export function buildClear({ width, height }: Size): Raw {
  return { data: new Uint8Array(width * height * 4), width, height, channels: 4 };
}
