import { queryOptions } from '@tanstack/react-query';
import { readConnections } from '#contract/adverts/connections.ts';
import { call } from '#web/api/call.ts';

/** Accounts at sites with adverts. Its key is here, since few pages read them and all pages carry the others. */
export const connectionsQuery = queryOptions({
  queryKey: ['advert-connections'],
  queryFn: ({ signal }) => call(readConnections, {}, { signal }),
});
