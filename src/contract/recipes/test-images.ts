import * as z from 'zod/mini';
import { cutout, HINTS_BYTES, hints } from '#contract/photos.ts';
import { box, outputChoice, photoOverrides, quad, recipe } from '#contract/recipes/recipes.ts';
import { defineRoute } from '#contract/route.ts';
import { cutoutId, testImageId } from '#contract/wire.ts';
import { MOST_PLATES } from '#domain/recipes/plates.ts';
import { TEST_IMAGE_SIDE } from '#domain/recipes/test-image.ts';

/** A picture to try a recipe on: in no gallery, deleted after half an hour without use. */
export const testImage = z.object({
  id: testImageId,
  width: z.int(),
  height: z.int(),
  /** Clockwise degrees that would level it; null when its lines give no estimate. */
  tilt: z.nullable(z.number()),
  plateSuggestions: z.array(quad),
  /** What stands out from its edges. */
  matter: z.optional(z.nullable(box)),
});
export type TestImage = z.infer<typeof testImage>;

export const sendTestImage = defineRoute({
  method: 'POST',
  path: '/api/test-images',
  access: 'user',
  takes: 'picture',
  summary: 'A picture to try recipes on (the bytes of a photo); takes the place of the one before',
  out: testImage,
});

export const previewTestImage = defineRoute({
  method: 'POST',
  path: '/api/test-images/{testImageId}/preview',
  access: 'user',
  summary:
    'The picture through the engine of the run (JPEG; WebP where it is transparent), at most 800 px, marked as a proof',
  params: z.object({ testImageId }),
  body: z.strictObject({
    recipe,
    output: z.nullable(outputChoice),
    side: z.int().check(z.minimum(320), z.maximum(TEST_IMAGE_SIDE)),
    stage: z.enum(['before', 'after']),
    exception: z.nullable(photoOverrides),
    /** The plates that the user confirmed. */
    plates: z.array(quad).check(z.maxLength(MOST_PLATES)),
    /** The cut-out to use; null when none is sure or approved by the user. */
    cutoutId: z.nullable(cutoutId),
  }),
});

export const cutTestImage = defineRoute({
  method: 'POST',
  path: '/api/test-images/{testImageId}/cutout',
  access: 'user',
  summary:
    'Cuts its object out: from a box and strokes, or by the engine alone; null when a newer request took its place',
  params: z.object({ testImageId }),
  body: hints,
  mostBytes: HINTS_BYTES,
  out: z.object({ cutout: z.nullable(cutout) }),
});

export const testImageMask = defineRoute({
  method: 'GET',
  path: '/api/test-images/{testImageId}/masks/{cutoutId}',
  access: 'user',
  summary: 'Mask of one of its last cut-outs: 8-bit grey PNG, white is the object',
  params: z.object({ testImageId, cutoutId }),
});
