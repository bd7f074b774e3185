import * as z from 'zod/mini';
import { route } from '#contract/route.ts';

/** A model of the operator's, tried. */
const tried = z.object({
  /** All but `problem` null when it could not be read. */
  name: z.nullable(z.string()),
  licence: z.nullable(z.string()),
  sha256: z.nullable(z.string()),
  runtime: z.nullable(z.enum(['onnxruntime', 'opencv'])),
  /** For one picture. */
  milliseconds: z.nullable(z.number()),
  /** In English, for the operator; null when it works. */
  problem: z.nullable(z.string()),
});

export type TriedModel = z.output<typeof tried>;

export const readModel = route({
  method: 'GET',
  path: '/api/admin/model',
  access: 'admin',
  summary:
    'The models that the operator brought, for cut-outs and for plates, tried now; null where there is none',
  out: z.object({ model: z.nullable(tried), plates: z.nullable(tried) }),
});
