import { extractObject } from '#imaging/background/replace.ts';
import { pixelBox } from '#imaging/render/framing.ts';
import type { PhotoState } from '#imaging/steps/state.ts';

/**
 * Gives the photo its object's alpha; unchanged where the recipe keeps the ground or the object is unknown. Of a photo that is only
 * cropped the crop alone is cut out: a large one has no room for more.
 */
export async function removeBackground(state: PhotoState): Promise<PhotoState> {
  const {
    picture,
    request: { job, plan, quick },
  } = state;
  const { turn, angle, crop } = plan.framing;
  const isFramed = turn === 0 && angle === 0 && quick === null;
  const { width, height } = picture;
  const object = await extractObject(picture, plan.recipe.background, {
    maskPath: job.edits.maskPath,
    path: job.files.backgroundPath,
    box: isFramed ? pixelBox(picture, crop) : { x: 0, y: 0, width, height },
  });
  return object === null ? state : { ...state, picture: object, hasCutout: true, isFramed };
}
