import { queryOptions } from '@tanstack/react-query';
import { listApiKeys } from '#contract/api/keys.ts';
import { listWebhooks } from '#contract/api/webhooks.ts';
import { call } from '#web/api/call.ts';

/** Own API keys. Its key is here, since the settings alone read them. */
export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: ({ signal }) => call(listApiKeys, {}, { signal }),
  // Programs use them meanwhile.
  staleTime: 0,
});

/** Own webhooks with what was sent to them. */
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => call(listWebhooks, {}, { signal }),
  staleTime: 0,
});
