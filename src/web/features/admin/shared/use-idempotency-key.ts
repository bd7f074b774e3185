import { useRef } from 'react';
import { newKey } from '#web/api/new-key.ts';

/**
 * Returns the key of one decision: the same while the same is sent again, another one after it was done or when something else is asked.
 */
export function useIdempotencyKey() {
  const sent = useRef({ what: '', key: '' });
  return {
    of(decision: object): string {
      const what = JSON.stringify(decision);
      if (sent.current.what !== what) sent.current = { what, key: newKey() };
      return sent.current.key;
    },
    done(): void {
      sent.current = { what: '', key: '' };
    },
  };
}
