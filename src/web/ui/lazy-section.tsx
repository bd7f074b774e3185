import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** Distance below the screen at which loading begins. */
const AHEAD = '400px';
const SOON_MS = 300;

interface LazySectionProps {
  /** Stands there meanwhile. */
  readonly placeholder?: ReactNode;
  readonly children: ReactNode;
}

/** Fetches its part after the first load: when it comes near the screen, or once the page has loaded and rests. */
export function LazySection({
  placeholder = <Skeleton className="h-40 w-full" />,
  children,
}: LazySectionProps) {
  const here = useRef<HTMLDivElement>(null);
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (isWanted || !here.current) return;
    const want = () => setWanted(true);
    const watch = new IntersectionObserver((seen) => seen.some((entry) => entry.isIntersecting) && want(), {
      rootMargin: AHEAD,
    });
    watch.observe(here.current);
    let timer = 0;
    const rest = () => {
      timer = window.setTimeout(want, SOON_MS);
    };
    if (document.readyState === 'complete') rest();
    else window.addEventListener('load', rest);
    return () => {
      watch.disconnect();
      window.clearTimeout(timer);
      window.removeEventListener('load', rest);
    };
  }, [isWanted]);
  return (
    <div ref={here}>{isWanted ? <Suspense fallback={placeholder}>{children}</Suspense> : placeholder}</div>
  );
}
