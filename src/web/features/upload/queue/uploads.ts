import { useEffect } from 'react';
import { defaultBatchName } from '#domain/batches/lot-name.ts';
import { createStore } from '#web/api/store.ts';
import { keepAwake } from '#web/features/upload/queue/keep-awake.ts';
import { LotMaker } from '#web/features/upload/queue/lot-maker.ts';
import { openPendingFiles } from '#web/features/upload/queue/pending-files.ts';
import { isInDanger, isOnItsWay } from '#web/features/upload/queue/queue-machine.ts';
import { sendByTus } from '#web/features/upload/queue/send-by-tus.ts';
import { uploadItems } from '#web/features/upload/queue/upload-items.ts';
import { UploadQueue } from '#web/features/upload/queue/upload-queue.ts';
import { lockTab, tabName, whileTakingOver } from '#web/features/upload/queue/upload-tab.ts';
import { identity } from '#web/session/auth.ts';
import { shrinksNow } from '#web/shared/browser-storage/shrink-choice.ts';
import { showToast } from '#web/ui/layers/toast.ts';

const after = (ms: number, run: () => void) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

/** Makes the batches of files that were picked before theirs. */
export const lots = new LotMaker({
  makeLot: async (draft) => (await import('#web/features/upload/queue/make-lot.ts')).makeLot(draft),
  amendLot: async (...amended) =>
    (await import('#web/features/upload/queue/make-lot.ts')).amendLot(...amended),
  after,
});

/** Key of the draft that /upload shows where its address names no batch. */
export const shownLotKey = createStore(tabName);
lots.whenMade((key) => shownLotKey.read() === key && shownLotKey.write(tabName));

/** The app's one queue: above the pages, so that leaving /upload stops nothing. */
export const uploads = new UploadQueue(
  {
    send: sendByTus,
    pending: openPendingFiles(),
    lots,
    tab: tabName,
    takeOver: whileTakingOver,
    newId,
    frame: nextFrame,
    after,
    isReadable: (file) =>
      file
        .slice(0, 1)
        .arrayBuffer()
        .then(
          () => true,
          () => false,
        ),
    shrinksNow,
    draftLot: () => ({ key: newId(), name: defaultBatchName(new Date()) }),
    lotReplaced: ({ name }) =>
      showToast({
        text: `Lotul nu mai există: pozele ghidate merg în „${name}”, un lot nou.`,
        timeout: 10_000,
      }),
    listZip: async (key, archive) => {
      const { listZipPhotos } = await import('#web/features/upload/zip/zip-line.ts');
      return listZipPhotos(key, archive);
    },
    gaveUp: (batchId, id) =>
      void import('#web/features/upload/queue/give-up.ts').then(
        ({ giveUp }) => giveUp(batchId, id),
        () => undefined,
      ),
  },
  uploadItems,
);

let made = 0;

/** Returns an id. Ids sort by the order in which files were picked: so do the kept copies after a reload. */
function newId(): string {
  made += 1;
  const random = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  return `${Date.now().toString(36)}-${String(made).padStart(6, '0')}-${random.toString(36)}`;
}

/** Runs at the next frame; a hidden tab paints none but goes on uploading. */
function nextFrame(run: () => void): void {
  if (document.visibilityState === 'visible') requestAnimationFrame(run);
  else setTimeout(run, 500);
}

// The queue takes part among the tabs and tries again as soon as the network or the person is back.
lockTab();
identity.subscribe(() => identity.read().state === 'out' && uploads.forgetPerson());
window.addEventListener('online', () => uploads.retryNow());
const stayAwake = () => keepAwake(uploads.items.read().some(isOnItsWay));
uploads.items.subscribe(stayAwake);
window.addEventListener('beforeunload', (event) => {
  if (uploads.items.read().some(isInDanger)) event.preventDefault();
});
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState !== 'visible') return;
  uploads.retryNow();
  stayAwake();
});

/** Goes on with files that earlier visits left unfinished. */
export function useResumedUploads(uid: string | undefined): void {
  useEffect(() => {
    if (uid === undefined) return;
    void uploads.resumeUploads(uid);
    const takeUp = () => {
      if (document.visibilityState === 'visible') void uploads.resumeUploads(uid);
    };
    document.addEventListener('visibilitychange', takeUp);
    return () => document.removeEventListener('visibilitychange', takeUp);
  }, [uid]);
}
