import * as z from 'zod/mini';
import { route } from '#contract/route.ts';

export const readModel = route({
  method: 'GET',
  path: '/api/admin/model',
  access: 'admin',
  summary: 'The model for cut-outs that the operator brought, tried now; null without one',
  out: z.object({
    model: z.nullable(
      z.object({
        /** All but `problem` null when it could not be read. */
        name: z.nullable(z.string()),
        licence: z.nullable(z.string()),
        sha256: z.nullable(z.string()),
        runtime: z.nullable(z.enum(['onnxruntime', 'opencv'])),
        /** For one picture. */
        milliseconds: z.nullable(z.number()),
        /** In English, for the operator; null when it works. */
        problem: z.nullable(z.string()),
      }),
    ),
  }),
});
