import { worthSending } from '#web/features/upload/file-check.ts';
import type { PickedFile } from '#web/features/upload/upload-queue.ts';

/** Files that another app has shared into this one, each once: the service worker has put them aside. */
export async function takeSharedFiles(): Promise<PickedFile[]> {
  if (!('caches' in window)) return [];
  const cache = await caches.open('shared');
  const files: File[] = [];
  for (const request of await cache.keys()) {
    const kept = await cache.match(request);
    await cache.delete(request);
    if (kept === undefined) continue;
    const name = decodeURIComponent(kept.headers.get('x-name') ?? 'foto');
    const lastModified = Number(kept.headers.get('x-modified'));
    const blob = await kept.blob();
    files.push(new File([blob], name, { type: blob.type, lastModified }));
  }
  return worthSending(files, false).map((file) => ({ file, takenAt: null }));
}
