import { askDownload } from '#contract/gallery.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { closeToast, showToast } from '#web/ui/layers/toast.ts';

const WAITS = 'download-waits';
/** Time after which the wait is said: a place that is free is had sooner. */
const SILENT_MS = 1_500;

/**
 * Begins a download once the server has a place for it: browsers show no word of a link's own refusal. Throws ApiError when it is refused.
 */
export async function beginDownload(url: string): Promise<void> {
  const note = setTimeout(() => {
    showToast({
      id: WAITS,
      text: 'Descărcarea începe când se termină una dintre celelalte.',
      timeout: 30_000,
    });
  }, SILENT_MS);
  try {
    await call(askDownload, {});
  } finally {
    clearTimeout(note);
    closeToast(WAITS);
  }
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

/** Does the same for the press of a link; a refusal becomes a toast. */
export function beginPressedDownload(url: string): void {
  beginDownload(url).catch((error: unknown) => showToast({ text: errorMessage(error), negative: true }));
}
