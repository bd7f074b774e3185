import type { PhotoState } from '#imaging/steps/state.ts';

/** The upright photo as sRGB bytes. Where they come from is the caller's: a file, the copy kept for previews, a visitor's upload. */
export async function decodePhoto(state: PhotoState): Promise<PhotoState> {
  return { ...state, picture: await state.request.read() };
}
