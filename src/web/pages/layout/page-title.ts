import { useEffect } from 'react';
import { createStore, useStore } from '#web/api/store.ts';

const title = createStore('');

/** Names the page in the tab and for screen readers. A kept page names itself again each time it is shown. */
export function usePageTitle(name: string): void {
  useEffect(() => {
    document.title = `${name} · Fotolot`;
    title.write(name);
  }, [name]);
}

export function useAnnouncedTitle(): string {
  return useStore(title);
}
