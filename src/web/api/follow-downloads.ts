/** Every link to a file of the server begins its download once there is a place for it. */
export function followDownloads(target: EventTarget): void {
  target.addEventListener('click', (event) => {
    const url = downloadPressed(event as MouseEvent);
    if (url === null) return;
    event.preventDefault();
    void import('#web/api/downloads.ts').then(
      ({ beginPressedDownload }) => beginPressedDownload(url),
      // Without the scripts the browser has to do it alone.
      () => window.location.assign(url),
    );
  });
}

/** Returns null for any other press, also for one with a key that asks for another tab or a named file. */
function downloadPressed(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a[download]') : null;
  const url = link?.getAttribute('href') ?? '';
  return url.startsWith('/api/') ? url : null;
}
