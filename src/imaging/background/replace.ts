/** Puts a picture whose alpha is its object's onto the recipe's background. */
import { type Background, hasClearWindows } from '#domain/recipes/background.ts';
import { readMask, shrinkMask } from '#imaging/cutout/mask-file.ts';
import { MASK_SIDE } from '#imaging/cutout/segmenter.ts';
import { cropUnlessWhole, type PixelBox, type Raw } from '#imaging/pixels/raw.ts';
import { type Backdrop, backdropFor } from './backdrop.ts';
import { contactShadow } from './contact-shadow.ts';
import { withMatte } from './matte.ts';
import { clearWindows } from './windows/glass.ts';

/** Share of clear pixels from which a photo's own transparency is a cut-out. */
const LEAST_CLEAR = 0.02;
const ROWS = 64;

/** Returns the box of the photo with its object's alpha; null when the object is unknown or the recipe keeps the background. */
export async function extractObject(
  picture: Raw,
  background: Background,
  { maskPath, path, box }: { maskPath: string | null; path: string | null; box: PixelBox },
): Promise<Raw | null> {
  const { kind } = background;
  if (kind === 'keep' || (kind === 'photo' && path === null)) return null;
  if (maskPath !== null) {
    const mask = await readMask(maskPath);
    const object = await withMatte(picture, mask, box);
    // Panes are found in as many pixels as ever.
    if (hasClearWindows(background))
      await clearWindows(object, { picture, mask: await shrinkMask(mask, MASK_SIDE), box });
    return object;
  }
  return isCutAlready(picture) ? cropUnlessWhole(picture, box) : null;
}

/** True for a photo that came with its background taken out. */
export function isCutAlready({ data, channels }: Raw): boolean {
  if (channels === 3) return false;
  let clear = 0;
  for (let i = 3; i < data.length; i += 4) if (data[i] < 16) clear++;
  return clear > LEAST_CLEAR * (data.length / 4);
}

/**
 * Puts the object on its background; may use the object's pixels up. The picture is opaque, but on no ground and on an own picture the
 * shadow stays half transparent. A scene belongs to the file: the object comes back as it is. So does a gradient where `isInLot`, and the
 * object is on no ground.
 */
export async function onBackground(object: Raw, background: Background, isInLot = false): Promise<Raw> {
  if (background.kind === 'scene') return object;
  const shadow = background.shadow === 0 ? null : await contactShadow(object);
  const strength = background.shadow / 100;
  const backdrop = isInLot && background.kind === 'gradient' ? null : backdropFor(background, object);
  return backdrop === null
    ? compositeShadow(object, shadow, strength)
    : laidOn(backdrop, object, { shadow, strength });
}

/** Works in place: three channels take the front of the four channels' bytes. */
function laidOn(
  backdrop: Backdrop,
  object: Raw,
  { shadow, strength }: { shadow: Uint8Array | null; strength: number },
): Raw {
  const { data, width, height } = object;
  for (let top = 0, i = 0, o = 0; top < height; top += ROWS) {
    const ground = backdrop(top, Math.min(ROWS, height - top)).data;
    for (let g = 0; g < ground.length; g += 3, i += 4, o += 3) {
      const alpha = data[i + 3] / 255;
      const light = 1 - (strength * (shadow?.[i >> 2] ?? 0)) / 255;
      for (let c = 0; c < 3; c++)
        data[o + c] = Math.round(data[i + c] * alpha + ground[g + c] * light * (1 - alpha));
    }
  }
  return { data: data.subarray(0, width * height * 3), width, height, channels: 3 };
}

function compositeShadow(object: Raw, shadow: Uint8Array | null, strength: number): Raw {
  if (shadow === null) return object;
  const { data } = object;
  for (let i = 0; i < data.length; i += 4) {
    const alpha = data[i + 3] / 255;
    const dark = (strength * shadow[i >> 2]) / 255;
    const over = alpha + dark * (1 - alpha);
    if (over === 0) continue;
    for (let c = 0; c < 3; c++) data[i + c] = Math.round((data[i + c] * alpha) / over);
    data[i + 3] = Math.round(255 * over);
  }
  return object;
}
