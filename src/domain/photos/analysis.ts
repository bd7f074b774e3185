import type { Box } from '#domain/recipes/geometry.ts';

/** A photo taken against the light: its dark and its bright part are stops apart. */
export interface Backlight {
  /** How sure that is, 0–1. */
  readonly strength: number;
  /** Luma of the middle of the dark part. */
  readonly shade: number;
  /** Luma from which on everything is bright enough. */
  readonly sky: number;
}

/** Parts of a photo that contrast and sharpening would coarsen. */
export interface Texture {
  /** Luma within which nearly all pixels of smooth places stay to their surroundings. */
  readonly grain: number;
  /** Mean step of luma between the squares of a JPEG, beyond those within them. */
  readonly grid: number;
  /** Share of pixels that are threads a pixel or two wide. */
  readonly weave: number;
}

/** Figures for the light adjustments, from sRGB bytes 0–255. */
export interface Tones {
  /** Luma percentiles 0.5, 50, 90, 99.5. */
  readonly lo: number;
  readonly p50: number;
  readonly p90: number;
  readonly hi: number;
  /** max(R,G,B) percentiles 50, 90, 99.5. */
  readonly m50: number;
  readonly m90: number;
  readonly hiMax: number;
  /** Share of pixels with luma < 24, and of strongly coloured ones. */
  readonly dark: number;
  /** Share of pixels with luma < 16, and of those > 250; null in photos read before these were counted. */
  readonly black: number | null;
  readonly white: number | null;
  readonly saturated: number;
  /** Log of red over blue of bright, hardly coloured pixels: below 0 the light is cool; null without any, or in photos read before. */
  readonly warmth: number | null;
  /** max(R, G, B) of the ground around the thing; null where there is none, missing in photos read before. */
  readonly ground?: number | null;
  /** Missing in photos read before it was measured. */
  readonly texture?: Texture;
  /** Null or missing: not against the light, or read before that was measured. */
  readonly backlight?: Backlight | null;
  /** White balance gains R, G, B when both estimates agree that the picture has a cast; null when it is left alone. */
  readonly balance: readonly [number, number, number] | null;
}

/** Figures for straightening and warnings. */
export interface Signs {
  /** Clockwise degrees that level the photo, by its lines; null when they are not clear. */
  readonly tilt: number | null;
  /** Variance of the Laplacian in one of the sharpest tiles; null in photos read before it was measured, as is dhash. */
  readonly sharpness: number | null;
  /** 64-bit difference hash, 16 hex digits: alike pictures differ in few bits. */
  readonly dhash: string | null;
  /**
   * The box that stands out from the edges of the upright photo; null where nothing does; missing in photos read before it was measured.
   */
  readonly matter?: Box | null | undefined;
}

export const NO_SIGNS: Signs = { tilt: null, sharpness: null, dhash: null };

/** Figures of a photo, read once when it is prepared; preview and final run use the same numbers. */
export interface Analysis extends Tones, Signs {}

/** Returns one balance for the batch: the median gains of the photos that have an estimate, when at least half of them do. */
export function batchBalance(
  analyses: readonly Pick<Tones, 'balance'>[],
): readonly [number, number, number] | null {
  const gains = analyses.flatMap(({ balance }) => (balance === null ? [] : [balance]));
  if (gains.length === 0 || gains.length * 2 < analyses.length) return null;
  const middle = (channel: 0 | 1 | 2): number => {
    const sorted = gains.map((gain) => gain[channel]).sort((a, b) => a - b);
    return sorted[Math.floor((sorted.length - 1) / 2)] ?? 1;
  };
  return [middle(0), middle(1), middle(2)];
}
