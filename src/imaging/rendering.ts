/** From the framed, lit photo to the pixels of one file: cut, resize, sharpen, pad, overlays. */
import type { OutputFormat, Pad, Rendition } from '#domain/recipes/outputs.ts';
import type { Placement } from '#domain/recipes/placement.ts';
import { resized } from './decode.ts';
import { pixelBox } from './framing.ts';
import { sharp } from './hardened-sharp.ts';
import { drawOverlays, type Overlays } from './overlays.ts';
import { cropped, filled, flattened, pasted, type Raw, type Rgb, rgbOf, type Size } from './raw.ts';
import { sharpen } from './sharpen.ts';

const WHITE: Rgb = [255, 255, 255];
/** Long side of the picture that a blurred backdrop is made from: fixed, so the blur is the same at every size. */
const BACKDROP_SIDE = 48;

export interface Finish {
  readonly sharpenAmount: number;
  readonly overlays: Overlays;
  /** The recipe asks for no ground at all: what is padded stays clear where the file can be. */
  readonly isClear: boolean;
}

/** A picture of its own: `framed` is left as it is for the next rendition. */
export async function render(
  framed: Raw,
  rendition: Rendition,
  placement: Placement,
  finish: Finish,
): Promise<Raw> {
  const isClear = finish.isClear && rendition.format !== 'jpeg' && framed.channels === 4;
  const photo = await cutOut(isClear ? framed : opaque(framed, rendition, rendition.format), placement);
  sharpen(photo, finish.sharpenAmount);
  const { x, y, canvas } = placement;
  const bare = canvas.width === photo.width && canvas.height === photo.height;
  const ground = bare ? null : isClear ? nothing(canvas) : await backdrop(photo, canvas, rendition);
  const picture = ground === null ? photo : pasted(ground, photo, x, y);
  await drawOverlays(picture, { x, y, width: photo.width, height: photo.height }, finish.overlays);
  return picture;
}

/** Transparency is kept where the file can hold it and nothing is padded; else it becomes the pad's colour, never black. */
function opaque(framed: Raw, { fit, pad, padColour }: Rendition, format: OutputFormat): Raw {
  if (format !== 'jpeg' && fit !== 'contain') return framed;
  return flattened(framed, fit === 'contain' ? groundOf(pad, padColour) : WHITE);
}

function nothing({ width, height }: Size): Raw {
  return { data: new Uint8Array(width * height * 4), width, height, channels: 4 };
}

function groundOf(pad: Pad, colour: string): Rgb {
  return pad === 'colour' ? rgbOf(colour) : WHITE;
}

async function cutOut(framed: Raw, { cut, photo }: Placement): Promise<Raw> {
  const box = pixelBox(framed, cut);
  if (box.width === framed.width && box.height === framed.height) {
    // A copy: the next steps work in place.
    return resized(cropped(framed, box), photo);
  }
  // Resampling for the sake of one rounded pixel would only blur.
  const spare = [box.width - photo.width, box.height - photo.height];
  return spare.every((n) => n === 0 || n === 1)
    ? cropped(framed, { ...box, ...photo })
    : resized(cropped(framed, box), photo);
}

async function backdrop(photo: Raw, canvas: Size, { pad, padColour }: Rendition): Promise<Raw> {
  if (pad !== 'blur') return filled(canvas, groundOf(pad, padColour));
  const scale = BACKDROP_SIDE / Math.max(canvas.width, canvas.height);
  const small = {
    width: Math.max(3, Math.round(canvas.width * scale)),
    height: Math.max(3, Math.round(canvas.height * scale)),
  };
  const { data, width, height } = photo;
  const tiny = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(small.width, small.height, { fit: 'cover' })
    .blur(1.5)
    .raw()
    .toBuffer();
  const soft = sharp(tiny, { raw: { ...small, channels: 3 } }).resize(canvas.width, canvas.height, {
    fit: 'fill',
    kernel: 'cubic',
  });
  return { data: await soft.raw().toBuffer(), ...canvas, channels: 3 };
}
