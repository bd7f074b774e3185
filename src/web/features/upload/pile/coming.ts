import { useSyncExternalStore } from 'react';
import type { Batch } from '#contract/batches.ts';
import type { Photo } from '#contract/photos.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { isOnItsWay, type UploadItem } from '#web/features/upload/queue/queue-machine.ts';
import { uploadItems } from '#web/features/upload/queue/upload-items.ts';

/** Photos of a lot that are not ready yet. */
export interface Coming {
  /** Files of this browser that the lot does not name yet. */
  readonly unknown: number;
  /** Photos whose bytes are on their way, from this browser or another one. */
  readonly uploading: number;
  readonly preparing: number;
}

/** `items`: files that this browser has on their way to the lot. */
export function countComing(
  { photoIds, photos }: Pick<Batch, 'photoIds' | 'photos'>,
  items: readonly UploadItem[],
): Coming {
  const count = (state: Photo['state']) => photoIds.filter((id) => photos[id]?.state === state).length;
  return {
    unknown: items.filter(({ photoId }) => photos[photoId ?? ''] === undefined).length,
    uploading: count('uploading'),
    preparing: count('preparing'),
  };
}

export function countSending({ unknown, uploading }: Coming): number {
  return unknown + uploading;
}

/** Returns „Se mai trimit 2 fotografii”, „Se mai pregătește o fotografie”; empty where all are ready. */
export function comingWords(coming: Coming): string {
  const sending = countSending(coming);
  if (sending === 1) return 'Se mai trimite o fotografie';
  if (sending > 1) return `Se mai trimit ${formatCount(sending, NOUNS.photo)}`;
  const { preparing } = coming;
  if (preparing === 1) return 'Se mai pregătește o fotografie';
  return preparing > 1 ? `Se mai pregătesc ${formatCount(preparing, NOUNS.photo)}` : '';
}

/** Returns the files that this browser has on their way; the same list for as long as only their progress changes. */
export function useComingFiles(): readonly UploadItem[] {
  return useSyncExternalStore(uploadItems.subscribe, readComingFiles);
}

let known: readonly UploadItem[] = [];

function readComingFiles(): readonly UploadItem[] {
  const files = uploadItems.read().filter(isOnItsWay);
  const isSame = files.every((file, i) => {
    const before = known[i];
    return before?.id === file.id && before.photoId === file.photoId && before.batchId === file.batchId;
  });
  if (!isSame || files.length < known.length) known = files;
  return known;
}

/** Returns the lot that a file joins: where its pile was divided while it was sent, the one that its photo went to. */
export function findPlace({ photoId, batchId }: UploadItem, lots: readonly Batch[]): string | null {
  const place = photoId === null ? undefined : lots.find(({ photos }) => photos[photoId] !== undefined);
  return place?.id ?? batchId;
}
