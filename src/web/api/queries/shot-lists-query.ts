import { queryOptions } from '@tanstack/react-query';
import { readShotLists } from '#contract/shots/shot-lists.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';

/** Own lists of guided shots. */
export const shotListsQuery = queryOptions({
  queryKey: keys.shotLists,
  queryFn: ({ signal }) => call(readShotLists, {}, { signal }),
});
