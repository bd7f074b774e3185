/** The framing on pixels: the upright photo turned, straightened and cropped. */
import { type Framing, framedSize, uprightFromFramed } from '#domain/recipes/framing.ts';
import type { Box, Size } from '#domain/recipes/geometry.ts';
import { cropUnlessWhole, type Raw, rotateByQuarters } from '#imaging/pixels/raw.ts';
import { warpAffine } from '#imaging/pixels/warp.ts';

/** `upright`: the photo at any size. The same object where nothing is to be done. */
export function applyFraming(upright: Raw, framing: Framing): Raw {
  if (framing.angle !== 0) return resampleFramed(upright, framing);
  const picture = framing.turn === 0 ? upright : rotateByQuarters(upright, framing.turn);
  return cropUnlessWhole(picture, pixelBox(picture, framing.crop));
}

/** The same between the pixels: for a small picture that is to show exactly what a larger one does. Turn and crop are in the map. */
export function resampleFramed(upright: Raw, framing: Framing): Raw {
  const scale =
    Math.max(upright.width, upright.height) / Math.max(framing.upright.width, framing.upright.height);
  const { width, height } = framedSize(framing);
  const side = (n: number) => Math.max(1, Math.round(n * scale));
  return warpAffine(upright, uprightFromFramed(framing), { width: side(width), height: side(height) });
}

/** `box` (shares) in whole pixels of a picture of this size, at least one pixel a side. */
export function pixelBox({ width, height }: Size, box: Box): Box {
  const w = Math.min(width, Math.max(1, Math.round(box.width * width)));
  const h = Math.min(height, Math.max(1, Math.round(box.height * height)));
  const x = Math.min(width - w, Math.round(box.x * width));
  const y = Math.min(height - h, Math.round(box.y * height));
  return { x, y, width: w, height: h };
}
