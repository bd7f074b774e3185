/** What becomes of a plan period whose order is refunded. On its own: the contract names it, and the browser needs no more of refunds. */
export const PERIOD_FATES = ['ends', 'not-begun', 'over'] as const;
export type PeriodFate = (typeof PERIOD_FATES)[number];
