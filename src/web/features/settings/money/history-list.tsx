import type { ReactNode } from 'react';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { Button } from '#web/ui/fields/button.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

interface Row {
  readonly id: string;
  readonly what: string;
  readonly about: ReactNode;
  readonly when: string;
  readonly figure: string;
  /** The balance after the entry; null when it is not shown. */
  readonly after: string | null;
  /** Further text or actions. */
  readonly more?: ReactNode;
}

interface HistoryListProps {
  readonly query: {
    readonly isPending: boolean;
    readonly error: Error | null;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    fetchNextPage(): unknown;
    refetch(): unknown;
  };
  readonly rows: readonly Row[];
  /** Words for an empty list. */
  readonly none: string;
}

/** A list that grows on demand. */
export function HistoryList({ query, rows, none }: HistoryListProps) {
  if (query.isPending)
    return (
      <>
        <LoadingNote />
        <Skeleton className="h-24 w-full" />
      </>
    );
  if (query.error && rows.length === 0) return <ReadFailed query={query} />;
  if (rows.length === 0) return <p className="text-ink-soft">{none}</p>;
  return (
    <>
      <ul>
        {rows.map(({ id, what, about, when, figure, after, more }) => (
          <li key={id} className="border-t border-line py-3">
            <div className="flex justify-between gap-4">
              <div className="min-w-0">
                <p className="font-medium">{what}</p>
                <p className="text-sm break-words text-ink-soft">
                  {about}
                  {about && ' · '}
                  {when}
                </p>
              </div>
              <div className="shrink-0 text-right">
                <p className="font-semibold whitespace-nowrap">{figure}</p>
                {after && <p className="text-sm text-ink-soft">{after}</p>}
              </div>
            </div>
            {more}
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button look="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Arată mai multe
        </Button>
      )}
    </>
  );
}
