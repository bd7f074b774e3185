import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createBatch } from '#contract/batches.ts';
import type { GalleryItem } from '#contract/gallery.ts';
import { fetchZip, prepareZip } from '#contract/gallery.ts';
import { purgePhotos, restorePhotos, trashPhotos } from '#contract/photos.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { MOST_IN_ZIP } from '#domain/photos/gallery.ts';
import { call, routeUrl } from '#web/api/call.ts';
import { beginDownload } from '#web/api/downloads.ts';
import { putDocument } from '#web/api/queries/documents.ts';
import { batchKey, keys } from '#web/api/queries/keys.ts';
import { deselectPhotos, type Selection } from '#web/features/gallery/photos/selection.ts';
import { showToast } from '#web/ui/layers/toast.ts';

const UNDO_MS = 8000;
const CHUNK_SIZE = 500;

/** The wire takes 500 ids at a time. */
async function inParts(
  photoIds: readonly string[],
  send: (part: string[]) => Promise<{ photoIds: string[] }>,
): Promise<{ photoIds: string[] }> {
  const answered: string[] = [];
  for (let start = 0; start < photoIds.length; start += CHUNK_SIZE) {
    answered.push(...(await send(photoIds.slice(start, start + CHUNK_SIZE))).photoIds);
  }
  return { photoIds: answered };
}

const describeTrashed = (n: number) =>
  `${formatCount(n, NOUNS.photo)} ${n === 1 ? 'mutată' : 'mutate'} în coș`;
const describeRestored = (n: number) =>
  `${formatCount(n, NOUNS.photo)} ${n === 1 ? 'scoasă' : 'scoase'} din coș`;

function describePurged(n: number, asked: number): string {
  const kept = asked - n;
  const one = kept === 1;
  const gone = `${formatCount(n, NOUNS.photo)} ${n === 1 ? 'ștearsă' : 'șterse'} definitiv`;
  const rest = `${formatCount(kept, NOUNS.photo)} ${one ? 'a' : 'au'} rămas: ${one ? 'se procesează sau nu mai e' : 'se procesează sau nu mai sunt'} în coș`;
  return [n > 0 ? gone : null, kept > 0 ? rest : null].filter(Boolean).join('. ');
}

/** Photos of the trash to delete for good once the user confirms. */
export interface PendingDeletion {
  readonly photoIds: readonly string[];
  /** Everything that is in the trash. */
  readonly isAll: boolean;
}

interface ActionsProps {
  readonly onBatch: (batchId: string) => void;
  readonly onSelect: (next: (selection: Selection) => Selection) => void;
}
export type GalleryActions = ReturnType<typeof useGalleryActions>;

/** Actions on chosen photos. Callbacks live on the mutation: those of a single call are lost while the page is hidden. */
export function useGalleryActions({ onBatch, onSelect }: ActionsProps) {
  const client = useQueryClient();
  const readAgain = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: keys.photos }),
      client.invalidateQueries({ queryKey: keys.batches }),
    ]);
  const leave = (ids: readonly string[]) => onSelect((selection) => deselectPhotos(selection, ids));
  const restore = useMutation({
    mutationFn: (ids: readonly string[]) =>
      inParts(ids, (photoIds) => call(restorePhotos, { body: { photoIds } })),
    onSuccess: async ({ photoIds }) => {
      leave(photoIds);
      await readAgain();
      showToast({ text: describeRestored(photoIds.length) });
    },
  });
  const trash = useMutation({
    mutationFn: (ids: readonly string[]) =>
      inParts(ids, (photoIds) => call(trashPhotos, { body: { photoIds } })),
    onSuccess: async ({ photoIds }) => {
      leave(photoIds);
      await readAgain();
      showToast({
        text: describeTrashed(photoIds.length),
        timeout: UNDO_MS,
        action: {
          label: photoIds.length === 1 ? 'Pune-o la loc' : 'Pune-le la loc',
          onPress: () => restore.mutate(photoIds),
        },
      });
    },
  });
  const [pendingDeletion, requestDeletion] = useState<PendingDeletion | null>(null);
  const purge = useMutation({
    mutationFn: (ids: readonly string[]) =>
      inParts(ids, (photoIds) => call(purgePhotos, { body: { photoIds } })),
    onSuccess: async ({ photoIds }, asked) => {
      leave(photoIds);
      await readAgain();
      showToast({ text: describePurged(photoIds.length, asked.length) });
    },
    onSettled: () => requestDeletion(null),
  });
  const makeBatch = useMutation({
    mutationFn: (photoIds: readonly string[]) => call(createBatch, { body: { photoIds: [...photoIds] } }),
    onSuccess: (batch) => {
      putDocument(client, batchKey(batch.id), batch);
      void client.invalidateQueries({ queryKey: keys.batches });
      onBatch(batch.id);
    },
  });
  return { onBatch, makeBatch, trash, restore, purge, pendingDeletion, requestDeletion, zip: useZip() };
}

/** The server remembers what was chosen; the browser then fetches it as any other download. */
function useZip() {
  return useMutation({
    mutationFn: async (items: readonly GalleryItem[]) => {
      if (items.length > MOST_IN_ZIP) {
        showToast({ text: `Un ZIP ține cel mult ${formatCount(MOST_IN_ZIP, NOUNS.file)}.`, negative: true });
        return;
      }
      const of = (isResult: boolean) =>
        items.flatMap(({ id, result }) => ((result !== null) === isResult ? [id] : []));
      const { zipId } = await call(prepareZip, { body: { photoIds: of(false), resultIds: of(true) } });
      await beginDownload(routeUrl(fetchZip, { params: { zipId } }));
    },
  });
}
