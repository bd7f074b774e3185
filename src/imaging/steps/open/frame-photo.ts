import { type Framing, turnedSize } from '#domain/recipes/framing.ts';
import type { Size } from '#domain/recipes/geometry.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { applyFraming, pixelBox, resampleFramed } from '#imaging/render/framing.ts';
import type { PhotoState } from '#imaging/steps/state.ts';

/** Turned, straightened and cropped. */
export function framePhoto(state: PhotoState): PhotoState {
  const {
    picture,
    isFramed,
    request: { plan, quick },
  } = state;
  if (isFramed) return state;
  const frame = quick === null ? applyFraming : frameQuickly;
  return { ...state, picture: frame(picture, plan.framing, quick?.exact ?? picture) };
}

/** A crop in the place to which the picture at rest (`exact`, upright) rounds it: else it would jump by a pixel when it comes. */
function frameQuickly(upright: Raw, framing: Framing, exact: Size): Raw {
  const { crop, turn, angle } = framing;
  if (angle !== 0 || (crop.width === 1 && crop.height === 1)) return applyFraming(upright, framing);
  const whole = turnedSize(exact, turn);
  const { x, y, width, height } = pixelBox(whole, crop);
  return resampleFramed(upright, {
    ...framing,
    crop: {
      x: x / whole.width,
      y: y / whole.height,
      width: width / whole.width,
      height: height / whole.height,
    },
  });
}
