/** Writes „Fotolot · probă” all over a picture that is for looking at only. */
import { DEFAULT_WATERMARK } from '#domain/recipes/overlays.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { drawWatermark } from './watermark.ts';

/** Draws in place. */
export function drawProof(raw: Raw, text: string): Promise<void> {
  const mark = { ...DEFAULT_WATERMARK, text, position: 'tile', size: 24, opacity: 40 } as const;
  return drawWatermark(raw, { x: 0, y: 0, ...raw }, { mark, logoPath: null, wide: raw.width });
}
