import * as z from 'zod/mini';
import { defineRoute } from '#contract/route.ts';

export const tryPhoto = defineRoute({
  method: 'POST',
  path: '/api/try',
  access: 'public',
  takes: 'picture',
  summary:
    'A visitor’s photo (JPEG, PNG or WebP, at most 1,600 px and 5 MB) through the recipe that newcomers begin with: before and after as JPEG in base64, at most 800 px, marked as a proof. Nothing of it is kept.',
  out: z.object({ before: z.string(), after: z.string() }),
});
