import type { CreditPackage } from '#contract/payments.ts';
import type { PlanQuote } from '#contract/plans.ts';
import { NOT_RENEWED, offerSentence } from '#domain/language/plan-sentences.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { formatDay } from '#domain/language/time.ts';
import { BOUGHT_CREDITS_MONTHS, boughtUntil } from '#domain/payments/packages.ts';
import type { AgreedFigures } from '#domain/plans/agreed-figures.ts';
import { PLAN_LABELS } from '#domain/plans/plan.ts';
import { balanceBuys } from '#web/text/credit-words.ts';
import { limitLines } from '#web/text/plan-words.ts';

/** One thing on the sheet before a payment. */
export interface CheckoutItem {
  readonly kind: 'package' | 'plan';
  /** Package id or plan value: `packageType` on the wire. */
  readonly id: string;
  readonly name: string;
  /** Lei, VAT included. */
  readonly price: number;
  /** Days that an upgrade was shown to convert; null where nothing is. */
  readonly shownDays: number | null;
  readonly figures: AgreedFigures;
  /** The item's contents and duration, a line each. */
  readonly lines: readonly string[];
}

export function packageItem({ id, name, price, credits }: CreditPackage, now: Date): CheckoutItem {
  const months = formatCount(BOUGHT_CREDITS_MONTHS, { one: 'lună', few: 'luni' });
  return {
    kind: 'package',
    id,
    name,
    price,
    shownDays: null,
    figures: { name, credits, limits: null, termsFrom: null },
    lines: [
      `${formatCount(credits, NOUNS.credit)}. ${balanceBuys(credits)}`,
      `Valabile ${months}, până pe ${formatDay(boughtUntil(now))}.`,
    ],
  };
}

/** Null when it can't be bought now. */
export function planItem({ plan, price, credits, limits, termsFrom, offer }: PlanQuote): CheckoutItem | null {
  if (!offer) return null;
  const name = `Plan ${PLAN_LABELS[plan]}`;
  const dates = { startsAt: new Date(offer.startsAt), expiresAt: new Date(offer.expiresAt) };
  return {
    kind: 'plan',
    id: plan,
    name,
    price,
    shownDays: offer.shownDays,
    figures: { name, credits, limits, termsFrom },
    lines: [
      `${formatCount(credits, NOUNS.credit)}. ${balanceBuys(credits)}`,
      `${limitLines(limits).join(', ')}.`,
      offerSentence({ ...offer, ...dates }),
      `${NOT_RENEWED}.`,
    ],
  };
}
