import { queryOptions } from '@tanstack/react-query';
import { readMe, type UserDocument } from '#contract/users.ts';
import { call } from '#web/api/call.ts';
import { readDocument } from '#web/api/queries/documents.ts';
import { keys, ME } from '#web/api/queries/keys.ts';

/** Reads the user document. Apart from the other reads: the first screen needs this one alone. */
export const meQuery = queryOptions<UserDocument>({
  queryKey: keys.me,
  queryFn: ({ client, signal }) => readDocument(client, ME, () => call(readMe, {}, { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});
