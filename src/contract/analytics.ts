import * as z from 'zod/mini';
import { defineRoute } from '#contract/route.ts';

/** The document that the tag is loaded into, by a policy of its own. */
export const MEASURE_PAGE = '/measure.html';

export const readAnalyticsConfig = defineRoute({
  method: 'GET',
  path: '/api/analytics/config',
  access: 'public',
  summary: 'Which tag counts and under which id; asked for only by browsers whose person agreed',
  out: z.discriminatedUnion('enabled', [
    z.object({ enabled: z.literal(false) }),
    z.object({ enabled: z.literal(true), measurementId: z.string(), tagUrl: z.string() }),
  ]),
});
