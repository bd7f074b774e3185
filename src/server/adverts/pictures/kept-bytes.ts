import { LRUCache } from 'lru-cache';
import type { App } from '#server/app.ts';
import { publicPictureKey } from '#server/photos/file-keys.ts';

/** Bytes of memory; a page has some megabytes. */
const MOST_BYTES = 32 * 1024 * 1024;
/** A larger picture is streamed from its file. */
export const LARGEST_KEPT = 1024 * 1024;

type Files = Pick<App, 'files'>['files'];

/**
 * Returns a reader of small public pictures that keeps those asked for last in memory. Their content never changes. Many readers of one page
 * would else fill new buffers all the time, and clearing them away holds up the requests of people at work. A picture whose file is gone is undefined.
 */
export function createPictureReader(files: Files): (id: string) => Promise<Buffer | undefined> {
  const kept = new LRUCache<string, Buffer>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ length }) => Math.max(1, length),
    fetchMethod: async (id) => readWhole(files, id),
  });
  return (id) => kept.fetch(id);
}

async function readWhole(files: Files, id: string): Promise<Buffer | undefined> {
  const opened = await files.open(publicPictureKey(id));
  if (opened === null) return undefined;
  return Buffer.concat(await opened.body.toArray());
}
