import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

const ANCHOR_DELAY_MS = 100;
const ANCHOR_OFFSET_PX = 80;

/** Gives the focus to the heading after another page was opened, not at the first load. */
export function useFocusOnPage(): void {
  const { pathname, search } = useLocation();
  const page = pathname + /\b(view|order)=\w+/.exec(search)?.[0];
  const seen = useRef(page);
  useEffect(() => {
    if (seen.current === page) return;
    seen.current = page;
    // A first load may be led elsewhere.
    if (document.querySelector('[data-splash]') !== null) return;
    const timer = setTimeout(() => {
      // Without a connection the code cannot be fetched, nor the page itself: the focus stays.
      import('#web/pages/layout/focus.ts').then(
        ({ focusPage }) => focusPage(),
        () => undefined,
      );
    }, 50);
    return () => clearTimeout(timer);
  }, [page]);
}

/** Returns the part after # in the address; one that could not be an id breaks no page. */
function anchorId(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}

/** False when the hash names nothing, not yet at least. */
function scrollToAnchor(hash: string): boolean {
  const anchor = document.getElementById(anchorId(hash));
  if (anchor === null) return false;
  const top = anchor.getBoundingClientRect().top + window.scrollY - ANCHOR_OFFSET_PX;
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollTo({ top, behavior: calm ? 'auto' : 'smooth' });
  return true;
}

/** Keeps late content (prices from the server) from pushing the anchor away, until the user scrolls. */
function followAnchor(hash: string): () => void {
  let height = document.body.offsetHeight;
  // Changes before the observer's first call are part of that call.
  const watch = new ResizeObserver(() => {
    if (document.body.offsetHeight === height) return;
    height = document.body.offsetHeight;
    scrollToAnchor(hash);
  });
  const touched = new AbortController();
  const stop = () => {
    watch.disconnect();
    touched.abort();
  };
  watch.observe(document.body);
  for (const event of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
    window.addEventListener(event, stop, { passive: true, signal: touched.signal });
  return stop;
}

/**
 * An anchor is scrolled to smoothly after 100 ms with 80 px above it; any other navigation starts at the top, Back, a reload and a hash
 * that names nothing too. */
export function useScrolling(): void {
  const { pathname, search, hash, key } = useLocation();
  useEffect(() => {
    history.scrollRestoration = 'manual';
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link pressed again is a new key and scrolls again
  useEffect(() => {
    if (hash === '') {
      window.scrollTo(0, 0);
      return;
    }
    let stop = () => {};
    const timer = setTimeout(() => {
      if (!scrollToAnchor(hash)) window.scrollTo(0, 0);
      stop = followAnchor(hash);
    }, ANCHOR_DELAY_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [pathname, search, hash, key]);
}
