import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { Button } from '#web/ui/fields/button.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

interface PagedListProps<Page, Item> {
  readonly label: string;
  readonly query: UseInfiniteQueryResult<InfiniteData<Page>>;
  readonly itemsOf: (page: Page) => readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly row: (item: Item) => ReactNode;
  readonly empty: ReactNode;
}

/** A list of the server's that grows on demand; its shown part stays while the connection is away. */
export function PagedList<Page, Item>(props: PagedListProps<Page, Item>) {
  const { label, query, itemsOf, keyOf, row, empty } = props;
  const items = query.data?.pages.flatMap((page) => itemsOf(page)) ?? [];
  return (
    <div aria-busy={query.isFetching}>
      {query.isPending && (
        <>
          <LoadingNote />
          <Skeleton className="h-64 rounded-3xl" />
        </>
      )}
      <ReadFailed panel query={query} />
      {query.data && items.length === 0 && empty}
      {items.length > 0 && (
        <ul aria-label={label} className="divide-y divide-line rounded-3xl border border-line bg-card">
          {items.map((item) => (
            <li key={keyOf(item)}>{row(item)}</li>
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <div className="mt-5">
          <Button look="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Arată mai multe
          </Button>
        </div>
      )}
    </div>
  );
}
