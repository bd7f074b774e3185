import { useEffect } from 'react';
import { createStore, useStore } from '#web/api/store.ts';

const title = createStore('');

/**
 * Names the page in the tab and for screen readers. A kept page names itself again each time it is shown. `progress` („3/14”) stands first
 * in the tab alone: it is seen from another tab, and would be read out again and again.
 */
export function usePageTitle(name: string, progress: string | null = null): void {
  useEffect(() => {
    title.write(name);
  }, [name]);
  useEffect(() => {
    document.title = [progress, name, 'Fotolot'].filter(Boolean).join(' · ');
  }, [name, progress]);
}

export function useAnnouncedTitle(): string {
  return useStore(title);
}
