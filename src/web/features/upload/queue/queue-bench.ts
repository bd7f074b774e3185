import { createStore } from '#web/api/store.ts';
import { type LotDraft, LotMaker } from '#web/features/upload/queue/lot-maker.ts';
import type { PendingFile } from '#web/features/upload/queue/pending-files.ts';
import type { UploadItem } from '#web/features/upload/queue/queue-machine.ts';
import type { SendEvents, SendJob } from '#web/features/upload/queue/send-job.ts';
import { UploadQueue } from '#web/features/upload/queue/upload-queue.ts';
import { listZip, openZip } from '#web/features/upload/zip/read-zip.ts';

/** Returns a picked file. */
export const file = (name: string, bytes = 1000): { file: File; takenAt: null } => ({
  file: new File([new Uint8Array(bytes)], name, { lastModified: 7 }),
  takenAt: null,
});

/** A queue whose sending, copies and clock are the test's. `keeps`: false where the browser keeps no copies of shots. */
export function buildBench(
  earlier: PendingFile[] = [],
  readable = true,
  { shrinks = false, keeps = true }: { shrinks?: boolean; keeps?: boolean } = {},
) {
  const sends: { job: SendJob; on: SendEvents; again: number; stopped: boolean }[] = [];
  const kept = new Map<string, PendingFile>(earlier.map((pending) => [pending.id, pending]));
  const timers: { ms: number; run: () => void }[] = [];
  const gaveUp: string[] = [];
  const replaced: string[] = [];
  const asked: { draft: LotDraft; answer: (batchId: string) => void; fail: () => void }[] = [];
  const after = (ms: number, run: () => void) => {
    const timer = { ms, run };
    timers.push(timer);
    return () => {
      const at = timers.indexOf(timer);
      if (at >= 0) timers.splice(at, 1);
    };
  };
  const lots = new LotMaker({
    makeLot: (draft) =>
      new Promise((answer, reject) => {
        asked.push({ draft, answer, fail: () => reject(new Error('offline')) });
      }),
    amendLot: async () => {},
    after,
  });
  let ids = 0;
  const queue = new UploadQueue(
    {
      send(job, on) {
        const send = { job, on, again: 0, stopped: false };
        sends.push(send);
        return {
          again: () => {
            send.again += 1;
          },
          stop: () => {
            send.stopped = true;
          },
        };
      },
      pending: {
        async keep(pending) {
          if (pending.shot !== undefined && !keeps) return false;
          kept.set(pending.id, pending);
          return true;
        },
        keepTogether: async (files) => {
          for (const pending of files) kept.set(pending.id, pending);
        },
        forget: (id) => kept.delete(id),
        list: (uid) => Promise.resolve([...kept.values()].filter((pending) => pending.uid === uid)),
      },
      tab: 'tab-now',
      takeOver: (run) => run((tab) => tab === 'tab-open'),
      newId: () => `u${++ids}`,
      frame: (run) => run(),
      after,
      lots,
      isReadable: () => Promise.resolve(readable),
      shrinksNow: () => shrinks,
      listZip: async (_, { zip, name }) => listZip(await openZip(zip), name),
      draftLot: () => ({ key: 'tab-2', name: 'Lot din 29 nov.' }),
      lotReplaced: ({ name }) => void replaced.push(name),
      gaveUp: (batchId, id) => void gaveUp.push(`${batchId} ${id}`),
    },
    createStore<readonly UploadItem[]>([]),
  );
  return { queue, sends, kept, timers, gaveUp, asked, replaced };
}
