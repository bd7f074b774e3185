import * as z from 'zod/mini';
import { photoId } from '#contract/wire.ts';
import { FITS, OUTPUT_FORMATS, PADS, PRESET_IDS } from '#domain/recipes/outputs.ts';
import { CROP_RATIOS, POSITIONS, SHARPEN } from '#domain/recipes/recipe.ts';

const between = (low: number, high: number) => z.number().check(z.minimum(low), z.maximum(high));
const whole = (low: number, high: number) => z.int().check(z.minimum(low), z.maximum(high));

export const watermark = z.strictObject({
  kind: z.enum(['text', 'logo']),
  text: z.string().check(z.maxLength(40)),
  photoId: z.nullable(photoId),
  position: z.enum(POSITIONS),
  size: between(5, 40),
  margin: between(0, 10),
  opacity: whole(10, 100),
});

export const recipe = z.strictObject({
  light: z.strictObject({
    levels: whole(0, 100),
    whiteBalance: z.enum(['off', 'careful']),
    sameForLot: z.boolean(),
    localContrast: whole(0, 100),
    saturation: whole(-30, 30),
  }),
  rotate: z.literal([0, 90, 180, 270]),
  crop: z.enum(CROP_RATIOS),
  sharpen: z.enum(SHARPEN),
  watermark: z.nullable(watermark),
});

export const customOutput = z.strictObject({
  width: whole(16, 6000),
  height: whole(16, 6000),
  fit: z.enum(FITS),
  pad: z.enum(PADS),
  padColour: z.string().check(z.regex(/^[0-9a-f]{6}$/)),
  format: z.enum(OUTPUT_FORMATS),
  quality: whole(40, 95),
  maxBytes: z.nullable(whole(20_000, 20_000_000)),
});

export const outputChoice = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('preset'), preset: z.enum(PRESET_IDS) }),
  z.strictObject({ kind: z.literal('custom'), custom: customOutput }),
]);

export const outputChoices = z.array(outputChoice).check(z.maxLength(12));
