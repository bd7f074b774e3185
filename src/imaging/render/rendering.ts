/** From the framed, lit photo to the pixels of one file: cut, resize, sharpen, pad, overlays. */
import type { Background } from '#domain/recipes/background.ts';
import type { Pad, Rendition } from '#domain/recipes/outputs.ts';
import type { Placement } from '#domain/recipes/placement.ts';
import { ownGround } from '#imaging/background/backdrop.ts';
import { inScene } from '#imaging/background/scenes/in-scene.ts';
import { sharpen } from '#imaging/light/sharpen.ts';
import { drawOverlays, type Overlays } from '#imaging/overlays/overlays.ts';
import { gradient } from '#imaging/pixels/gradient.ts';
import {
  cropped,
  filled,
  flattened,
  type PixelBox,
  pasted,
  type Raw,
  type Rgb,
  rgbOf,
  type Size,
  withAlpha,
} from '#imaging/pixels/raw.ts';
import { stampOnto } from '#imaging/pixels/stamp.ts';
import { resized } from '#imaging/read/decode.ts';
import { pixelBox } from './framing.ts';
import { softlyPadded } from './soft-backdrop.ts';

const WHITE: Rgb = [255, 255, 255];
export interface Finish {
  readonly sharpenAmount: number;
  readonly overlays: Overlays;
  /** The recipe asks for no ground at all: what is padded stays clear where the file can be. */
  readonly isClear: boolean;
  /** The new background behind the object; null where the photo's own stayed. */
  readonly ground: Background | null;
  /** Its gradient goes from edge to edge of the file and not of the photo. */
  readonly isInLot: boolean;
  /** Where its object's light comes from in the photo; null where that is not known. */
  readonly light: number | null;
  /** The own picture that is to stand behind the object. */
  readonly groundPath: string | null;
  /** The last file of this framed picture, which may be used up for it. */
  readonly isLast: boolean;
}

/** A picture of its own: unless it is the last, `framed` is left as it is for the next rendition. */
export async function render(
  framed: Raw,
  { rendition, placement }: { rendition: Rendition; placement: Placement },
  finish: Finish,
): Promise<Raw> {
  const isClear = finish.isClear && rendition.format !== 'jpeg' && framed.channels === 4;
  const { x, y, canvas } = placement;
  const whole = await wholeGround(placement, rendition, finish);
  if (whole !== null) {
    const object = await cutOut(framed, placement, finish.isLast);
    stampOnto(whole, { x, y, ...placement.photo }, { stamp: object, left: 0, top: 0, opacity: 1 });
    const isFramed = finish.ground?.kind === 'gradient' && hasOwnMargins(rendition);
    return finishedWhole(whole, placement, {
      ...finish,
      shown: isFramed ? { x, y, ...placement.photo } : null,
    });
  }
  if (finish.ground?.kind === 'scene') {
    const object = await cutOut(framed, placement, finish.isLast);
    const scene = await inScene(object, finish.ground, { ...placement, light: finish.light });
    return finishedWhole(scene, placement, { ...finish, shown: null });
  }
  const bare = canvas.width === placement.photo.width && canvas.height === placement.photo.height;
  const photo = await cutOut(isClear ? framed : opaque(framed, rendition, bare), placement, finish.isLast);
  sharpen(photo, finish.sharpenAmount);
  const picture = bare
    ? photo
    : isClear
      ? pasted(nothing(canvas), photo, { x, y })
      : padded(photo, placement, { rendition, ground: finish.ground });
  // Where the new ground goes on there is no photo's edge to be seen: marks keep to the file's.
  const isOneGround = finish.ground !== null && rendition.pad !== 'colour';
  const shown = isOneGround ? { x: 0, y: 0, ...canvas } : { x, y, ...placement.photo };
  await drawOverlays(picture, shown, { overlays: finish.overlays, wide: placement.wide });
  return picture;
}

/** Behind the object all over the file; null where the framed picture has its ground already, and for a scene. */
async function wholeGround(
  placement: Placement,
  rendition: Rendition,
  { ground, isInLot, groundPath }: Finish,
): Promise<Raw | null> {
  const { canvas, photo, x, y } = placement;
  if (ground?.kind === 'photo' && groundPath !== null) return ownGround(groundPath, canvas);
  if (ground?.kind !== 'gradient' || !isInLot) return null;
  const tones = { top: rgbOf(ground.colour), bottom: rgbOf(ground.bottom) };
  if (!hasOwnMargins(rendition)) return gradient(canvas, tones, (row) => (row + 0.5) / canvas.height);
  const behind = cropped(gradientBeyond(placement, ground), { x, y, ...photo });
  return pasted(filled(canvas, rgbOf(rendition.padColour)), behind, { x, y });
}

/** A colour that was chosen for the margins ends at the photo's edge, where the new ground begins. */
export function hasOwnMargins({ fit, pad }: Rendition): boolean {
  return fit !== 'inside' && pad === 'colour';
}

/**
 * In place. A ground that covers the file from edge to edge is sharpened with the object, or the photo's frame would show. `shown`: where
 * marks keep to; null for all of it.
 */
async function finishedWhole(
  picture: Raw,
  { canvas, wide }: Placement,
  { sharpenAmount, overlays, shown }: Finish & { shown: PixelBox | null },
): Promise<Raw> {
  sharpen(picture, sharpenAmount);
  await drawOverlays(picture, shown ?? { x: 0, y: 0, ...canvas }, { overlays, wide });
  return picture;
}

/**
 * The photo as it came, where a file will show it. What the file is padded with is not the photo's: there is nothing. Beyond the photo a
 * `isFilled` file, a scene, shows ground all the same: a bare strip beside it would look like a photo that is out of place.
 */
export async function renderUntouched(framed: Raw, placement: Placement, isFilled: boolean): Promise<Raw> {
  const { canvas, x, y } = placement;
  const photo = await cutOut(flattened(framed, WHITE), placement, true);
  if (isFilled) return softlyPadded(photo, placement);
  return canvas.width === photo.width && canvas.height === photo.height
    ? photo
    : pasted(nothing(canvas), withAlpha(photo), { x, y });
}

/** Transparency is kept where the file can hold it and nothing is padded; else it becomes the pad's colour, never black. */
function opaque(framed: Raw, { fit, pad, padColour, format }: Rendition, bare: boolean): Raw {
  if (format !== 'jpeg' && fit !== 'contain' && bare) return framed;
  return flattened(framed, fit === 'contain' ? groundOf(pad, padColour) : WHITE);
}

function nothing({ width, height }: Size): Raw {
  return { data: new Uint8Array(width * height * 4), width, height, channels: 4 };
}

function groundOf(pad: Pad, colour: string): Rgb {
  return pad === 'colour' ? rgbOf(colour) : WHITE;
}

/** A copy unless it is the last: the next steps work in place. */
async function cutOut(framed: Raw, { cut, photo }: Placement, isLast: boolean): Promise<Raw> {
  const box = pixelBox(framed, cut);
  if (box.width === framed.width && box.height === framed.height) {
    const picture = await resized(framed, photo);
    return picture === framed && !isLast ? cropped(framed, box) : picture;
  }
  // Resampling for the sake of one rounded pixel would only blur.
  const spare = [box.width - photo.width, box.height - photo.height];
  return spare.every((n) => n === 0 || n === 1)
    ? cropped(framed, { ...box, ...photo })
    : resized(cropped(framed, box), photo);
}

/** A new background goes on beyond the photo, so that no bars show; a colour chosen for the margins comes before it. */
function padded(
  photo: Raw,
  placement: Placement,
  { rendition: { pad, padColour }, ground }: { rendition: Rendition; ground: Background | null },
): Raw {
  const { canvas, x, y } = placement;
  const on = (behind: Raw) => pasted(behind, photo, { x, y });
  if (pad === 'colour') return on(filled(canvas, rgbOf(padColour)));
  if (ground?.kind === 'colour') return on(filled(canvas, rgbOf(ground.colour)));
  if (ground?.kind === 'gradient') return on(gradientBeyond(placement, ground));
  if (pad === 'white' || ground !== null) return on(filled(canvas, WHITE));
  return softlyPadded(photo, placement);
}

function gradientBeyond({ canvas, cut, photo, y }: Placement, { colour, bottom }: Background): Raw {
  const share = (row: number) => cut.y + ((row + 0.5 - y) * cut.height) / photo.height;
  return gradient(canvas, { top: rgbOf(colour), bottom: rgbOf(bottom) }, share);
}
