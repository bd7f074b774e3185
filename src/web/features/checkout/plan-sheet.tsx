import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorSentence } from '#domain/language/error-sentences.ts';
import { PLAN_LABELS } from '#domain/plans/plan.ts';
import type { SoldPlan } from '#domain/plans/purchase.ts';
import { quoteQuery } from '#web/api/queries/price-queries.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { CheckoutSheet } from '#web/features/checkout/checkout-sheet.tsx';
import { type CheckoutItem, planItem } from '#web/features/checkout/item.ts';
import { Dialog } from '#web/ui/layers/dialog.tsx';

interface PlanSheetProps {
  readonly uid: string;
  readonly plan: SoldPlan;
  readonly returnTo: string | null;
  readonly onClose: () => void;
}

/** The sheet of a plan, with the effect of buying it now; or why it can't be bought now. */
export function PlanSheet({ uid, plan, returnTo, onClose }: PlanSheetProps) {
  const query = useQuery(quoteQuery(plan));
  const { data: quote, error, isFetchedAfterMount } = query;
  // An item that can't be bought any more stays on the form, which says why.
  const [shown, setShown] = useState<CheckoutItem | null>(null);
  const item = quote && isFetchedAfterMount ? planItem(quote) : null;
  if (item && JSON.stringify(item) !== JSON.stringify(shown)) setShown(item);
  if (shown) return <CheckoutSheet uid={uid} item={shown} returnTo={returnTo} onClose={onClose} />;
  const refusal = isFetchedAfterMount && quote?.refused ? errorSentence(quote.refused) : null;
  if (refusal === null && error === null) return null;
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={`Plan ${PLAN_LABELS[plan]}`}>
      <div className="mt-4">{refusal ? <p role="alert">{refusal}</p> : <ReadFailed query={query} />}</div>
    </Dialog>
  );
}
