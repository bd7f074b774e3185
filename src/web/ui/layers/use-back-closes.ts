import { useEffect, useEffectEvent } from 'react';

let opened = 0;
/** Open layers: the entry of any other is left behind, and the next layer takes it over. */
const openLayers = new Set<string>();

function getLayer(state: unknown): string | null {
  const { layer = null } = (state ?? {}) as { layer?: unknown };
  return typeof layer === 'string' ? layer : null;
}

/** True when an entry of the history is that of an open layer. */
export function isLayer(state: unknown): boolean {
  return getLayer(state) !== null;
}

/** Lets the browser's Back close the layer while it is open: it is an entry of the history that keeps the address. */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!open) return;
    opened += 1;
    const layer = `${Date.now()}-${opened}`;
    const isOnTop = () => getLayer(window.history.state) === layer;
    enterLayer(layer);
    const handleBack = () => isOnTop() || close();
    window.addEventListener('popstate', handleBack);
    return () => {
      window.removeEventListener('popstate', handleBack);
      openLayers.delete(layer);
      // A redirect of the same moment, as at the end of the session, takes the entry over: a step back would undo the redirect.
      setTimeout(() => isOnTop() && window.history.back());
    };
  }, [open]);
}

function enterLayer(layer: string): void {
  const { history } = window;
  const onTop = getLayer(history.state);
  const isLeftBehind = onTop !== null && !openLayers.has(onTop);
  history[isLeftBehind ? 'replaceState' : 'pushState']({ ...history.state, layer }, '');
  openLayers.add(layer);
}
