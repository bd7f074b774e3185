import clsx from 'clsx';
import type { ReactNode } from 'react';
import type { PlanOffer } from '#contract/payments.ts';
import { leiLabel, perCreditLabel } from '#domain/payments/price.ts';
import { PLAN_LABELS, type Plan } from '#domain/plans/plan.ts';
import { CheckList } from '#web/features/pricing/check-list.tsx';
import { offerLines } from '#web/features/pricing/plan-terms.ts';
import { Pill } from '#web/ui/pill.tsx';

interface PlanCardsProps {
  readonly offers: readonly PlanOffer[];
  /** The signed-in user's plan. */
  readonly current: Plan | null;
  /** Returns a button for the plan, or why there is none. */
  readonly actionFor: (offer: PlanOffer) => ReactNode;
}

/** The plans side by side; the one in the middle is the one most shops need. */
export function PlanCards({ offers, current, actionFor }: PlanCardsProps) {
  return (
    <ul className="mt-4 grid overflow-hidden rounded-3xl border border-line bg-card sm:grid-cols-2 lg:grid-cols-4">
      {offers.map((offer) => (
        <li
          key={offer.plan}
          className={clsx(
            'flex flex-col gap-4 border-line p-6 not-last:border-b sm:odd:border-r lg:border-r lg:border-b-0 lg:last:border-r-0',
            offer.plan === 'pro' && 'bg-signal-wash',
          )}
        >
          <div>
            <h3 className="flex flex-wrap items-center gap-2 text-lg">
              {PLAN_LABELS[offer.plan]}
              {offer.plan === current && <Pill tone="signal">planul tău acum</Pill>}
            </h3>
            <p className="mt-2 font-display text-4xl font-extrabold whitespace-nowrap">
              {leiLabel(offer.price)}
            </p>
            <p className="mt-1 text-ink-soft">
              {offer.price > 0 ? `${perCreditLabel(offer.price, offer.credits)} pe lot` : 'fără card'}
            </p>
          </div>
          <CheckList lines={offerLines(offer)} />
          <div className="mt-auto pt-2">{actionFor(offer)}</div>
        </li>
      ))}
    </ul>
  );
}
