import { useLayoutEffect } from 'react';
import { isMissing } from '#web/api/api-error.ts';

const reported = new WeakSet<Error>();

/** Notes that the page says in its own place what could not be read: nothing else has to. */
export function useReported(error: Error | null): void {
  useLayoutEffect(() => {
    if (error !== null) reported.add(error);
  }, [error]);
}

/** True when the object in the URL does not exist, or not for this user: the page says so itself. */
export function useMissing(error: Error | null): boolean {
  const missing = isMissing(error);
  useReported(missing ? error : null);
  return missing;
}

export function isReported(error: Error | null): boolean {
  return error !== null && reported.has(error);
}
