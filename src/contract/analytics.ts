import * as z from 'zod/mini';
import { route } from '#contract/route.ts';

export const readAnalyticsConfig = route({
  method: 'GET',
  path: '/api/analytics/config',
  access: 'public',
  summary: 'Web configuration of the analytics service; asked for only by browsers whose person agreed',
  out: z.discriminatedUnion('enabled', [
    z.object({ enabled: z.literal(false) }),
    z.object({ enabled: z.literal(true), config: z.record(z.string(), z.unknown()) }),
  ]),
});
