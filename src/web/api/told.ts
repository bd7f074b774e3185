import { useLayoutEffect } from 'react';
import { isMissing } from '#web/api/api-error.ts';

const told = new WeakSet<Error>();

/** The page says in its own place what could not be read: nothing else has to. */
export function useTold(error: Error | null): void {
  useLayoutEffect(() => {
    if (error !== null) told.add(error);
  }, [error]);
}

/** True when the object in the URL does not exist, or not for this user: the page says so itself. */
export function useMissing(error: Error | null): boolean {
  const missing = isMissing(error);
  useTold(missing ? error : null);
  return missing;
}

export function isTold(error: Error | null): boolean {
  return error !== null && told.has(error);
}
