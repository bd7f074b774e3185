import { flattenOnto, pasteOnto, withAlpha } from '#imaging/pixels/raw.ts';
import { softlyPadded } from '#imaging/render/soft-backdrop.ts';
import type { FileState } from '#imaging/steps/state.ts';
import { cropTo } from './crop-to-file.ts';
import { buildClear } from './pad-file.ts';

/**
 * The photo as it came, where a file will show it. What the file is padded with is not the photo's: there is nothing. Beyond the photo a
 * scene shows ground all the same: a bare strip beside it would look like a photo that is out of place.
 */
export async function showUntouched(state: FileState): Promise<FileState> {
  const {
    request: { job, plan },
    file: { placement },
  } = state;
  const { canvas } = placement;
  const photo = await cropTo(flattenOnto(state.picture, [255, 255, 255]), placement, true);
  if (plan.recipe.background.kind === 'scene' && job.edits.maskPath !== null)
    return { ...state, picture: softlyPadded(photo, placement) };
  const isBare = canvas.width === photo.width && canvas.height === photo.height;
  return { ...state, picture: isBare ? photo : pasteOnto(buildClear(canvas), withAlpha(photo), placement) };
}
