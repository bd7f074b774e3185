/** Draws over a finished picture: the frame, then the logo or text, then the badge. The same for a file and its preview. */
import type { Badge, DecorativeFrame, Watermark } from '#domain/recipes/overlays.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import { type PixelBox, parseRgb, type Raw } from '#imaging/pixels/raw.ts';
import { besideBar, drawBadge } from './badge.ts';
import { drawWatermark } from './watermark.ts';

export interface Overlays {
  readonly frame: DecorativeFrame | null;
  readonly watermark: Watermark | null;
  readonly logoPath: string | null;
  readonly badge: Badge | null;
}

export const NO_OVERLAYS: Overlays = { frame: null, watermark: null, logoPath: null, badge: null };

/** Nothing where the output forbids it. */
export function pickOverlays(
  { frame, watermark, badge }: Recipe,
  allowed: boolean,
  logoPath: string | null,
): Overlays {
  return allowed ? { frame, watermark, logoPath, badge } : NO_OVERLAYS;
}

/** In place. `photo`: where the photo lies on its canvas; marks keep to it, the frame runs along the canvas. All are sized by `wide`. */
export async function drawOverlays(
  raw: Raw,
  photo: PixelBox,
  { overlays, wide = raw.width }: { overlays: Overlays; wide?: number },
): Promise<void> {
  const { frame, watermark, logoPath, badge } = overlays;
  const thickness = frame === null ? 0 : Math.max(1, Math.round((wide * frame.width) / 100));
  const area = insideDecorativeFrame(raw, photo, thickness);
  if (area.width < 8 || area.height < 8) return;
  const clearArea = await besideBar(area, badge, wide);
  if (watermark !== null && clearArea.height >= 8)
    await drawWatermark(raw, clearArea, { mark: watermark, logoPath, wide });
  if (badge !== null) await drawBadge(raw, area, { badge, wide });
  if (frame !== null) drawDecorativeFrame(raw, thickness, frame.colour);
}

function insideDecorativeFrame({ width, height }: Raw, photo: PixelBox, thickness: number): PixelBox {
  const x = Math.max(photo.x, thickness);
  const y = Math.max(photo.y, thickness);
  return {
    x,
    y,
    width: Math.min(photo.x + photo.width, width - thickness) - x,
    height: Math.min(photo.y + photo.height, height - thickness) - y,
  };
}

function drawDecorativeFrame(
  { data, width, height, channels }: Raw,
  thickness: number,
  colour: string,
): void {
  const ink = [...parseRgb(colour), 255].slice(0, channels);
  for (let y = 0; y < height; y++) {
    const full = y < thickness || y >= height - thickness;
    for (let x = 0; x < width; x++) {
      if (!full && x === thickness) x = Math.max(thickness, width - thickness);
      if (x < width) data.set(ink, (y * width + x) * channels);
    }
  }
}
