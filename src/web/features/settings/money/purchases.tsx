import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type CreditPurchase, listCreditPurchases } from '#contract/orders.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { goodwillSentence, refundSentence, withdrawalSentence } from '#domain/language/refund-sentences.ts';
import { formatDay, formatStamp } from '#domain/language/time.ts';
import { leiLabel } from '#domain/payments/price.ts';
import { WITHDRAW_HERE } from '#domain/payments/withdrawals.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';
import { HistoryList } from '#web/features/settings/money/history-list.tsx';
import { WithdrawDialog } from '#web/features/settings/money/withdraw-dialog.tsx';
import { InvoiceLinks } from '#web/shared/payments/invoice-links.tsx';
import { Button } from '#web/ui/fields/button.tsx';

const READ_AGAIN_MS = 10_000;

/**
 * A purchase with its dialog, which stays mounted once closed, so that the focus finds back to the button; each opening is a dialog of its
 * own.
 */
interface Leaving {
  readonly purchase: CreditPurchase;
  readonly open: boolean;
  readonly time: number;
}

/** Paid orders, newest first; for 14 days each can be stepped back from. */
export function Purchases() {
  const [leaving, setLeaving] = useState<Leaving | null>(null);
  const query = useInfiniteQuery({
    queryKey: keys.purchases,
    queryFn: ({ pageParam, signal }) =>
      call(listCreditPurchases, { query: pageParam ? { cursor: pageParam } : {} }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    // No live word tells how a refund ended, or that an invoice has its files.
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ purchases }) => purchases.some(isUnderWay)) === true && READ_AGAIN_MS,
  });
  return (
    <>
      <HistoryList
        query={query}
        rows={(query.data?.pages ?? [])
          .flatMap(({ purchases }) => purchases)
          .map((purchase) => ({
            id: purchase.id,
            what: purchase.name,
            about: formatCount(purchase.credits, NOUNS.credit),
            when: `${formatStamp(new Date(purchase.createdAt))} · ${purchase.orderNumber}`,
            figure: leiLabel(purchase.price),
            after: null,
            more: (
              <MoneyBack
                purchase={purchase}
                onLeave={() => setLeaving((last) => ({ purchase, open: true, time: (last?.time ?? 0) + 1 }))}
              />
            ),
          }))}
        none="Nu ai cumpărat nimic încă."
      />
      {leaving && (
        <WithdrawDialog
          key={leaving.time}
          open={leaving.open}
          purchase={leaving.purchase}
          onClose={() => setLeaving({ ...leaving, open: false })}
        />
      )}
    </>
  );
}

function isUnderWay({ refund, withdrawal, invoices }: CreditPurchase): boolean {
  return (withdrawal ?? refund)?.state === 'asked' || invoices.some(({ hasPdf }) => !hasPdf);
}

/** Returns the fate of the money: by the withdrawal, else by the last refund; null when it stayed. */
function moneySentence({ refund, withdrawal }: CreditPurchase): string | null {
  if (refund?.state === 'charged-back') return 'Banca ți-a dat banii înapoi.';
  if (withdrawal)
    return withdrawalSentence({ ...withdrawal, amountBani: Math.round(withdrawal.amount * 100) });
  if (!refund) return null;
  if (refund.amount === null) return 'Banii s-au întors pe card.';
  return refundSentence(refund.state, Math.round(refund.amount * 100));
}

function goodwillWords({ goodwill }: CreditPurchase): string | null {
  if (!goodwill) return null;
  return goodwillSentence({
    owedBani: Math.round(goodwill.owed * 100),
    paidBani: Math.round(goodwill.paid * 100),
  });
}

/** Shows the fate of the money, or the link to withdraw. */
function MoneyBack({ purchase, onLeave }: { purchase: CreditPurchase; onLeave: () => void }): ReactNode {
  const { refundUntil, name } = purchase;
  const said = [moneySentence(purchase), goodwillWords(purchase)].filter(Boolean).join(' ');
  return (
    <>
      {said && <p className="mt-2 max-w-prose text-sm font-medium">{said}</p>}
      {purchase.invoices.length > 0 && (
        <p className="mt-1 flex flex-wrap gap-x-4 text-sm">
          {purchase.invoices.map((invoice) => (
            <InvoiceLinks key={invoice.id} invoice={invoice} />
          ))}
        </p>
      )}
      {refundUntil && (
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button look="quiet" small aria-label={`${WITHDRAW_HERE}: ${name}`} onClick={onLeave}>
            {WITHDRAW_HERE}
          </Button>
          <span className="text-sm text-ink-soft">până pe {formatDay(new Date(refundUntil))}</span>
        </div>
      )}
    </>
  );
}
