import { useLayoutEffect } from 'react';

const told = new WeakSet<Error>();

/** The page says in its own place what could not be read: nothing else has to. */
export function useTold(error: Error | null): void {
  useLayoutEffect(() => {
    if (error !== null) told.add(error);
  }, [error]);
}

export function isTold(error: Error | null): boolean {
  return error !== null && told.has(error);
}
