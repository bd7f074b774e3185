/** Plan values: free, basic, pro, dealer, test. An unknown value is treated as free, and free is shown as the basic tier. */
export const PLANS = ['free', 'basic', 'pro', 'dealer', 'test'] as const;
export type Plan = (typeof PLANS)[number];

export function readPlan(value: unknown): Plan {
  return PLANS.includes(value as Plan) ? (value as Plan) : 'free';
}

export const PLAN_LABELS: Record<Plan, string> = {
  free: 'Basic – gratuit',
  basic: 'Basic',
  pro: 'Pro',
  dealer: 'Dealer',
  test: 'Test',
};

/** Limits of a plan; the figures live in the table plan_terms. */
export interface PlanLimits {
  readonly photosPerLot: number;
  readonly outputsPerRun: number;
  readonly savedRecipes: number;
  readonly retentionDays: number;
  readonly storageBytes: number;
  readonly photosAtOnce: number;
}
