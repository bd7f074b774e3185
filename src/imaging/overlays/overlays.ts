/** Draws over a finished picture: the frame, then the logo or text, then the badge. The same for a file and its preview. */
import type { Badge, Frame, Watermark } from '#domain/recipes/overlays.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import { type Box, type Raw, rgbOf } from '#imaging/pixels/raw.ts';
import { besideBar, drawBadge } from './badge.ts';
import { drawWatermark } from './watermark.ts';

export interface Overlays {
  readonly frame: Frame | null;
  readonly watermark: Watermark | null;
  readonly logoPath: string | null;
  readonly badge: Badge | null;
}

export const NO_OVERLAYS: Overlays = { frame: null, watermark: null, logoPath: null, badge: null };

/** Nothing where the output forbids it. */
export function overlaysOf(
  { frame, watermark, badge }: Recipe,
  allowed: boolean,
  logoPath: string | null,
): Overlays {
  return allowed ? { frame, watermark, logoPath, badge } : NO_OVERLAYS;
}

/** In place. `photo`: where the photo lies on its canvas; marks keep to it, the frame runs along the canvas. All are sized by `wide`. */
export async function drawOverlays(
  raw: Raw,
  photo: Box,
  { overlays, wide = raw.width }: { overlays: Overlays; wide?: number },
): Promise<void> {
  const { frame, watermark, logoPath, badge } = overlays;
  const edge = frame === null ? 0 : Math.max(1, Math.round((wide * frame.width) / 100));
  const area = insideFrame(raw, photo, edge);
  if (area.width < 8 || area.height < 8) return;
  const free = await besideBar(area, badge, wide);
  if (watermark !== null && free.height >= 8)
    await drawWatermark(raw, free, { mark: watermark, logoPath, wide });
  if (badge !== null) await drawBadge(raw, area, { badge, wide });
  if (frame !== null) drawFrame(raw, edge, frame.colour);
}

function insideFrame({ width, height }: Raw, photo: Box, edge: number): Box {
  const x = Math.max(photo.x, edge);
  const y = Math.max(photo.y, edge);
  return {
    x,
    y,
    width: Math.min(photo.x + photo.width, width - edge) - x,
    height: Math.min(photo.y + photo.height, height - edge) - y,
  };
}

function drawFrame({ data, width, height, channels }: Raw, edge: number, colour: string): void {
  const ink = [...rgbOf(colour), 255].slice(0, channels);
  for (let y = 0; y < height; y++) {
    const full = y < edge || y >= height - edge;
    for (let x = 0; x < width; x++) {
      if (!full && x === edge) x = Math.max(edge, width - edge);
      if (x < width) data.set(ink, (y * width + x) * channels);
    }
  }
}
