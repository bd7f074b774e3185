import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type CreditEntry, readCreditHistory } from '#contract/credits.ts';
import { creditsChange, ledgerWords } from '#domain/language/ledger-words.ts';
import { formatNumber } from '#domain/language/plural.ts';
import { formatStamp } from '#domain/language/time.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';
import { HistoryList } from '#web/features/settings/money/history-list.tsx';
import { batchName } from '#web/text/batch-words.ts';

/** The ledger in words, newest first; read anew when the balance changes. */
export function CreditHistory({ balance }: { balance: number }) {
  const query = useInfiniteQuery({
    queryKey: keys.creditHistory(balance),
    queryFn: ({ pageParam, signal }) =>
      call(readCreditHistory, { query: pageParam ? { cursor: pageParam } : {} }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return (
    <HistoryList
      query={query}
      rows={(query.data?.pages ?? [])
        .flatMap(({ entries }) => entries)
        .map((entry) => ({
          id: String(entry.seq),
          what: describeEntry(entry),
          about: renderEntrySubject(entry),
          when: formatStamp(new Date(entry.createdAt)),
          figure: creditsChange(entry.delta),
          after: `sold ${formatNumber(entry.balanceAfter)}`,
        }))}
      none="Nu s-a întâmplat nimic încă cu creditele tale."
    />
  );
}

/** An expiry says whose credits they were, in the words of their grant. */
function describeEntry({ kind, source }: CreditEntry): string {
  const words = ledgerWords(kind, source);
  return kind === 'expire' && source ? `${words}: ${ledgerWords('grant', source).toLowerCase()}` : words;
}

function renderEntrySubject({ subject, reason }: CreditEntry): ReactNode {
  if (reason !== null) return reason;
  if (subject === null) return null;
  if (subject.kind === 'purchase') return subject.name;
  if (subject.id === null) return `${batchName(subject)} (șters)`;
  return (
    <Link to={`/process/${subject.id}`} className="link font-medium">
      {batchName(subject)}
    </Link>
  );
}
