import { encodeForScreen } from '#imaging/deliver/encode.ts';
import type { ScreenState } from '#imaging/steps/state.ts';

const QUALITY = 80;

export async function encodeScreen(state: ScreenState): Promise<ScreenState> {
  return { ...state, bytes: await encodeForScreen(state.picture, QUALITY) };
}
