import type { Placement } from '#domain/recipes/placement.ts';
import { cropToBox, type Raw } from '#imaging/pixels/raw.ts';
import { resizeTo } from '#imaging/read/decode.ts';
import { pixelBox } from '#imaging/render/framing.ts';
import type { FileState } from '#imaging/steps/state.ts';

/** The part of the framed picture that the file shows, at its size there. */
export async function cropToFile(state: FileState): Promise<FileState> {
  const { picture, file } = state;
  return { ...state, picture: await cropTo(picture, file.placement, file.isLast) };
}

/** A copy unless it is the last: the next steps work in place. */
export async function cropTo(framed: Raw, { cut, photo }: Placement, isLast: boolean): Promise<Raw> {
  const box = pixelBox(framed, cut);
  if (box.width === framed.width && box.height === framed.height) {
    const picture = await resizeTo(framed, photo);
    return picture === framed && !isLast ? cropToBox(framed, box) : picture;
  }
  // Resampling for the sake of one rounded pixel would only blur.
  const spare = [box.width - photo.width, box.height - photo.height];
  return spare.every((n) => n === 0 || n === 1)
    ? cropToBox(framed, { ...box, ...photo })
    : resizeTo(cropToBox(framed, box), photo);
}
