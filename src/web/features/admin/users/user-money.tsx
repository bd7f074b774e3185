import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { listUserPurchases, readUserLedger, type UserFile } from '#contract/admin/admin-users.ts';
import type { CreditEntry } from '#contract/credits.ts';
import { creditsChange, ledgerWords } from '#domain/language/ledger-words.ts';
import { formatNumber } from '#domain/language/plural.ts';
import { formatStamp } from '#domain/language/time.ts';
import { leiLabel } from '#domain/payments/price.ts';
import { call } from '#web/api/call.ts';
import { PagedList } from '#web/features/admin/shared/paged-list.tsx';
import { useViewer } from '#web/features/admin/shared/use-viewer.ts';
import { userListKey } from '#web/features/admin/shared/user-words.ts';
import { Balance } from '#web/features/admin/users/balance.tsx';
import { CreditCorrection } from '#web/features/admin/users/credit-correction.tsx';
import { PlanGift } from '#web/features/admin/users/plan-gift.tsx';
import { TrialChange } from '#web/features/admin/users/trial-change.tsx';

/** Plan, credits and money of one account. */
export function UserMoney({ file }: { file: UserFile }) {
  const userId = file.user.uid;
  return (
    <>
      <Balance file={file} />
      <div className="mt-6 grid items-start gap-x-6 lg:grid-cols-3">
        <CreditCorrection file={file} />
        <PlanGift file={file} />
        <TrialChange file={file} />
      </div>
      <MoneyHistory userId={userId} />
    </>
  );
}

/** The purchases and the credits' history of one account, to be read. */
export function MoneyHistory({ userId }: { userId: string }) {
  return (
    <div className="mt-10 grid gap-10 lg:grid-cols-2">
      <Purchases userId={userId} />
      <Ledger userId={userId} />
    </div>
  );
}

function Purchases({ userId }: { userId: string }) {
  const viewer = useViewer();
  const query = useInfiniteQuery({
    queryKey: userListKey(userId, 'purchases'),
    queryFn: ({ pageParam, signal }) =>
      call(
        listUserPurchases,
        { params: { userId }, query: pageParam ? { cursor: pageParam } : {} },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: 0,
  });
  return (
    <Titled title="Cumpărări">
      <PagedList
        label="Cumpărări"
        query={query}
        itemsOf={(page) => page.purchases}
        keyOf={(purchase) => purchase.id}
        row={(purchase) => (
          <Link
            to={viewer.orderPath(purchase.orderId)}
            className="flex justify-between gap-4 px-5 py-3 hover:bg-sunken"
          >
            <span className="min-w-0">
              <span className="block font-medium break-words">{purchase.name}</span>
              <span className="block text-sm text-ink-soft">
                {formatStamp(new Date(purchase.createdAt))} · {purchase.orderNumber}
              </span>
            </span>
            <span className="shrink-0 text-right font-semibold">
              {leiLabel(purchase.price)}
              {purchase.refund && (
                <span className="block text-sm font-normal text-ink-soft">
                  {REFUNDS[purchase.refund.state]}
                </span>
              )}
            </span>
          </Link>
        )}
        empty={<p className="text-ink-soft">N-a cumpărat nimic încă.</p>}
      />
    </Titled>
  );
}

const REFUNDS = {
  asked: 'returnare: cerută',
  done: 'returnare: făcută',
  refused: 'returnare: refuzată',
  'charged-back': 'întoarsă de bancă',
} as const;

function Ledger({ userId }: { userId: string }) {
  const query = useInfiniteQuery({
    queryKey: userListKey(userId, 'ledger'),
    queryFn: ({ pageParam, signal }) =>
      call(readUserLedger, { params: { userId }, query: pageParam ? { cursor: pageParam } : {} }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: 0,
  });
  return (
    <Titled title="Istoricul creditelor">
      <PagedList
        label="Istoricul creditelor"
        query={query}
        itemsOf={(page) => page.entries}
        keyOf={(entry) => String(entry.seq)}
        row={(entry) => <Entry entry={entry} />}
        empty={<p className="text-ink-soft">Nu s-a întâmplat nimic încă.</p>}
      />
    </Titled>
  );
}

function Entry({ entry }: { entry: CreditEntry }) {
  const { kind, source, delta, subject, reason } = entry;
  const about = reason ?? (subject?.kind === 'lot' ? `lotul ${subject.number}` : subject?.name);
  return (
    <div className="flex justify-between gap-4 px-5 py-3">
      <span className="min-w-0">
        <span className="block font-medium">{ledgerWords(kind, kind === 'grant' ? source : null)}</span>
        {about && <span className="block text-sm break-words">{about}</span>}
        <span className="block text-sm text-ink-soft">{formatStamp(new Date(entry.createdAt))}</span>
      </span>
      <span className="shrink-0 text-right">
        <span className="block font-semibold whitespace-nowrap">{creditsChange(delta)}</span>
        <span className="block text-sm text-ink-soft">sold {formatNumber(entry.balanceAfter)}</span>
      </span>
    </div>
  );
}

function Titled({ title, children }: { title: string; children: ReactNode }) {
  const { isAdmin } = useViewer();
  // In the settings the viewer's own parts have these names.
  return (
    <section aria-label={isAdmin ? title : `${title}, contul deschis`} className="min-w-0">
      <h2 className="mb-3 text-2xl">{title}</h2>
      {children}
    </section>
  );
}
