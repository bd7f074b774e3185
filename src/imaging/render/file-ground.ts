/** Which ground a file has behind its object, where that goes on beyond the photo. */
import type { Background } from '#domain/recipes/background.ts';
import type { Placement } from '#domain/recipes/placement.ts';
import { createGradient } from '#imaging/pixels/gradient.ts';
import { parseRgb, type Raw } from '#imaging/pixels/raw.ts';
import { type FileState, getNewGround } from '#imaging/steps/state.ts';

/** A scene, an own picture or a batch's gradient goes from edge to edge of the file; null where the framed picture has its ground already. */
export function getFileGround(state: FileState): Background | null {
  const ground = getNewGround(state);
  const { job, plan } = state.request;
  const isOfFile =
    ground?.kind === 'scene' ||
    (ground?.kind === 'photo' && job.files.backgroundPath !== null) ||
    (ground?.kind === 'gradient' && plan.isInLot);
  return isOfFile ? ground : null;
}

/** The recipe asks for no ground at all, and the file can be clear. */
export function isClear(state: FileState): boolean {
  const { picture, file } = state;
  const isAsked = getNewGround(state)?.kind === 'transparent';
  return isAsked && file.rendition.format !== 'jpeg' && picture.channels === 4;
}

/** The photo's gradient over all of the file. */
export function extendGradient({ canvas, cut, photo, y }: Placement, { colour, bottom }: Background): Raw {
  const share = (row: number) => cut.y + ((row + 0.5 - y) * cut.height) / photo.height;
  return createGradient(canvas, { top: parseRgb(colour), bottom: parseRgb(bottom) }, share);
}
