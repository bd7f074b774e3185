import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { type GalleryItem, listGallery } from '#contract/gallery.ts';
import type { GalleryKind } from '#domain/photos/gallery.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';
import type { Filters } from '#web/features/gallery/gallery-url.ts';

/** Reads the items of a view, page after page; while other filters load, the old items stay. */
export function useGalleryItems(kind: GalleryKind, filters: Filters) {
  const query = useInfiniteQuery({
    queryKey: keys.gallery(kind, filters),
    queryFn: ({ pageParam, signal }) =>
      call(
        listGallery,
        { query: { kind, ...filters, ...(pageParam ? { cursor: pageParam } : {}) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const pages = query.data?.pages;
  const items = useMemo(() => (pages ?? []).flatMap((page) => page.items), [pages]);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  // A failed page is not retried by itself: the page says so and offers it.
  const mayReadOn = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  const readOn = useCallback(() => {
    if (mayReadOn) void fetchNextPage();
  }, [mayReadOn, fetchNextPage]);
  /** Reads to the end. */
  const readAll = useCallback(async (): Promise<readonly GalleryItem[]> => {
    let read = await fetchNextPage();
    while (read.hasNextPage && !read.isError) read = await fetchNextPage();
    return (read.data?.pages ?? []).flatMap((page) => page.items);
  }, [fetchNextPage]);
  return { query, items, total: pages?.[0]?.total ?? null, readOn, readAll };
}
