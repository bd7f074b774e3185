import type { PlanOffer } from '#contract/payments.ts';
import { PHOTOS_PER_CREDIT, WINDOW_DAYS } from '#domain/credits/cost.ts';
import { SIGNUP_BONUS } from '#domain/credits/grants.ts';
import { creditsLabel, formatCount, NOUNS } from '#domain/language/plural.ts';
import { PLAN_LABELS } from '#domain/plans/plan.ts';
import { limitLines } from '#web/text/plan-words.ts';

/** The contents of every credit, on every plan. */
export const CREDIT_BUYS: readonly string[] = [
  `cel mult ${formatCount(PHOTOS_PER_CREDIT, NOUNS.photo)} ale aceluiași lot`,
  'toate efectele și câte variante permite planul tău',
  `refaceri gratuite ale acelorași fotografii timp de ${formatCount(WINDOW_DAYS, NOUNS.day)}`,
  'nimic pentru o fotografie care nu iese',
];

export const SIGNUP_BONUS_LINE = `${formatCount(SIGNUP_BONUS, NOUNS.credit)}, o dată, la crearea contului`;

/** Returns a plan's contents as lines of a list: its credits first, then its limits. */
export function offerLines({
  plan,
  credits,
  limits,
}: Pick<PlanOffer, 'plan' | 'credits' | 'limits'>): string[] {
  const given = plan === 'free' ? `${creditsLabel(credits)}, o dată` : creditsLabel(credits);
  return [given, ...limitLines(limits)];
}

/** Returns the limits that bought credits bring with them, the paid plan's with the lowest; null where it is not known. */
export function packageLimitsLine(offers: readonly Pick<PlanOffer, 'plan' | 'limits'>[]): string | null {
  const basic = offers.find(({ plan }) => plan === 'basic');
  if (basic === undefined) return null;
  const [photos, outputs] = limitLines(basic.limits);
  return `Cât mai ai credite din pachet, ai și limitele planului ${PLAN_LABELS.basic}: ${photos}, ${outputs}.`;
}
