/** Effects of a refund on the order's plan period. In a file of its own: the contract and the browser need no more of refunds. */
export const PERIOD_FATES = ['ends', 'not-begun', 'over'] as const;
export type PeriodFate = (typeof PERIOD_FATES)[number];
