import { type ComponentType, useEffect, useState } from 'react';
import { whenToastsWait } from '#web/ui/layers/toast.ts';

/** The toaster, fetched with the first touch or key, or with the first message, so that it is there when the connection is not. */
export function Toasts() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    const touched = new AbortController();
    const load = () => {
      import('#web/ui/layers/toaster.tsx').then(
        (loaded) => {
          touched.abort();
          setToaster(() => loaded.Toaster);
        },
        () => undefined,
      );
    };
    whenToastsWait(load);
    for (const event of ['pointerdown', 'keydown'])
      window.addEventListener(event, load, { signal: touched.signal, passive: true });
    return () => touched.abort();
  }, []);
  return Toaster && <Toaster />;
}
