import type { PhotoState } from '#imaging/steps/state.ts';

/**
 * Reads the upright photo as sRGB bytes. The caller says where they come from: a file, the copy kept for previews, a visitor's upload.
 * Throws what that read throws.
 */
export async function decodePhoto(state: PhotoState): Promise<PhotoState> {
  return { ...state, picture: await state.request.read() };
}
