import * as z from 'zod/mini';
import { defineRoute } from '#contract/route.ts';
import { planLimits, userDocument } from '#contract/users.ts';
import { instant, nothing } from '#contract/wire.ts';
import { PLANS } from '#domain/plans/plan.ts';

const planQuote = z.object({
  plan: z.enum(PLANS),
  /** Lei per 30 days, VAT included. */
  price: z.number(),
  currency: z.literal('RON'),
  credits: z.int(),
  limits: planLimits,
  /** Since when these figures count: the version of the terms that the checkout carries. */
  termsFrom: instant,
  /** The effect of buying it now; null when it can't be bought now. */
  offer: z.nullable(
    z.object({
      kind: z.enum(['start', 'renewal', 'upgrade', 'lower']),
      startsAt: instant,
      expiresAt: instant,
      /** The days that an upgrade converts: the checkout carries them. Null where nothing is converted. */
      shownDays: z.nullable(z.int()),
    }),
  ),
  refused: z.nullable(z.enum(['plans/given-plan', 'plans/already-queued', 'plans/lower-too-early'])),
});
export type PlanQuote = z.infer<typeof planQuote>;

export const quotePlan = defineRoute({
  method: 'GET',
  path: '/api/plans/{plan}/quote',
  access: 'user',
  summary: 'What buying a plan now would do for the caller, or why it can’t be bought',
  params: z.object({ plan: z.enum(PLANS) }),
  out: planQuote,
});

export const startTrial = defineRoute({
  method: 'POST',
  path: '/api/trial',
  access: 'user',
  summary: 'Starts the 7 days of trial, once, with a verified address',
  out: userDocument,
});

export const stopPlan = defineRoute({
  method: 'POST',
  path: '/api/plan/stop',
  access: 'user',
  summary: 'Stops the reminders before the plan ends',
  out: nothing,
});

export const resumePlan = defineRoute({
  method: 'POST',
  path: '/api/plan/resume',
  access: 'user',
  summary: 'Resumes the reminders before the plan ends',
  out: nothing,
});
