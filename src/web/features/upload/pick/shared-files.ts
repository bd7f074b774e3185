import { worthSending } from '#web/features/upload/pick/file-check.ts';
import type { PickedFile } from '#web/features/upload/queue/upload-queue.ts';

const CACHE = 'shared';
/** Files not taken by then are deleted: a user who signs in later may not be the one who shared them. */
const LIVES_MS = 10 * 60_000;

/** Files that a page or app shared at once, kept by the service worker. */
export interface Share {
  readonly id: string;
  readonly files: readonly PickedFile[];
}

/** Returns the waiting shares, the earliest first. */
export async function readShares(): Promise<readonly Share[]> {
  if (!('caches' in window)) return [];
  // A private window may have no storage at all, and a cache that is opened is made.
  if (!(await caches.has(CACHE).catch(() => false))) return [];
  const cache = await caches.open(CACHE);
  const shares = new Map<string, File[]>();
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
    const id = shareOf(request);
    const file = new File([blob], name, { type: blob.type, lastModified });
    shares.set(id, [...(shares.get(id) ?? []), file]);
  }
  const found: Share[] = [];
  for (const [id, files] of shares) {
    const worth = worthSending(files, false).map((file) => ({ file, takenAt: null }));
    if (worth.length > 0) found.push({ id, files: worth });
    // Nothing in it is worth sending: it makes room for others.
    else await forgetShare(id);
  }
  return found.sort((a, b) => (a.id < b.id ? -1 : 1));
}

export async function forgetShare(id: string): Promise<void> {
  if (!('caches' in window)) return;
  const cache = await caches.open(CACHE);
  for (const request of await cache.keys()) if (shareOf(request) === id) await cache.delete(request);
}

/** `/shared/<share>/<file>` */
function shareOf({ url }: Request): string {
  return new URL(url).pathname.split('/')[2] ?? '';
}
