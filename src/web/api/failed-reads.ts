import type { Query, QueryClient } from '@tanstack/react-query';
import { errorAsSentence, isUnanswered } from '#web/api/api-error.ts';
import { whenBack } from '#web/api/reachability.ts';
import { isReported } from '#web/api/reported-errors.ts';
import { closeToast, showToast } from '#web/ui/layers/toast.ts';

const MESSAGE = 'failed-reads';
/** Time by which a place that says it stands on the page. */
const SETTLE_MS = 300;

/** True for a first read that failed and that no place on the page reports; the offline notice reports an unreachable server. */
function isUnreported({ state }: Query): boolean {
  const { status, data, error } = state;
  return (
    status === 'error' && data === undefined && error !== null && !isUnanswered(error) && !isReported(error)
  );
}

/**
 * Lets no read of a page fail in silence: a failure that no place reports becomes a message over the page with another try, until it is
 * mended or out of sight. Reads that failed for want of a connection are repeated when that is back.
 */
export function followFailedReads(client: QueryClient): () => void {
  const cache = client.getQueryCache();
  let said: readonly unknown[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    timer = undefined;
    const failed = cache.findAll({ type: 'active', predicate: isUnreported });
    const errors = failed.map(({ state }) => state.error);
    if (errors.length === 0 && said.length > 0) closeToast(MESSAGE);
    if (errors.some((error) => !said.includes(error)))
      showToast({
        id: MESSAGE,
        text: `O parte din pagină lipsește. ${errorAsSentence(errors[0])}`,
        negative: true,
        timeout: 0,
        action: {
          label: 'Încearcă din nou',
          onPress: () => {
            said = [];
            void client.refetchQueries({ type: 'active', predicate: isUnreported });
          },
        },
      });
    said = errors;
  };
  const unsubscribe = cache.subscribe(() => {
    timer ??= setTimeout(look, SETTLE_MS);
  });
  const stop = whenBack(
    () => void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' }),
  );
  return () => {
    clearTimeout(timer);
    unsubscribe();
    stop();
  };
}
