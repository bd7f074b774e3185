import * as z from 'zod/mini';
import { defineRoute } from '#contract/route.ts';
import { planLimits } from '#contract/users.ts';
import { instant } from '#contract/wire.ts';
import { PLANS } from '#domain/plans/plan.ts';

/** A plan as it is from an instant on. */
const planVersion = z.object({
  plan: z.enum(PLANS),
  validFrom: instant,
  /** Lei per 30 days; 0: not for sale. */
  price: z.number(),
  /** −1: unlimited. */
  credits: z.int(),
  limits: planLimits,
});
export type PlanVersion = z.infer<typeof planVersion>;

const versions = z.object({ versions: z.array(planVersion) });

export const listPlanVersions = defineRoute({
  method: 'GET',
  path: '/api/admin/plans',
  access: 'admin',
  summary: 'Every version of every plan, newest first',
  out: versions,
});

const limitInt = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most));

export const addPlanVersion = defineRoute({
  method: 'POST',
  path: '/api/admin/plans/{plan}',
  access: 'admin',
  summary:
    'A new version of a plan, valid from now (null) or from a later instant; what was paid keeps its own',
  params: z.object({ plan: z.enum(PLANS) }),
  body: z.strictObject({
    validFrom: z.nullable(instant),
    price: z.number().check(z.minimum(0), z.maximum(100_000)),
    credits: limitInt(-1, 100_000),
    limits: z.strictObject({
      photosPerLot: limitInt(1, 300),
      outputsPerRun: limitInt(1, 12),
      savedRecipes: limitInt(0, 10_000),
      retentionDays: limitInt(1, 3_660),
      storageBytes: limitInt(1_000_000, 100_000_000_000_000),
      photosAtOnce: limitInt(1, 64),
    }),
  }),
  out: versions,
});

export const deletePlanVersion = defineRoute({
  method: 'POST',
  path: '/api/admin/plans/{plan}/drop',
  access: 'admin',
  summary: 'Takes back a version whose date has not come; refused for any other',
  params: z.object({ plan: z.enum(PLANS) }),
  body: z.strictObject({ validFrom: instant }),
  out: versions,
});
