import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Returns a ref to `value` as last rendered, for handlers that are called later; effects use useEffectEvent instead. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
