import { createStore } from '#web/api/store.ts';
import { type FileTraits, immediateRefusal, isSameFile } from '#web/features/upload/pick/file-check.ts';
import type { PendingFile, PendingFiles } from '#web/features/upload/queue/pending-files.ts';
import {
  isUnfinished,
  listStartable,
  nextQueue,
  type UploadEvent,
  type UploadItem,
} from '#web/features/upload/queue/queue-machine.ts';
import { readFailure, retryDelay } from '#web/features/upload/queue/retry-rule.ts';
import type { SendEvents, Sending, SendJob } from '#web/features/upload/queue/send-by-tus.ts';

/** The queue's outside world: sender, kept copies, tabs, time. */
export interface UploadDeps {
  send(job: SendJob, on: SendEvents): Sending;
  readonly pending: PendingFiles;
  readonly tab: string;
  takeOver(run: (isAlive: (tab: string) => boolean) => Promise<void>): Promise<void>;
  newId(): string;
  /** Runs before the next paint; the list on the screen follows in these steps. */
  frame(run: () => void): void;
  after(ms: number, run: () => void): () => void;
  isReadable(file: Blob): Promise<boolean>;
  /** Called when this file will not come into its batch: it was refused, taken off the list, or its bytes are gone. */
  gaveUp(batchId: string, id: string): void;
  /** True when files picked now are shrunk before they are sent. */
  shrinksNow(): boolean;
}

export interface PickedFile {
  readonly file: File;
  readonly takenAt: string | null;
  /** Folder that it was picked from; missing without one. */
  readonly folder?: string;
}

interface UploadSource {
  readonly blob: Blob;
  readonly takenAt: string | null;
  readonly folder?: string;
  /** Resolves once this browser would know of it again. */
  readonly kept?: Promise<void>;
}

interface Attempt {
  readonly sending: Sending;
  failures: number;
  cancelTimer: (() => void) | null;
}

/** Sends the files of this visit and of closed tabs, for as long as the app is open, whatever page is shown. */
export class UploadQueue {
  /** The items shown on the screen; follows the queue once per frame. */
  readonly items = createStore<readonly UploadItem[]>([]);
  readonly #deps: UploadDeps;
  readonly #sources = new Map<string, UploadSource>();
  readonly #attempts = new Map<string, Attempt>();
  #now: readonly UploadItem[] = [];
  #framed = false;
  #uid = '';

  constructor(deps: UploadDeps) {
    this.#deps = deps;
  }

  /** Adds files to the batch `batchId`, or to the one that `assignBatch` names once it exists. */
  add(files: readonly PickedFile[], batchId: string | null): void {
    const fresh: UploadItem[] = [];
    for (const { file, takenAt, folder } of files) {
      const traits = { name: file.name, bytes: file.size, lastModified: file.lastModified };
      const known = [...this.#now, ...fresh].find(
        (item) => item.batchId === batchId && isUnfinished(item) && isSameFile(getPickedTraits(item), traits),
      );
      if (known !== undefined && known.state.kind !== 'file-needed') continue;
      const id = known?.id ?? this.#deps.newId();
      this.#sources.set(id, { blob: file, takenAt, ...(folder && { folder }) });
      if (known === undefined) fresh.push(newItem(id, traits, { batchId, shrinks: this.#deps.shrinksNow() }));
      else this.#dispatch({ type: 'file-found', id });
    }
    this.#dispatch({ type: 'added', items: fresh });
    for (const item of fresh) this.#keep(item);
    this.#pump();
  }

  /** Gives the files that had no batch the one that now exists. */
  assignBatch(batchId: string): void {
    const loose = this.#now.filter((item) => item.batchId === null);
    this.#dispatch({ type: 'placed', batchId });
    for (const item of loose) this.#keep({ ...item, batchId });
    this.#pump();
  }

  remove(id: string): void {
    this.#attempts.get(id)?.sending.stop();
    this.#sources.delete(id);
    this.#giveUp(id);
    this.#dispatch({ type: 'removed', id });
    this.#settle(id);
  }

  /** Returns the bytes of a file of this visit, for its little picture. */
  getBlob(id: string): Blob | null {
    return this.#sources.get(id)?.blob ?? null;
  }

  /** Makes the queue this person's and takes up what closed tabs left behind. */
  async resumeUploads(uid: string): Promise<void> {
    if (this.#uid !== '' && this.#uid !== uid) this.forgetPerson();
    this.#uid = uid;
    await this.#deps.takeOver(async (isAlive) => {
      const files = await this.#deps.pending.list(uid);
      const left = files.filter(({ id, tab }) => !this.#now.some((item) => item.id === id) && !isAlive(tab));
      for (const file of left) {
        if (file.blob !== null) this.#sources.set(file.id, { ...file, blob: file.blob });
        else this.#deps.gaveUp(file.batchId, file.id);
        void this.#deps.pending.keep({ ...file, tab: this.#deps.tab });
      }
      this.#dispatch({ type: 'added', items: left.map(toUploadItem) });
    });
    this.#pump();
  }

  /** To be called when the person is gone: no file of theirs is sent or stays in memory; kept copies wait for their return. */
  forgetPerson(): void {
    this.#uid = '';
    for (const { sending, cancelTimer } of this.#attempts.values()) {
      cancelTimer?.();
      sending.stop();
    }
    this.#attempts.clear();
    this.#sources.clear();
    for (const { id } of this.#now) this.#dispatch({ type: 'removed', id });
  }

  /** Tries everything at once: the connection may be back. */
  retryNow(): void {
    for (const id of this.#attempts.keys()) this.#goOn(id);
  }

  #dispatch(event: UploadEvent): void {
    if (event.type === 'refused' || event.type === 'file-lost') this.#giveUp(event.id);
    this.#now = nextQueue(this.#now, event);
    if (this.#framed) return;
    this.#framed = true;
    this.#deps.frame(() => {
      this.#framed = false;
      this.items.write(this.#now);
    });
  }

  #giveUp(id: string): void {
    const item = this.#now.find((other) => other.id === id);
    if (item !== undefined && item.batchId !== null && isUnfinished(item))
      this.#deps.gaveUp(item.batchId, id);
  }

  #pump(): void {
    for (const item of listStartable(this.#now)) this.#start(item);
  }

  #start(item: UploadItem): void {
    const source = this.#sources.get(item.id);
    if (source === undefined) {
      this.#dispatch({ type: 'file-lost', id: item.id });
      return;
    }
    this.#dispatch({ type: 'started', id: item.id });
    const sending = this.#deps.send(buildSendJob(item, source, this.#uid), this.#eventsOf(item.id));
    this.#attempts.set(item.id, { sending, failures: 0, cancelTimer: null });
  }

  #eventsOf(id: string): SendEvents {
    return {
      shrunk: ({ blob, takenAt }) => {
        const source = this.#sources.get(id);
        if (source === undefined) return;
        this.#sources.set(id, { ...source, blob, takenAt: takenAt ?? source.takenAt });
        this.#dispatch({ type: 'shrunk', id, bytes: blob.size });
        for (const item of this.#now) if (item.id === id) this.#keep(item);
      },
      progressed: (sent) => {
        const attempt = this.#attempts.get(id);
        if (attempt !== undefined && sent > 0) attempt.failures = 0;
        this.#dispatch({ type: 'progressed', id, sent });
      },
      announced: (photoId) => this.#dispatch({ type: 'announced', id, photoId }),
      finished: () => {
        this.#dispatch({ type: 'finished', id });
        this.#settle(id);
      },
      failed: (status, body) => {
        const failure = readFailure(status, body);
        if (failure.kind === 'retry') return void this.#retryLater(id);
        this.#dispatch({ type: 'refused', id, message: failure.message });
        this.#settle(id);
      },
    };
  }

  async #retryLater(id: string): Promise<void> {
    const attempt = this.#attempts.get(id);
    const source = this.#sources.get(id);
    if (attempt === undefined || source === undefined) return;
    this.#dispatch({ type: 'interrupted', id });
    attempt.failures += 1;
    attempt.cancelTimer = this.#deps.after(retryDelay(attempt.failures), () => this.#goOn(id));
    if ((await this.#deps.isReadable(source.blob)) || this.#attempts.get(id) !== attempt) return;
    attempt.cancelTimer?.();
    this.#attempts.delete(id);
    this.#sources.delete(id);
    this.#dispatch({ type: 'file-lost', id });
    this.#pump();
  }

  #goOn(id: string): void {
    const attempt = this.#attempts.get(id);
    if (attempt === undefined || attempt.cancelTimer === null) return;
    attempt.cancelTimer();
    attempt.cancelTimer = null;
    attempt.sending.again();
  }

  #settle(id: string): void {
    this.#attempts.get(id)?.cancelTimer?.();
    this.#attempts.delete(id);
    this.#deps.pending.forget(id);
    this.#pump();
  }

  #keep(item: UploadItem): void {
    const source = this.#sources.get(item.id);
    if (item.batchId === null || source === undefined || !isUnfinished(item)) return;
    const pending = buildPendingFile(
      { item, batchId: item.batchId, source },
      { uid: this.#uid, tab: this.#deps.tab },
    );
    this.#sources.set(item.id, { ...source, kept: this.#deps.pending.keep(pending) });
  }
}

function newItem(
  id: string,
  traits: FileTraits,
  { batchId, shrinks }: { batchId: string | null; shrinks: boolean },
): UploadItem {
  const refusal = immediateRefusal(traits.bytes);
  return {
    id,
    ...traits,
    pickedBytes: traits.bytes,
    shrinks,
    batchId,
    photoId: null,
    state: refusal === null ? { kind: 'waiting' } : { kind: 'refused', message: refusal },
  };
}

/** Returns the file as it lies on the disk. */
function getPickedTraits({ name, pickedBytes, lastModified }: UploadItem): FileTraits {
  return { name, bytes: pickedBytes, lastModified };
}

function toUploadItem({ id, name, bytes, shrinks, lastModified, batchId, blob }: PendingFile): UploadItem {
  return {
    id,
    name,
    bytes: blob?.size ?? bytes,
    pickedBytes: bytes,
    shrinks: shrinks === true,
    lastModified,
    batchId,
    photoId: null,
    state: { kind: blob === null ? 'file-needed' : 'waiting' },
  };
}

function buildSendJob(item: UploadItem, { blob, takenAt, folder, kept }: UploadSource, uid: string): SendJob {
  const { id, name, batchId, pickedBytes, shrinks, lastModified } = item;
  return {
    file: blob,
    pickedBytes,
    shrinks,
    name,
    batchId: batchId ?? '',
    takenAt,
    ...(folder && { folder }),
    key: id,
    kept: kept ?? Promise.resolve(),
    fingerprint: ['fotolot', uid, batchId, name, pickedBytes, lastModified].join('|'),
  };
}

function buildPendingFile(
  { item, batchId, source }: { item: UploadItem; batchId: string; source: UploadSource },
  { uid, tab }: { uid: string; tab: string },
): PendingFile {
  const { id, name, pickedBytes: bytes, shrinks, lastModified } = item;
  const { blob, takenAt, folder } = source;
  return {
    id,
    uid,
    batchId,
    name,
    bytes,
    shrinks,
    lastModified,
    takenAt,
    ...(folder && { folder }),
    tab,
    blob,
  };
}
