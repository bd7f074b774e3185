import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { photosQuery } from '#web/api/queries.ts';
import { shownPhotos } from '#web/features/gallery/days.ts';

/** The photos of a view, page after page. A search reads the remaining pages, or it would only search the first. */
export function usePhotos(trash: boolean, search: string) {
  const query = useInfiniteQuery(photosQuery(trash));
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isError } = query;
  const searching = search.trim() !== '';
  useEffect(() => {
    if (searching && hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage();
  }, [searching, hasNextPage, isFetchingNextPage, isError, fetchNextPage]);
  const pages = query.data?.pages;
  const photos = useMemo(
    () =>
      shownPhotos(
        (pages ?? []).flatMap((page) => page.photos),
        search,
      ),
    [pages, search],
  );
  return { query, photos, total: pages?.at(-1)?.total ?? 0 };
}
