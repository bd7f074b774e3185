import { encodeImage } from '#imaging/deliver/encode.ts';
import { encodeWithin } from '#imaging/deliver/target-size.ts';
import { getSourceType } from '#imaging/read/source-type.ts';
import { type DeliveryState, getNewGround } from '#imaging/steps/state.ts';

/** The file's bytes within its target size; with a new ground they say what made it. */
export async function encodeFile(state: DeliveryState): Promise<DeliveryState> {
  const ground = getNewGround(state);
  const sourceType = ground === null ? null : getSourceType(ground);
  const encoded = await encodeWithin(state.picture, state.file.rendition, (raw, encoder, { quality }) =>
    encodeImage(raw, encoder, { quality, sourceType }),
  );
  return { ...state, encoded };
}
