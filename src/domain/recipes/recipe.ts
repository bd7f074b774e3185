/**
 * A recipe: ordered options a run applies to every photo of a batch. Order: decode → orient → sRGB → straighten → crop → light →
 * background → plates → resize/pad → sharpen → frame, logo, badge → encode. The defaults are what a newcomer gets by pressing one
 * button.
 */
import { type Background, DEFAULT_BACKGROUND } from './background.ts';
import type { Badge, DecorativeFrame, Watermark } from './overlays.ts';
import { DEFAULT_PLATE_COVER, type PlateCover } from './plates.ts';

export const CROP_RATIOS = ['original', '4:3', '3:2', '1:1', '3:4', '4:5', '16:9'] as const;
export type CropRatio = (typeof CROP_RATIOS)[number];

export const SHARPEN = ['off', 'soft', 'normal'] as const;
export type Sharpen = (typeof SHARPEN)[number];

export const TURNS = [0, 90, 180, 270] as const;
/** Clockwise quarter turns. */
export type Turn = (typeof TURNS)[number];

export interface Light {
  /** Levels strength, 0–100. */
  readonly levels: number;
  /** Careful white balance: applied only where two estimates agree; off leaves the colours alone. */
  readonly whiteBalance: 'off' | 'careful';
  /** One balance for the whole batch (the median of the photos' estimates). */
  readonly sameForLot: boolean;
  /** Local contrast, 0–100. */
  readonly localContrast: number;
  /** Saturation, −30–30. */
  readonly saturation: number;
  /** Noise reduction, only when asked. */
  readonly noise: 'off' | 'light';
}

export interface Recipe {
  readonly light: Light;
  /** auto: turned by the angle its lines propose, where they are clear. */
  readonly straighten: 'off' | 'auto';
  /** Turn asked by hand, the same for every photo. */
  readonly rotate: Turn;
  readonly crop: CropRatio;
  /** `margins`: the ratio is reached by margins around the whole photo; missing: by cutting. */
  readonly cropBy?: 'margins' | undefined;
  /** Ground around a photo that a place's fixed shape can't hold whole; missing: the photo's own blur. */
  readonly around?: 'white' | undefined;
  /** % of the output's tighter side that a cut-out object fills, 70–95; null leaves the framing alone. An output's own figure wins. */
  readonly fill: number | null;
  readonly background: Background;
  readonly plates: PlateCover;
  readonly sharpen: Sharpen;
  readonly frame: DecorativeFrame | null;
  readonly watermark: Watermark | null;
  readonly badge: Badge | null;
}

export const DEFAULT_RECIPE: Recipe = {
  light: {
    levels: 50,
    whiteBalance: 'careful',
    sameForLot: false,
    localContrast: 30,
    saturation: 0,
    noise: 'off',
  },
  straighten: 'auto',
  rotate: 0,
  crop: 'original',
  fill: null,
  background: DEFAULT_BACKGROUND,
  plates: DEFAULT_PLATE_COVER,
  sharpen: 'soft',
  frame: null,
  watermark: null,
  badge: null,
};

/** Returns width ÷ height of a crop, or null to keep the photo's own. */
export function cropAspect(crop: CropRatio): number | null {
  if (crop === 'original') return null;
  const [w = 1, h = 1] = crop.split(':').map(Number);
  return w / h;
}

/** True when it matters where the object is: for another background, for its share of the file, and for a crop to a ratio. */
export function needsObject({ background, fill, crop, cropBy }: Recipe): boolean {
  return background.kind !== 'keep' || fill !== null || (crop !== 'original' && cropBy !== 'margins');
}
