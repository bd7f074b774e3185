/** Default packages: Starter 10, Pro 25, Scale 60; 10, 25 and 60 credits for 50, 100 and 200 Lei. */
export interface DefaultPackage {
  readonly key: string;
  readonly name: string;
  readonly credits: number;
  readonly priceBani: number;
}

export const DEFAULT_PACKAGES: readonly DefaultPackage[] = [
  { key: 'starter-10', name: 'Starter 10', credits: 10, priceBani: 5_000 },
  { key: 'pro-25', name: 'Pro 25', credits: 25, priceBani: 10_000 },
  { key: 'scale-60', name: 'Scale 60', credits: 60, priceBani: 20_000 },
];

/** Bought credits live 24 months. */
export const BOUGHT_CREDITS_MONTHS = 24;

/** Returns the same day 24 months later (29 February: the 28th), at the same time of UTC. */
export function boughtUntil(paidAt: Date): Date {
  const until = new Date(paidAt);
  until.setUTCMonth(until.getUTCMonth() + BOUGHT_CREDITS_MONTHS);
  if (until.getUTCDate() !== paidAt.getUTCDate()) until.setUTCDate(0);
  return until;
}
