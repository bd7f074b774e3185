import { useOpenDialogs } from '#web/ui/layers/open-dialogs.ts';
import { usePageKey } from '#web/ui/use-page-key.ts';

/** Lets Control+Enter press the start from anywhere on the page; null when it cannot be pressed. Keys under a dialog are the dialog's. */
export function useStartKey(start: (() => void) | null): void {
  const isFree = useOpenDialogs() === 0;
  usePageKey((event) => {
    if (start === null || !isFree || event.repeat || event.defaultPrevented) return;
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    start();
  });
}
