import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { readLotPage } from '#contract/adverts/pages.ts';
import { listAdverts, listSendings, readAdvert } from '#contract/adverts/sendings.ts';
import { isUnderWay } from '#domain/adverts/sending.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { connectionsQuery } from '#web/api/queries/connections-query.ts';

/** List key of the live stream. */
const SENDINGS = 'advert-sendings';
/** List key of the live stream. */
const LOT_PAGE = 'lot-page';
/** The site's fetches are no event: a sending under way is asked about now and then. */
const LOOK_MS = 2000;

/** Sendings of a lot's pictures, the newest first. */
export function sendingsQuery(batchId: string) {
  return queryOptions({
    queryKey: [SENDINGS, batchId],
    queryFn: ({ signal }) => call(listSendings, { query: { batchId } }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.sendings.some((sending) => isUnderWay(sending.state)) === true && LOOK_MS,
  });
}

/** The lot's own public page: the one that stands, else the last one. */
export function pageQuery(batchId: string) {
  return queryOptions({
    queryKey: [LOT_PAGE, batchId],
    queryFn: ({ signal }) => call(readLotPage, { params: { batchId } }, { signal }),
  });
}

/** Reads the accounts anew where one of them turns out to count no longer. */
async function noticeEnd<T>(client: QueryClient, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'adverts/reconnect')
      void client.invalidateQueries({ queryKey: connectionsQuery.queryKey });
    throw error;
  }
}

/** Own adverts of a linked account, page by page as the site gives them. */
export function advertsQuery(connectionId: string) {
  return infiniteQueryOptions({
    queryKey: ['site-adverts', connectionId],
    queryFn: ({ pageParam, signal, client }) =>
      noticeEnd(
        client,
        call(listAdverts, { params: { connectionId }, query: { offset: pageParam } }, { signal }),
      ),
    initialPageParam: 0,
    getNextPageParam: (page, _, offset) => (page.isLast ? undefined : offset + page.adverts.length),
    staleTime: 0,
  });
}

/** Products of a shop that it finds by a code or by words. */
export function productsQuery(connectionId: string, words: string) {
  return queryOptions({
    queryKey: ['site-adverts', connectionId, words],
    queryFn: ({ signal }) =>
      call(listAdverts, { params: { connectionId }, query: { search: words } }, { signal }),
    staleTime: 0,
  });
}

/** An own advert as it is now: each opening reads it anew. */
export function advertQuery(connectionId: string, advertId: string) {
  return queryOptions({
    queryKey: ['site-advert', connectionId, advertId],
    queryFn: ({ signal, client }) =>
      noticeEnd(client, call(readAdvert, { params: { connectionId, advertId } }, { signal })),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}
