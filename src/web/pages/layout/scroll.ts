import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

export const ANCHOR_DELAY_MS = 100;
export const ANCHOR_OFFSET_PX = 80;

/** After another page was opened (not at the first load) the focus goes to its heading. */
export function useFocusOnPage(): void {
  const { pathname, search } = useLocation();
  const page = pathname + /view=\w+/.exec(search);
  const seen = useRef(page);
  useEffect(() => {
    if (seen.current === page) return;
    seen.current = page;
    const timer = setTimeout(async () => (await import('#web/pages/layout/focus.ts')).focusPage(), 50);
    return () => clearTimeout(timer);
  }, [page]);
}

/** An anchor is scrolled to smoothly after 100 ms with 80 px above it; any other navigation starts at the top. */
export function useScrolling(): void {
  const { pathname, search, hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link pressed again is a new key and scrolls again
  useEffect(() => {
    if (hash === '') {
      window.scrollTo(0, 0);
      return;
    }
    const timer = setTimeout(() => {
      const anchor = document.getElementById(decodeURIComponent(hash.slice(1)));
      if (anchor === null) return;
      const top = anchor.getBoundingClientRect().top + window.scrollY - ANCHOR_OFFSET_PX;
      const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
      window.scrollTo({ top, behavior: calm ? 'auto' : 'smooth' });
    }, ANCHOR_DELAY_MS);
    return () => clearTimeout(timer);
  }, [pathname, search, hash, key]);
}
