import * as z from 'zod/mini';
import { defineRoute } from '#contract/route.ts';

export const readUsage = defineRoute({
  method: 'GET',
  path: '/api/usage',
  access: 'user',
  summary:
    'What the own runs that ended in this week and the eleven before it made and cost, by days of Bucharest; days without any are left out',
  out: z.object({
    from: z.string(),
    to: z.string(),
    days: z.array(z.object({ day: z.string(), photos: z.int(), credits: z.int() })),
  }),
});
