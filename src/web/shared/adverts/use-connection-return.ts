import { CONNECTION_OUTCOMES, type ConnectionOutcome } from '#domain/adverts/connection.ts';
import { type QueryOutcome, useQueryOutcome } from '#web/shared/use-query-outcome.ts';

/** Reads how a visit to a site ended from which the browser has just come back. */
export function useConnectionReturn(): QueryOutcome<ConnectionOutcome> {
  return useQueryOutcome('connection', CONNECTION_OUTCOMES);
}
