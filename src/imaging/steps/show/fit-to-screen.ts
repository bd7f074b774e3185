import { flattenOnto } from '#imaging/pixels/raw.ts';
import { fitWithin } from '#imaging/read/decode.ts';
import type { ScreenState } from '#imaging/steps/state.ts';

/** No larger than it is shown. */
export async function fitToScreen(state: ScreenState): Promise<ScreenState> {
  const { picture, screen } = state;
  const shown = screen.isOpaque ? flattenOnto(picture, [255, 255, 255]) : picture;
  return { ...state, picture: await fitWithin(shown, screen.side) };
}
