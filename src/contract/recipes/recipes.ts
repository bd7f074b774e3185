import * as z from 'zod/mini';
import { photoId } from '#contract/wire.ts';
import { BACKGROUNDS, SCENES } from '#domain/recipes/background.ts';
import { FITS, OUTPUT_FORMATS, PADS } from '#domain/recipes/outputs.ts';
import { BADGE_POSITIONS, BADGE_SHAPES, POSITIONS } from '#domain/recipes/overlays.ts';
import { PLATE_COVERS } from '#domain/recipes/plates.ts';
import { CROP_RATIOS, SHARPEN, TURNS } from '#domain/recipes/recipe.ts';

const limitNumber = (low: number, high: number) => z.number().check(z.minimum(low), z.maximum(high));
const limitInt = (low: number, high: number) => z.int().check(z.minimum(low), z.maximum(high));

/** Six hex digits. */
const hex = z.string().check(z.regex(/^[0-9a-f]{6}$/));

export const watermark = z.strictObject({
  kind: z.enum(['text', 'logo']),
  text: z.string().check(z.maxLength(40)),
  photoId: z.nullable(photoId),
  position: z.enum(POSITIONS),
  size: limitNumber(5, 40),
  margin: limitNumber(0, 10),
  opacity: limitInt(10, 100),
});

export const plateCover = z.strictObject({
  kind: z.enum(PLATE_COVERS),
  colour: hex,
  photoId: z.nullable(photoId),
});

const light = z.strictObject({
  levels: limitInt(0, 100),
  whiteBalance: z.enum(['off', 'careful']),
  sameForLot: z.boolean(),
  localContrast: limitInt(0, 100),
  saturation: limitInt(-30, 30),
  noise: z.enum(['off', 'light']),
});

const background = z.strictObject({
  kind: z.enum(BACKGROUNDS),
  colour: hex,
  bottom: hex,
  photoId: z.nullable(photoId),
  scene: z.optional(z.enum(SCENES)),
  windows: z.optional(z.boolean()),
  onWall: z.optional(z.boolean()),
  shadow: limitInt(0, 100),
});

export const recipe = z.strictObject({
  light,
  straighten: z.enum(['off', 'auto']),
  rotate: z.literal(TURNS),
  crop: z.enum(CROP_RATIOS),
  cropBy: z.optional(z.literal('margins')),
  around: z.optional(z.literal('white')),
  fill: z.nullable(limitInt(70, 95)),
  background,
  plates: z.strictObject({ ...plateCover.shape, coverSure: z.optional(z.boolean()) }),
  sharpen: z.enum(SHARPEN),
  frame: z.nullable(z.strictObject({ width: limitNumber(0.5, 10), colour: hex })),
  watermark: z.nullable(watermark),
  badge: z.nullable(
    z.strictObject({
      text: z.string().check(z.maxLength(40)),
      shape: z.enum(BADGE_SHAPES),
      position: z.enum(BADGE_POSITIONS),
      colour: hex,
      size: limitNumber(2, 8),
    }),
  ),
});

const share = limitNumber(0, 1);
export const point = z.strictObject({ x: share, y: share });
/** Shares 0–1 of a picture's sides; at least a hundredth of each. */
export const box = z.strictObject({
  x: share,
  y: share,
  width: limitNumber(0.01, 1),
  height: limitNumber(0.01, 1),
});

/** Four corners, clockwise from the one that is top left as the plate is read. */
export const quad = z.readonly(z.tuple([point, point, point, point]));

export const photoOverrides = z.strictObject({
  light: z.nullable(light),
  rotate: z.nullable(z.literal(TURNS)),
  angle: z.nullable(limitNumber(-15, 15)),
  crop: z.nullable(box),
  background: z.nullable(background),
  bare: z.boolean(),
});

const form = {
  width: limitInt(16, 6000),
  height: limitInt(16, 6000),
  fit: z.enum(FITS),
  pad: z.enum(PADS),
  padColour: hex,
  format: z.enum(OUTPUT_FORMATS),
  quality: limitInt(40, 95),
  maxBytes: z.nullable(limitInt(20_000, 20_000_000)),
};

export const rendition = z.strictObject({
  ...form,
  suffix: z.string().check(z.regex(/^(_[a-z0-9]{1,12})?$/)),
  fill: z.nullable(limitInt(70, 95)),
  /** Shapes, width ÷ height, that the place takes; missing: a rim is cut, or bars are added. */
  aspects: z.optional(z.strictObject({ least: limitNumber(0.1, 10), most: limitNumber(0.1, 10) })),
});

/** A preset's key may be one that was withdrawn since: the batch says so instead of losing it. */
export const outputChoice = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('preset'), preset: z.string().check(z.maxLength(40)) }),
  z.strictObject({ kind: z.literal('custom'), custom: z.strictObject(form) }),
]);

export const outputChoices = z.array(outputChoice).check(z.maxLength(12));
