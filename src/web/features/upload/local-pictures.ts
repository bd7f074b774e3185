import { createStore, useStore } from '#web/api/store.ts';

/** Side of the little pictures of files that the server has not seen yet, made one at a time on this device. */
const SIDE = 240;
const pictures = createStore<ReadonlyMap<string, string>>(new Map());
const begun = new Set<string>();
let last: Promise<unknown> = Promise.resolve();

async function shrinkToUrl(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file, { resizeWidth: SIDE, resizeQuality: 'low' });
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return URL.createObjectURL(await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.7 }));
}

async function addLocalPicture(id: string): Promise<void> {
  const { uploads } = await import('#web/features/upload/queue/uploads.ts');
  const blob = uploads.getBlob(id);
  if (blob === null || blob.size === 0) return;
  const url = await shrinkToUrl(blob);
  pictures.write(new Map(pictures.read()).set(id, url));
}

/**
 * Returns a file's picture; null for a file that this browser can't read (HEIC): it keeps its placeholder until the server's picture comes.
 */
export function useLocalPicture(uploadId: string | null): string | null {
  const all = useStore(pictures);
  if (uploadId === null) return null;
  if (!begun.has(uploadId)) {
    begun.add(uploadId);
    last = last.then(() => addLocalPicture(uploadId)).catch(() => undefined);
  }
  return all.get(uploadId) ?? null;
}
