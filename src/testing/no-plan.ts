/** The plan fields of a user document that has neither a plan nor had a trial. */
export const NO_PLAN = {
  plan: 'free',
  subscription: null,
  planActivatedAt: null,
  planRenewAt: null,
  planExpiresAt: null,
  planCancelAtPeriodEnd: null,
  trial: null,
  trialActivated: null,
  trialActivatedAt: null,
  trialExpiresAt: null,
} as const;
