import * as z from 'zod/mini';
import { outputChoice, recipe } from '#contract/recipes.ts';
import { route } from '#contract/route.ts';
import { testImageId } from '#contract/wire.ts';
import { TEST_IMAGE_SIDE } from '#domain/recipes/test-image.ts';

/** A picture to try the recipe on: belongs to nobody's gallery, is gone after half an hour without use. */
export const testImage = z.object({ id: testImageId, width: z.int(), height: z.int() });
export type TestImage = z.infer<typeof testImage>;

export const sendTestImage = route({
  method: 'POST',
  path: '/api/test-images',
  access: 'user',
  takes: 'picture',
  summary: 'A picture to try recipes on (the bytes of a photo); takes the place of the one before',
  out: testImage,
});

export const previewTestImage = route({
  method: 'POST',
  path: '/api/test-images/{testImageId}/preview',
  access: 'user',
  summary: 'JPEG of the picture through the engine of the run, at most 800 px, marked as a proof',
  params: z.object({ testImageId }),
  body: z.strictObject({
    recipe,
    output: z.nullable(outputChoice),
    side: z.int().check(z.minimum(320), z.maximum(TEST_IMAGE_SIDE)),
    stage: z.enum(['before', 'after']),
  }),
});
