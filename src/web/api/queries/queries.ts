import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type Batch, listBatches, readBatch } from '#contract/batches.ts';
import { type Order, readOrder } from '#contract/orders.ts';
import { listPhotos } from '#contract/photos.ts';
import { readBrandKit } from '#contract/recipes/brand-kit.ts';
import { listPresets } from '#contract/recipes/presets.ts';
import { listRecipes } from '#contract/recipes/saved-recipes.ts';
import { call } from '#web/api/call.ts';
import { readDocument } from '#web/api/queries/documents.ts';
import { batchKey, keys, orderKey } from '#web/api/queries/keys.ts';

/** Reads a batch; several features share it. */
export function batchQuery(batchId: string) {
  return queryOptions<Batch>({
    queryKey: keys.batch(batchId),
    queryFn: ({ client, signal }) =>
      readDocument(client, batchKey(batchId), () => call(readBatch, { params: { batchId } }, { signal })),
  });
}

/** Reads an own order, live; read again now and then while its page is open, in case nothing comes. */
export function orderQuery(orderId: string) {
  return queryOptions<Order>({
    queryKey: keys.order(orderId),
    queryFn: ({ client, signal }) =>
      readDocument(client, orderKey(orderId), () => call(readOrder, { params: { orderId } }, { signal })),
  });
}

export const batchesQuery = queryOptions({
  queryKey: keys.batches,
  queryFn: ({ signal }) => call(listBatches, {}, { signal }),
});

/** Reads own logos, which no gallery shows. */
export const logosQuery = queryOptions({
  queryKey: [...keys.photos, 'logos'],
  queryFn: ({ signal }) => call(listPhotos, { query: { logos: '1' } }, { signal }),
});

/** Reads all own photos by pages of 500, newest first, with all their facts. */
export const photosQuery = infiniteQueryOptions({
  queryKey: [...keys.photos, 'whole'],
  queryFn: ({ pageParam, signal }) =>
    call(listPhotos, { query: pageParam ? { cursor: pageParam } : {} }, { signal }),
  initialPageParam: '',
  getNextPageParam: (page) => page.nextCursor ?? undefined,
});

/** Reads own saved recipes and their limit. */
export const recipesQuery = queryOptions({
  queryKey: keys.recipes,
  queryFn: ({ signal }) => call(listRecipes, {}, { signal }),
});

/** The brand kit that new batches begin with. */
export const brandQuery = queryOptions({
  queryKey: keys.brandKit,
  queryFn: ({ signal }) => call(readBrandKit, {}, { signal }),
});

/** The marketplaces' presets; they change a few times a year. */
export const presetsQuery = queryOptions({
  queryKey: keys.presets,
  queryFn: ({ signal }) => call(listPresets, {}, { signal }),
  staleTime: 3_600_000,
});
