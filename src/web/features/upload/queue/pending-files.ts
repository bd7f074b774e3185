import { del, entries, set, setMany } from 'idb-keyval';
import type { LotDraft } from '#web/features/upload/queue/lot-maker.ts';
import { pendingStore } from '#web/features/upload/queue/pending-store.ts';
import type { TakenShot } from '#web/features/upload/queue/queue-machine.ts';

/** Where a photo lies in a kept archive. */
export interface ZipPlace {
  /** The archive's own id. */
  readonly id: string;
  /** Its place among the archive's entries. */
  readonly at: number;
}

/** Unfinished files kept in this browser, so that a reload or a closed tab loses nothing. Removed as soon as they arrive. */
export interface PendingFile {
  readonly id: string;
  readonly uid: string;
  /** Null while its batch is not made. */
  readonly batchId: string | null;
  /** What the batch will be made of; missing where there is one. */
  readonly lot?: LotDraft;
  readonly name: string;
  /** Size of the picked file. */
  readonly bytes: number;
  /** True when it is to be made smaller before it is sent; the copy here may be so already. */
  readonly shrinks: boolean;
  readonly lastModified: number;
  readonly takenAt: string | null;
  /** Folder that it was picked from; missing without one. */
  readonly folder?: string;
  /** The guided shot that it is; missing for other files. */
  readonly shot?: TakenShot;
  /** The tab that sends it. */
  readonly tab: string;
  /** Null when there was no room to keep a copy, and for a photo that is kept in its archive. */
  readonly blob: Blob | null;
  /** Missing for a file of its own. */
  readonly zip?: ZipPlace;
}

interface Kept extends PendingFile {
  readonly keptAt: number;
}

/** Copies of unfinished files take at most 1 GB of this browser's storage. */
const PENDING_BUDGET = 1_000_000_000;

const KEPT_DAYS = 7;

export interface PendingFiles {
  /** Resolves with true once its bytes are kept, with false when they can't be. */
  keep(file: PendingFile): Promise<boolean>;
  /** Keeps photos of one archive without their bytes, all or none: what the archive itself still stands for is told by them. */
  keepTogether(files: readonly PendingFile[]): Promise<void>;
  forget(id: string): void;
  list(uid: string): Promise<PendingFile[]>;
}

/** Opens the store. It writes one file after the other: a hundred at once would stall the disk the uploads read from. */
export function openPendingFiles(): PendingFiles {
  const store = pendingStore();
  const kept = new Map<string, number>();
  const forgotten = new Set<string>();
  let last = Promise.resolve();
  const inTurn = (work: () => Promise<unknown>): Promise<void> => {
    last = last.then(work).then(
      () => undefined,
      () => undefined,
    );
    return last;
  };
  const write = async (file: PendingFile): Promise<boolean> => {
    if (forgotten.has(file.id)) return true;
    const used = [...kept.values()].reduce((sum, bytes) => sum + bytes, 0);
    const bytes = file.blob?.size ?? 0;
    const blob = fitsBudget(used - (kept.get(file.id) ?? 0), bytes) ? file.blob : null;
    const keptAt = Date.now();
    // Its name alone lets a picked file be asked for again; a shot cannot be picked.
    if (blob === null && file.shot !== undefined) return false;
    try {
      await set(file.id, { ...file, blob, keptAt }, store);
      kept.set(file.id, blob === null ? 0 : bytes);
      return blob !== null || file.zip !== undefined;
    } catch (error) {
      if (errorIsQuota(error) && file.shot === undefined)
        await set(file.id, { ...file, blob: null, keptAt }, store);
      return false;
    }
  };
  return {
    async keep(file) {
      let isKept = false;
      await inTurn(async () => {
        isKept = await write(file);
      });
      return isKept;
    },
    keepTogether: (files) =>
      inTurn(() => {
        const keptAt = Date.now();
        const left = files.filter(({ id }) => !forgotten.has(id));
        return setMany(
          left.map((file) => [file.id, { ...file, keptAt }]),
          store,
        );
      }),
    forget(id) {
      forgotten.add(id);
      kept.delete(id);
      void inTurn(() => del(id, store));
    },
    async list(uid) {
      await last;
      const all = await entries<string, Kept>(store).catch(() => []);
      const now = Date.now();
      for (const [id, file] of all) {
        if (isAbandoned(file.keptAt, now)) void inTurn(() => del(id, store));
        else kept.set(id, file.blob?.size ?? 0);
      }
      return all.map(([, file]) => file).filter((file) => file.uid === uid && !isAbandoned(file.keptAt, now));
    },
  };
}

export function fitsBudget(usedBytes: number, bytes: number): boolean {
  return usedBytes + bytes <= PENDING_BUDGET;
}

/** True when the copy is too old to keep and may be deleted. */
export function isAbandoned(keptAt: number, now: number): boolean {
  return now - keptAt > KEPT_DAYS * 86_400_000;
}

export function errorIsQuota(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}
