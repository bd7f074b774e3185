import { useEffect, useEffectEvent } from 'react';

let opened = 0;

/** True when an entry of the history is that of an open layer. */
export function isLayer(state: unknown): boolean {
  return typeof (state as { layer?: unknown } | null)?.layer === 'string';
}

/** Lets the browser's Back close the layer while it is open: it is an entry of the history that keeps the address. */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!open) return;
    opened += 1;
    const layer = `${Date.now()}-${opened}`;
    const isOnTop = () => (window.history.state as { layer?: string } | null)?.layer === layer;
    window.history.pushState({ ...window.history.state, layer }, '');
    const handleBack = () => isOnTop() || close();
    window.addEventListener('popstate', handleBack);
    return () => {
      window.removeEventListener('popstate', handleBack);
      if (isOnTop()) window.history.back();
    };
  }, [open]);
}
