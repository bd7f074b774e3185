/** A text or a logo over the picture, placed and sized in % of a width of the file's, so that previews and files agree. */
import type { Watermark } from '#domain/recipes/overlays.ts';
import { LruCache } from '#imaging/lru-cache.ts';
import type { PixelBox, Raw, Size } from '#imaging/pixels/raw.ts';
import { getAlignedOffset, lumaUnder, parseAlignment, stampOnto } from '#imaging/pixels/stamp.ts';
import { decodePicture, resizeTo, sizeAt } from '#imaging/read/decode.ts';
import { readHeader } from '#imaging/read/header.ts';
import { makeLegible } from './legible-logo.ts';
import { blurredMask, scaledMask, textMask } from './mark-text.ts';

/** The biggest logo ever needed: 40 % of the widest preset, with room. */
const LOGO_SIDE = 1024;
const SHADOW = 0.6;
/** Largest share of the area's width: a narrow photo on a wide canvas has no room for a mark of the canvas' size. */
const MOST_WIDTH = 0.94;
/** Luma from which white letters with their shadow are read worse than dark ones with a light one. */
const BRIGHT = 160;

const logos = new LruCache<Raw>(4);
const texts = new LruCache<Raw | null>(8);

/** Draws `mark` onto `area` of the picture, in place. A text of invisible characters or a lost logo draws nothing. */
export async function drawWatermark(
  raw: Raw,
  area: PixelBox,
  { mark, logoPath, wide }: { mark: Watermark; logoPath: string | null; wide: number },
): Promise<void> {
  const margin = Math.round((wide * mark.margin) / 100);
  const room = Math.max(MOST_WIDTH * area.width - 2 * margin, area.width / 2);
  const width = Math.max(1, Math.round(Math.min((wide * mark.size) / 100, room)));
  if (mark.kind === 'text') return drawText(raw, area, { mark, width, margin });
  const stamp = await logoStamp(logoPath, width);
  if (stamp === null) return;
  const spots = spotsFor(area, stamp, { position: mark.position, margin });
  const drawn = await makeLegible(stamp, measureGroundLuma(raw, area, { stamp, spots }));
  for (const { x, y } of spots) {
    stampOnto(raw, area, { stamp: drawn, left: x, top: y, opacity: mark.opacity / 100 });
  }
}

/** Light letters on a dark place, dark ones on a bright place: each tile looks at its own. */
async function drawText(
  raw: Raw,
  area: PixelBox,
  { mark, width, margin }: { readonly mark: Watermark; readonly width: number; readonly margin: number },
): Promise<void> {
  const { text, position, opacity } = mark;
  const light = await textStamp(text, width, 'light');
  const dark = await textStamp(text, width, 'dark');
  if (light === null || dark === null) return;
  const { width: across, height } = light;
  // All are looked at before one is drawn: a preview and its file choose alike.
  const stamps = spotsFor(area, light, { position, margin }).map(({ x: left, y: top }) => {
    const ground = lumaUnder(raw, area, { left, top, width: across, height });
    return { left, top, stamp: ground > BRIGHT ? dark : light };
  });
  for (const { left, top, stamp } of stamps)
    stampOnto(raw, area, { stamp, left, top, opacity: opacity / 100 });
}

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** One look for all the tiles: the whole area's ground. */
function measureGroundLuma(
  raw: Raw,
  area: PixelBox,
  { stamp: { width, height }, spots: [spot, ...others] }: { stamp: Size; spots: readonly Spot[] },
): number {
  if (spot === undefined) return 255;
  return others.length === 0
    ? lumaUnder(raw, area, { left: spot.x, top: spot.y, width, height })
    : lumaUnder(raw, area, { left: 0, top: 0, width: area.width, height: area.height });
}

type Ink = 'light' | 'dark';
const INKS = { light: { letters: 255, shadow: 0 }, dark: { letters: 18, shadow: 255 } } as const;

function textStamp(text: string, width: number, ink: Ink): Promise<Raw | null> {
  return texts.get(`${ink} ${width} ${text}`, () => renderTextStamp(text, width, ink));
}

/** On a soft shadow of the other tone, for the ground is never all of one. */
async function renderTextStamp(text: string, width: number, ink: Ink): Promise<Raw | null> {
  const mask = await textMask(text);
  if (mask === null) return null;
  const tones = INKS[ink];
  const rim = Math.max(1, Math.round(width * 0.012));
  const letters = await scaledMask(mask, Math.max(1, width - 2 * rim), rim);
  const shadow = await blurredMask(letters, Math.max(0.5, rim / 2));
  const data = new Uint8Array(letters.width * letters.height * 4);
  for (let i = 0; i < letters.data.length; i++) {
    const own = letters.data[i] / 255;
    const under = (1 - own) * Math.min(1, (shadow[i] / 255) * 1.5) * SHADOW;
    const alpha = own + under;
    const tone = alpha === 0 ? 0 : Math.round((tones.letters * own + tones.shadow * under) / alpha);
    data.fill(tone, i * 4, i * 4 + 3);
    data[i * 4 + 3] = Math.round(255 * alpha);
  }
  return { data, width: letters.width, height: letters.height, channels: 4 };
}

async function logoStamp(path: string | null, width: number): Promise<Raw | null> {
  if (path === null) return null;
  const logo = await logos.get(path, async () => {
    const header = await readHeader(path);
    return decodePicture(
      header,
      sizeAt(header, Math.min(1, LOGO_SIDE / Math.max(header.width, header.height))),
    );
  });
  return resizeTo(logo, { width, height: Math.max(1, Math.round((logo.height * width) / logo.width)) });
}

/** Top left corners relative to the area. Tiled marks stand in staggered rows, half a mark apart. */
function spotsFor(
  area: Size,
  stamp: Size,
  { position, margin }: { position: Watermark['position']; margin: number },
): Spot[] {
  if (position === 'tile') return listTileSpots(area, stamp);
  const { across, down } = parseAlignment(position);
  return [
    {
      x: getAlignedOffset(area.width - stamp.width, across, margin),
      y: getAlignedOffset(area.height - stamp.height, down, margin),
    },
  ];
}

function listTileSpots(area: Size, stamp: Size): Spot[] {
  const stepX = Math.max(8, Math.round(stamp.width * 1.5));
  const stepY = Math.max(8, Math.round(stamp.height + stamp.width * 0.5));
  const spots: Spot[] = [];
  for (let y = Math.round(stepY / 4), row = 0; y < area.height; y += stepY, row++) {
    for (let x = row % 2 === 0 ? 0 : -Math.round(stepX / 2); x < area.width; x += stepX) spots.push({ x, y });
  }
  return spots;
}
