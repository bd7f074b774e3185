import type { PlanQuote } from '#contract/plans.ts';
import { AppError } from '#domain/errors.ts';
import { toLei } from '#domain/payments/amount.ts';
import type { Plan } from '#domain/plans/plan.ts';
import {
  isSold,
  type OfferRefusal,
  offerPlan,
  type PlanOrderTerms,
  type SoldPlan,
} from '#domain/plans/purchase.ts';
import type { App, Db, Tx, User } from '#server/app.ts';
import { asLimits } from '#server/plans/limits-view.ts';
import { findTerms, readPlanState } from '#server/plans/plan-store.ts';

/** Returns what buying the plan now would do, or why it can't be bought. Refuses payments/not-for-sale. */
export async function quotePlan(app: App, user: User, { plan }: { plan: Plan }): Promise<PlanQuote> {
  if (!isSold(plan)) throw new AppError('payments/not-for-sale');
  const now = app.now();
  const version = await findTerms(app.db, plan, now);
  const { price_bani, credits, valid_from } = version;
  const offer = await offerNow(app.db, user.id, { plan, priceBani: price_bani, now });
  const figures = { credits, limits: asLimits(version), termsFrom: valid_from.toISOString() };
  const terms = { plan, price: toLei(price_bani), currency: 'RON' as const, ...figures };
  if ('refused' in offer) return { ...terms, offer: null, refused: offer.refused };
  const { startsAt, expiresAt } = offer;
  const dates = { startsAt: startsAt.toISOString(), expiresAt: expiresAt.toISOString() };
  return { ...terms, offer: { ...offer, ...dates }, refused: null };
}

export async function offerNow(
  db: Db | Tx,
  userId: string,
  { plan, priceBani, now }: { plan: SoldPlan; priceBani: number; now: Date },
): Promise<PlanOrderTerms | { readonly refused: OfferRefusal }> {
  return offerPlan(await readPlanState(db, userId), plan, { priceBani, now });
}
