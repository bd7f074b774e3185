/** A word on a coloured ground: as a pill, as a bar across the picture, or glued into a corner. All sizes in % of the file's width. */
import type { Badge } from '#domain/recipes/overlays.ts';
import { LruCache } from '#imaging/lru-cache.ts';
import type { PixelBox, Raw, Rgb, Size } from '#imaging/pixels/raw.ts';
import { parseRgb } from '#imaging/pixels/raw.ts';
import { getAlignedOffset, parseAlignment, stampOnto } from '#imaging/pixels/stamp.ts';
import { CAP_HEIGHT, scaledMask, type TextMask, textMask } from './mark-text.ts';

/** Padding as shares of the letters' height. */
const PAD_ACROSS = 0.95;
const PAD_DOWN = 0.62;
/** Share of the width that marks are sized by. */
const MARGIN = 0.025;
/** Largest share of the area's own width: a narrow photo has no room for large letters. */
const MOST_WIDTH = 0.92;
const MOST_LETTER = 0.2;

const stamps = new LruCache<Raw | null>(8);

/** Draws onto `area` of the picture, in place. A badge without a word that can be seen draws nothing. */
export async function drawBadge(
  raw: Raw,
  area: PixelBox,
  { badge, wide }: { badge: Badge; wide: number },
): Promise<void> {
  const stamp = await stampFor(badge, area.width, wide);
  if (stamp === null) return;
  const { across, down } = parseAlignment(badge.position);
  const margin = badge.shape === 'pill' ? Math.round(wide * MARGIN) : 0;
  stampOnto(raw, area, {
    stamp,
    left: getAlignedOffset(area.width - stamp.width, badge.shape === 'bar' ? 'start' : across, margin),
    top: getAlignedOffset(area.height - stamp.height, down, margin),
    opacity: 1,
  });
}

/** Returns the area that a bar from side to side leaves free for other marks; the whole area beside any other badge. */
export async function besideBar(area: PixelBox, badge: Badge | null, wide: number): Promise<PixelBox> {
  const bar = badge?.shape === 'bar' ? await stampFor(badge, area.width, wide) : null;
  if (badge === null || bar === null) return area;
  const height = Math.max(0, area.height - bar.height);
  return {
    ...area,
    height,
    y: parseAlignment(badge.position).down === 'start' ? area.y + bar.height : area.y,
  };
}

async function stampFor(badge: Badge, across: number, wide: number): Promise<Raw | null> {
  const { text, shape, position, colour, size } = badge;
  const key = JSON.stringify([text, shape, position, colour, size, across, wide]);
  return stamps.get(key, () => renderBadgeStamp(badge, across, wide));
}

async function renderBadgeStamp(badge: Badge, across: number, wide: number): Promise<Raw | null> {
  const mask = await textMask(badge.text);
  if (mask === null) return null;
  const letter = Math.min((wide * badge.size) / 100, MOST_LETTER * across);
  const scale = Math.min(letter / CAP_HEIGHT, (MOST_WIDTH * across - 2 * PAD_ACROSS * letter) / mask.width);
  const letters = await scaledMask(mask, Math.max(1, Math.round(mask.width * scale)), 0);
  const height = CAP_HEIGHT * scale;
  const pad = PAD_ACROSS * height;
  const isBar = badge.shape === 'bar';
  const size = {
    width: isBar ? across : Math.round(letters.width + 2 * pad),
    height: Math.round(Math.max(letters.height + PAD_DOWN * height, height + 2 * PAD_DOWN * height)),
  };
  const stamp = drawBadgeGround(size, badge, getCornerRadii(badge, size.height));
  const spare = size.width - letters.width;
  paintLetters(stamp, letters, {
    left: getAlignedOffset(spare, isBar ? parseAlignment(badge.position).across : 'middle', Math.round(pad)),
    top: Math.round((size.height - letters.height) / 2),
    ink: inkOn(parseRgb(badge.colour)),
  });
  return stamp;
}

/** Radii in pixels: top left, top right, bottom right, bottom left. */
type Corners = readonly [number, number, number, number];

/** A pill is round; what is glued to the picture's edge is round only where it stands free. */
function getCornerRadii({ shape, position }: Badge, height: number): Corners {
  if (shape === 'bar') return [0, 0, 0, 0];
  if (shape === 'pill') return [height / 2, height / 2, height / 2, height / 2];
  const round = height * 0.42;
  const { across, down } = parseAlignment(position);
  const top = down === 'end';
  const left = across !== 'start';
  const right = across !== 'end';
  return [
    top && left ? round : 0,
    top && right ? round : 0,
    !top && right ? round : 0,
    !top && left ? round : 0,
  ];
}

function drawBadgeGround({ width, height }: Size, { colour }: Badge, corners: Corners): Raw {
  const [r, g, b] = parseRgb(colour);
  const data = new Uint8Array(width * height * 4);
  const coverage = coverageIn({ width, height }, corners);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      data[at] = r;
      data[at + 1] = g;
      data[at + 2] = b;
      data[at + 3] = Math.round(255 * coverage(x + 0.5, y + 0.5));
    }
  }
  return { data, width, height, channels: 4 };
}

/** Returns a pixel's share inside the rounded rectangle, by its distance from the edge of the corner's circle. */
function coverageIn({ width, height }: Size, corners: Corners): (x: number, y: number) => number {
  return (x, y) => {
    const left = x < width / 2;
    const top = y < height / 2;
    const radius = corners[top ? (left ? 0 : 1) : left ? 3 : 2];
    const dx = radius - (left ? x : width - x);
    const dy = radius - (top ? y : height - y);
    if (dx <= 0 || dy <= 0) return 1;
    return Math.min(1, Math.max(0, radius - Math.hypot(dx, dy) + 0.5));
  };
}

function paintLetters(
  { data, width, height }: Raw,
  letters: TextMask,
  { left, top, ink }: { left: number; top: number; ink: Rgb },
): void {
  for (let y = 0; y < letters.height; y++) {
    for (let x = 0; x < letters.width; x++) {
      const [toX, toY] = [left + x, top + y];
      if (toX < 0 || toY < 0 || toX >= width || toY >= height) continue;
      const share = letters.data[y * letters.width + x] / 255;
      const at = (toY * width + toX) * 4;
      for (let c = 0; c < 3; c++) {
        data[at + c] = Math.round(ink[c] * share + data[at + c] * (1 - share));
      }
    }
  }
}

/** Black or white, whichever has the higher contrast (WCAG's relative luminance). */
function inkOn(ground: Rgb): Rgb {
  const linear = (v: number) => (v <= 10 ? v / 3294.6 : ((v / 255 + 0.055) / 1.055) ** 2.4);
  const [r, g, b] = ground.map(linear) as [number, number, number];
  const luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return (luminance + 0.05) ** 2 > 1.05 * 0.05 ? [20, 18, 16] : [255, 255, 255];
}
