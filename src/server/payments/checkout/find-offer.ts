import { AppError } from '#domain/errors.ts';
import type { AgreedFigures } from '#domain/plans/agreed-figures.ts';
import { PLAN_LABELS, readPlan } from '#domain/plans/plan.ts';
import { isSold } from '#domain/plans/purchase.ts';
import type { Db, Tx } from '#server/app.ts';
import { findPackage } from '#server/payments/catalog/package-store.ts';
import { asLimits } from '#server/plans/limits-view.ts';
import { findTerms } from '#server/plans/plan-store.ts';
import { offerNow } from '#server/plans/quote-plan.ts';

/** An offer under a packageType (a package id or a plan value), with today's price. */
export interface CheckoutOffer {
  readonly kind: 'package' | 'plan';
  readonly item: string;
  readonly name: string;
  readonly credits: number;
  readonly priceBani: number;
  /** Days that an upgrade converts, counted at `now`; null where nothing is converted. */
  readonly shownDays: number | null;
  readonly figures: AgreedFigures;
}

/**
 * Returns an offer at today's price. Throws payments/package-not-found; for a plan that can't be bought now plans/given-plan,
 * plans/already-queued or plans/lower-too-early.
 */
export async function findOffer(
  db: Db | Tx,
  userId: string,
  { packageType, now }: { packageType: string; now: Date },
): Promise<CheckoutOffer> {
  const plan = readPlan(packageType);
  if (isSold(plan)) {
    const terms = await findTerms(db, plan, now);
    const { price_bani: priceBani, credits } = terms;
    const offer = await offerNow(db, userId, { plan, priceBani, now });
    if ('refused' in offer) throw new AppError(offer.refused);
    const name = `Plan ${PLAN_LABELS[plan]}`;
    const figures = { name, credits, limits: asLimits(terms), termsFrom: terms.valid_from.toISOString() };
    return { kind: 'plan', item: plan, name, credits, priceBani, shownDays: offer.shownDays, figures };
  }
  const row = packageType.startsWith('pkg_') ? await findPackage(db, packageType) : undefined;
  if (!row?.is_active) throw new AppError('payments/package-not-found');
  const { id: item, name, credits, price_bani: priceBani } = row;
  const figures = { name, credits, limits: null, termsFrom: null };
  return { kind: 'package', item, name, credits, priceBani, shownDays: null, figures };
}
