import { useMutation } from '@tanstack/react-query';
import { beginConnection } from '#contract/adverts/connections.ts';
import type { PageSiteName } from '#domain/adverts/sites.ts';
import { call } from '#web/api/call.ts';

/** Sends the browser to a site's page of consent, from which it comes back to the batch, if one is given. */
export function useBeginConnection(batchId?: string) {
  return useMutation({
    mutationFn: (site: PageSiteName) =>
      call(beginConnection, { body: { site, ...(batchId !== undefined && { batchId }) } }),
    // Nothing of this page is left to do.
    onSuccess: ({ url }) => window.location.assign(url),
  });
}
