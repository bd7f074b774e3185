import * as z from 'zod/mini';
import { plateCover, watermark } from '#contract/recipes/recipes.ts';
import { defineRoute } from '#contract/route.ts';

const brandKit = z.strictObject({
  watermark: z.nullable(watermark),
  plates: z.nullable(plateCover),
});

export const readBrandKit = defineRoute({
  method: 'GET',
  path: '/api/brand-kit',
  access: 'user',
  summary: 'Logo, text and plate cover that the own lots begin with',
  out: brandKit,
});

export const saveBrandKit = defineRoute({
  method: 'PUT',
  path: '/api/brand-kit',
  access: 'user',
  summary: 'Keeps them; lots that exist keep what they have',
  body: brandKit,
  out: brandKit,
});
