/** A text or a logo over the picture, placed and sized in % of the picture's width so that previews and files agree. */
import type { Watermark } from '#domain/recipes/overlays.ts';
import { decode, resized, sizeAt } from './decode.ts';
import { readHeader } from './header.ts';
import { blurredMask, type Mask, scaledMask, textMask } from './mark-text.ts';
import type { Box, Raw, Size } from './raw.ts';
import { Recent } from './recent.ts';

/** The biggest logo ever needed: 40 % of the widest preset, with room. */
const LOGO_SIDE = 1024;
const SHADOW = 0.6;

const masks = new Recent<Mask>(8);
const logos = new Recent<Raw>(4);

/** Draws `mark` onto `area` of the picture, in place. A text of blanks or a lost logo draws nothing. */
export async function drawWatermark(
  raw: Raw,
  area: Box,
  mark: Watermark,
  logoPath: string | null,
): Promise<void> {
  const width = Math.max(1, Math.round((area.width * mark.size) / 100));
  const stamp = mark.kind === 'text' ? await textStamp(mark.text, width) : await logoStamp(logoPath, width);
  if (stamp === null) return;
  const margin = Math.round((area.width * mark.margin) / 100);
  for (const { x, y } of spotsFor(area, stamp, mark.position, margin)) {
    blend(raw, area, stamp, x, y, mark.opacity / 100);
  }
}

/** White letters on a soft dark shadow: readable on snow and on asphalt. */
async function textStamp(text: string, width: number): Promise<Raw | null> {
  const clean = text.trim();
  if (clean === '') return null;
  const rim = Math.max(1, Math.round(width * 0.012));
  const mask = await masks.get(clean, () => textMask(clean));
  const letters = await scaledMask(mask, Math.max(1, width - 2 * rim), rim);
  const shadow = await blurredMask(letters, Math.max(0.5, rim / 2));
  const data = new Uint8Array(letters.width * letters.height * 4);
  for (let i = 0; i < letters.data.length; i++) {
    const ink = (letters.data[i] as number) / 255;
    const alpha = ink + (1 - ink) * Math.min(1, ((shadow[i] as number) / 255) * 1.5) * SHADOW;
    data.fill(alpha === 0 ? 0 : Math.round((255 * ink) / alpha), i * 4, i * 4 + 3);
    data[i * 4 + 3] = Math.round(255 * alpha);
  }
  return { data, width: letters.width, height: letters.height, channels: 4 };
}

async function logoStamp(path: string | null, width: number): Promise<Raw | null> {
  if (path === null) return null;
  const logo = await logos.get(path, async () => {
    const header = await readHeader(path);
    return decode(header, sizeAt(header, Math.min(1, LOGO_SIDE / Math.max(header.width, header.height))));
  });
  return resized(logo, { width, height: Math.max(1, Math.round((logo.height * width) / logo.width)) });
}

/** Top left corners relative to the area. Tiled marks stand in staggered rows, half a mark apart. */
function spotsFor(
  area: Size,
  stamp: Size,
  position: Watermark['position'],
  margin: number,
): { x: number; y: number }[] {
  if (position === 'tile') return tiles(area, stamp);
  const along = (room: number, low: string, high: string) =>
    position.includes(low) ? margin : position.includes(high) ? room - margin : Math.round(room / 2);
  const across = position === 'c' ? 'c' : position;
  const roomX = area.width - stamp.width;
  const roomY = area.height - stamp.height;
  const x =
    across === 'n' || across === 's' || across === 'c' ? Math.round(roomX / 2) : along(roomX, 'w', 'e');
  const y =
    across === 'w' || across === 'e' || across === 'c' ? Math.round(roomY / 2) : along(roomY, 'n', 's');
  return [{ x, y }];
}

function tiles(area: Size, stamp: Size): { x: number; y: number }[] {
  const stepX = Math.max(8, Math.round(stamp.width * 1.5));
  const stepY = Math.max(8, Math.round(stamp.height + stamp.width * 0.5));
  const spots: { x: number; y: number }[] = [];
  for (let y = Math.round(stepY / 4), row = 0; y < area.height; y += stepY, row++) {
    for (let x = row % 2 === 0 ? 0 : -Math.round(stepX / 2); x < area.width; x += stepX) spots.push({ x, y });
  }
  return spots;
}

/** Straight-alpha "over", cut at the area's edges. */
function blend(raw: Raw, area: Box, stamp: Raw, left: number, top: number, opacity: number): void {
  const { data, channels } = raw;
  for (let y = Math.max(0, -top); y < stamp.height && top + y < area.height; y++) {
    for (let x = Math.max(0, -left); x < stamp.width && left + x < area.width; x++) {
      const from = (y * stamp.width + x) * stamp.channels;
      const alpha = (stamp.channels === 4 ? (stamp.data[from + 3] as number) / 255 : 1) * opacity;
      if (alpha === 0) continue;
      const to = ((area.y + top + y) * raw.width + area.x + left + x) * channels;
      const under = channels === 4 ? (data[to + 3] as number) / 255 : 1;
      const over = alpha + under * (1 - alpha);
      const share = alpha / over;
      for (let c = 0; c < 3; c++) {
        data[to + c] = Math.round(
          (stamp.data[from + c] as number) * share + (data[to + c] as number) * (1 - share),
        );
      }
      if (channels === 4) data[to + 3] = Math.round(255 * over);
    }
  }
}
