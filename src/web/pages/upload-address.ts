import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { isLayer } from '#web/ui/layers/use-back-closes.ts';

/**
 * Returns the batch that /upload shows, and a function for the one that was just made, null for none any more. The made one gets into the
 * address. An open camera is an entry of the history above this page's own, which Back leads to: the address waits until the camera is gone.
 */
export function useMadeBatch(isGuided: boolean): [string | null, (batchId: string | null) => void] {
  const [params, setParams] = useSearchParams();
  const [made, setMade] = useState<{ readonly id: string; readonly wasGuided: boolean } | null>(null);
  const inAddress = params.get('lot');
  const write = useEffectEvent(() => {
    if (made === null || (made.wasGuided && isLayer(window.history.state))) return;
    setParams({ lot: made.id }, { replace: true });
  });
  useEffect(() => {
    if (made === null || (made.wasGuided && isGuided)) return;
    if (inAddress !== null) return setMade(null);
    const writeNow = () => write();
    writeNow();
    window.addEventListener('popstate', writeNow);
    return () => window.removeEventListener('popstate', writeNow);
  }, [made, isGuided, inAddress]);
  const show = (id: string | null) => {
    setMade(id === null ? null : { id, wasGuided: isGuided });
    if (id === null) setParams({}, { replace: true });
  };
  return [inAddress ?? made?.id ?? null, show];
}

/** Returns whether the guided shots are open. The query `ghidat` opens them and leaves the address, which Back would open them by again. */
export function useGuidedQuery(): [boolean, (open: boolean) => void] {
  const [params, setParams] = useSearchParams();
  const [open, setOpen] = useState(false);
  const isAsked = params.has('ghidat');
  const take = useEffectEvent(() => {
    setOpen(true);
    const rest = new URLSearchParams(params);
    rest.delete('ghidat');
    setParams(rest, { replace: true });
  });
  useEffect(() => {
    if (isAsked) take();
  }, [isAsked]);
  return [open && !isAsked, setOpen];
}
