/**
 * A recipe: ordered options a run applies to every photo of a lot. Order: decode → orient → sRGB → crop → light → resize/pad →
 * sharpen → watermark → encode. The defaults are what a newcomer gets by pressing one button.
 */
export const CROP_RATIOS = ['original', '4:3', '3:2', '1:1', '3:4', '4:5', '16:9'] as const;
export type CropRatio = (typeof CROP_RATIOS)[number];

export const SHARPEN = ['off', 'soft', 'normal'] as const;
export type Sharpen = (typeof SHARPEN)[number];

export const POSITIONS = ['nw', 'n', 'ne', 'w', 'c', 'e', 'sw', 's', 'se', 'tile'] as const;
export type Position = (typeof POSITIONS)[number];

export interface Light {
  /** Levels strength, 0–100. */
  readonly levels: number;
  /** Careful white balance: applied only where two estimates agree; off leaves the colours alone. */
  readonly whiteBalance: 'off' | 'careful';
  /** One balance for the whole lot (the median of the photos' estimates). */
  readonly sameForLot: boolean;
  /** Local contrast, 0–100. */
  readonly localContrast: number;
  /** Saturation, −30–30. */
  readonly saturation: number;
}

export interface Watermark {
  readonly kind: 'text' | 'logo';
  /** Text of at most 40 characters (kind text). */
  readonly text: string;
  /** Own photo used as logo (kind logo). */
  readonly photoId: string | null;
  readonly position: Position;
  /** Width of the mark as % of the picture's width, 5–40. */
  readonly size: number;
  /** Distance from the edge as % of the picture's width, 0–10. */
  readonly margin: number;
  /** 10–100. */
  readonly opacity: number;
}

export interface Recipe {
  readonly light: Light;
  /** Clockwise quarter turns asked by hand. */
  readonly rotate: 0 | 90 | 180 | 270;
  readonly crop: CropRatio;
  readonly sharpen: Sharpen;
  readonly watermark: Watermark | null;
}

export const DEFAULT_RECIPE: Recipe = {
  light: { levels: 50, whiteBalance: 'careful', sameForLot: false, localContrast: 30, saturation: 0 },
  rotate: 0,
  crop: 'original',
  sharpen: 'soft',
  watermark: null,
};

export const DEFAULT_WATERMARK: Watermark = {
  kind: 'text',
  text: '',
  photoId: null,
  position: 'se',
  size: 18,
  margin: 2.5,
  opacity: 85,
};

/** Width ÷ height of a crop, or null to keep the photo's own. */
export function cropAspect(crop: CropRatio): number | null {
  if (crop === 'original') return null;
  const [w = 1, h = 1] = crop.split(':').map(Number);
  return w / h;
}
