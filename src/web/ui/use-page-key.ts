import { useEffectEvent, useLayoutEffect } from 'react';

/** Hears every key on the page from the moment that the component is seen. A passive effect would lose one that is pressed at once. */
export function usePageKey(hear: (event: KeyboardEvent) => void): void {
  const hearLatest = useEffectEvent(hear);
  useLayoutEffect(() => {
    const handleKey = (event: KeyboardEvent) => hearLatest(event);
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);
}
