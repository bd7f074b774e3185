/** Effects of a refund on the order's plan period. They have a file of their own: the contract and the browser need no more of refunds. */
export const PERIOD_FATES = ['ends', 'not-begun', 'over'] as const;
export type PeriodFate = (typeof PERIOD_FATES)[number];
