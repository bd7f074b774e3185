import type { CustomOutput } from '#domain/recipes/outputs.ts';
import { DEFAULT_CUSTOM } from '#domain/recipes/outputs.ts';
import { DEFAULT_WATERMARK } from '#domain/recipes/overlays.ts';
import { DEFAULT_RECIPE, type Recipe } from '#domain/recipes/recipe.ts';

/** The standard jobs on one photo, the same for all sides. */
export const JOBS = ['resize', 'improve', 'white', 'three'] as const;
export type Job = (typeof JOBS)[number];

export const JOB_NAMES: Readonly<Record<Job, string>> = {
  resize: 'J1: 1600 px JPEG q82',
  improve: 'J2: J1 with levels, sharpening, text',
  white: 'J3: on 2000² white, WebP q80',
  three: 'three outputs (1600×1200 JPEG, 1500² white JPEG, 400 px WebP)',
};

export const TEXT = 'Mașini de la noi';

const jpeg = (width: number, height: number): CustomOutput => ({ ...DEFAULT_CUSTOM, width, height });
const FIRST = jpeg(1600, 1600);

export const OUTPUTS: Readonly<Record<Job, readonly CustomOutput[]>> = {
  resize: [FIRST],
  improve: [FIRST],
  white: [{ ...jpeg(2000, 2000), fit: 'contain', format: 'webp', quality: 80 }],
  three: [
    jpeg(1600, 1200),
    { ...jpeg(1500, 1500), fit: 'contain' },
    { ...jpeg(400, 400), format: 'webp', quality: 80 },
  ],
};

const UNTOUCHED: Recipe = {
  ...DEFAULT_RECIPE,
  light: { levels: 0, whiteBalance: 'off', sameForLot: false, localContrast: 0, saturation: 0, noise: 'off' },
  straighten: 'off',
  sharpen: 'off',
};

/** Ours for the three outputs is what the one button does: more than the others are asked for. */
export const RECIPES: Readonly<Record<Job, Recipe>> = {
  resize: UNTOUCHED,
  improve: {
    ...UNTOUCHED,
    light: { ...UNTOUCHED.light, levels: 50 },
    sharpen: 'soft',
    watermark: { ...DEFAULT_WATERMARK, text: TEXT },
  },
  white: UNTOUCHED,
  three: DEFAULT_RECIPE,
};
