import { worthSending } from '#web/features/upload/file-check.ts';
import type { PickedFile } from '#web/features/upload/upload-queue.ts';

const CACHE = 'shared';
/** Files nobody answered for by then are let go: whoever signs in later is not whom they were for. */
const LIVES_MS = 10 * 60_000;

/** Files that another app has shared into this one; the service worker has put them aside. */
export async function readSharedFiles(): Promise<PickedFile[]> {
  if (!('caches' in window)) return [];
  const cache = await caches.open(CACHE);
  const files: File[] = [];
  for (const request of await cache.keys()) {
    const kept = await cache.match(request);
    if (kept === undefined) continue;
    if (Date.now() - Number(kept.headers.get('x-shared')) > LIVES_MS) {
      await cache.delete(request);
      continue;
    }
    const name = decodeURIComponent(kept.headers.get('x-name') ?? 'foto');
    const lastModified = Number(kept.headers.get('x-modified'));
    const blob = await kept.blob();
    files.push(new File([blob], name, { type: blob.type, lastModified }));
  }
  return worthSending(files, false).map((file) => ({ file, takenAt: null }));
}

export async function forgetSharedFiles(): Promise<void> {
  if ('caches' in window) await caches.delete(CACHE);
}
