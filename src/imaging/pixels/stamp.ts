/** A small picture laid over a part of a large one. */
import type { PixelBox, Raw } from './raw.ts';

interface PlacedStamp {
  readonly stamp: Raw;
  readonly left: number;
  readonly top: number;
  /** 0–1, on top of the stamp's own. */
  readonly opacity: number;
}

/** Straight-alpha "over", in place, cut at the area's edges. `left` and `top` count from the area's corner. */
export function stampOnto(raw: Raw, area: PixelBox, { stamp, left, top, opacity }: PlacedStamp): void {
  const { data, channels } = raw;
  for (let y = Math.max(0, -top); y < stamp.height && top + y < area.height; y++) {
    for (let x = Math.max(0, -left); x < stamp.width && left + x < area.width; x++) {
      const from = (y * stamp.width + x) * stamp.channels;
      const alpha = (stamp.channels === 4 ? stamp.data[from + 3] / 255 : 1) * opacity;
      if (alpha === 0) continue;
      const to = ((area.y + top + y) * raw.width + area.x + left + x) * channels;
      const under = channels === 4 ? data[to + 3] / 255 : 1;
      const over = alpha + under * (1 - alpha);
      const share = alpha / over;
      for (let c = 0; c < 3; c++) {
        data[to + c] = Math.round(stamp.data[from + c] * share + data[to + c] * (1 - share));
      }
      if (channels === 4) data[to + 3] = Math.round(255 * over);
    }
  }
}

/** Returns a stamp's offset within a length: at its start, in the middle, or at its end. */
export function getAlignedOffset(
  room: number,
  alignment: 'start' | 'middle' | 'end',
  margin: number,
): number {
  if (alignment === 'middle') return Math.round(room / 2);
  return alignment === 'start' ? margin : room - margin;
}

/** „nw”, „s”, „c” … as places along the width and the height. */
export function parseAlignment(position: string): {
  readonly across: 'start' | 'middle' | 'end';
  readonly down: 'start' | 'middle' | 'end';
} {
  const across = position.includes('w') ? 'start' : position.includes('e') ? 'end' : 'middle';
  const down = position.includes('n') ? 'start' : position.includes('s') ? 'end' : 'middle';
  return { across, down };
}

/** Mean luma 0–255 of a picture's part; `left` and `top` count from the area's corner. Every few pixels are enough. */
export function lumaUnder(
  { data, width, channels }: Raw,
  area: PixelBox,
  { left, top, width: w, height: h }: { left: number; top: number; width: number; height: number },
): number {
  const [fromX, toX] = [Math.max(0, left), Math.min(area.width, left + w)];
  const [fromY, toY] = [Math.max(0, top), Math.min(area.height, top + h)];
  const step = Math.max(1, Math.floor(Math.sqrt(Math.max(1, (toX - fromX) * (toY - fromY)) / 4000)));
  let sum = 0;
  let seen = 0;
  for (let y = fromY; y < toY; y += step) {
    for (let x = fromX; x < toX; x += step) {
      const at = ((area.y + y) * width + area.x + x) * channels;
      sum += 77 * data[at] + 150 * data[at + 1] + 29 * data[at + 2];
      seen += 1;
    }
  }
  return seen === 0 ? 255 : sum / seen / 256;
}
