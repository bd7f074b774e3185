/** A picture whose alpha is its object's, put onto the recipe's background. */
import type { Background } from '#domain/recipes/background.ts';
import { readMask } from '#imaging/cutout/mask-file.ts';
import type { Raw } from '#imaging/raw.ts';
import { backdropFor } from './backdrop.ts';
import { contactShadow } from './contact-shadow.ts';
import { withMatte } from './matte.ts';

/** Share of clear pixels from which a photo's own transparency is a cut-out. */
const LEAST_CLEAR = 0.02;

/** Where the object of a photo is known and the recipe has something to put behind it: the photo with alpha; null: it stays as it is. */
export async function cutFree(
  picture: Raw,
  { kind }: Background,
  maskPath: string | null,
  path: string | null,
): Promise<Raw | null> {
  if (kind === 'keep' || (kind === 'photo' && path === null)) return null;
  if (maskPath !== null) return withMatte(picture, await readMask(maskPath));
  return isCutAlready(picture) ? picture : null;
}

/** A photo that came with its background taken out. */
function isCutAlready({ data, channels }: Raw): boolean {
  if (channels === 3) return false;
  let clear = 0;
  for (let i = 3; i < data.length; i += 4) if ((data[i] as number) < 16) clear++;
  return clear > LEAST_CLEAR * (data.length / 4);
}

/** Opaque but for `transparent`, where the shadow stays half transparent too. */
export async function onBackground(object: Raw, background: Background, path: string | null): Promise<Raw> {
  const shadow = background.shadow === 0 ? null : await contactShadow(object);
  const strength = background.shadow / 100;
  const ground = await backdropFor(background, path, object);
  return ground === null ? shaded(object, shadow, strength) : laidOn(ground, object, shadow, strength);
}

/** In place on `ground`. */
function laidOn(ground: Raw, { data: from }: Raw, shadow: Uint8Array | null, strength: number): Raw {
  const { data } = ground;
  for (let i = 0, o = 0; i < from.length; i += 4, o += 3) {
    const alpha = (from[i + 3] as number) / 255;
    const light = 1 - (strength * (shadow?.[i >> 2] ?? 0)) / 255;
    for (let c = 0; c < 3; c++)
      data[o + c] = Math.round(
        (from[i + c] as number) * alpha + (data[o + c] as number) * light * (1 - alpha),
      );
  }
  return ground;
}

function shaded(object: Raw, shadow: Uint8Array | null, strength: number): Raw {
  if (shadow === null) return object;
  const data = Uint8Array.from(object.data);
  for (let i = 0; i < data.length; i += 4) {
    const alpha = (data[i + 3] as number) / 255;
    const dark = (strength * (shadow[i >> 2] as number)) / 255;
    const over = alpha + dark * (1 - alpha);
    if (over === 0) continue;
    for (let c = 0; c < 3; c++) data[i + c] = Math.round(((data[i + c] as number) * alpha) / over);
    data[i + 3] = Math.round(255 * over);
  }
  return { ...object, data };
}
