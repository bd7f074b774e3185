import type { Store } from '#web/api/store.ts';
import { type FileTraits, isSameFile, isZip } from '#web/features/upload/pick/file-check.ts';
import type { LotDraft } from '#web/features/upload/queue/lot-maker.ts';
import type { PendingFile } from '#web/features/upload/queue/pending-files.ts';
import {
  isHeldBack,
  isUnfinished,
  listStartable,
  nextQueue,
  type TakenShot,
  type UploadEvent,
  type UploadItem,
} from '#web/features/upload/queue/queue-machine.ts';
import { readFailure, retryDelay } from '#web/features/upload/queue/retry-rule.ts';
import type { Sending } from '#web/features/upload/queue/send-by-tus.ts';
import type { SendEvents } from '#web/features/upload/queue/send-job.ts';
import type { PickedFile, UploadDeps } from '#web/features/upload/queue/upload-deps.ts';
import {
  buildPendingFile,
  buildSendJob,
  findSource,
  getPickedTraits,
  newItem,
  toUploadItem,
  type UploadPlace,
  type UploadSource,
} from '#web/features/upload/queue/upload-source.ts';
import type { ZipListing } from '#web/features/upload/zip/zip-listing.ts';

interface Attempt {
  readonly sending: Sending;
  failures: number;
  cancelTimer: (() => void) | null;
}

/** Tries to open an archive that can be read and yet is not opened: its reader may not have come. */
const MOST_OPENINGS = 4;
const NOT_OPENED = 'Arhiva nu s-a putut deschide în acest browser. Dezarhiveaz-o și adaugă dosarul.';
const BROKEN_IN_ZIP = 'Fotografia este stricată în arhivă.';

/** Sends the files of this visit and of closed tabs, for as long as the app is open, whatever page is shown. */
export class UploadQueue {
  /** The items shown on the screen; follows the queue once per frame. */
  readonly items: Store<readonly UploadItem[]>;
  readonly #deps: UploadDeps;
  readonly #sources = new Map<string, UploadSource>();
  readonly #attempts = new Map<string, Attempt>();
  /** Archives that are being opened, or were. */
  readonly #opened = new Set<string>();
  #now: readonly UploadItem[] = [];
  /** What takes the place of batches that are gone: a draft, later the batch's id. */
  readonly #replaced = new Map<string, UploadPlace>();
  #framed = false;
  #uid = '';

  constructor(deps: UploadDeps, items: Store<readonly UploadItem[]>) {
    this.#deps = deps;
    this.items = items;
    deps.lots.whenMade((lotKey, batchId) => this.#placeLot(lotKey, batchId));
  }

  /** Adds files to a batch; one that is only drafted is made for them. An archive is opened there. Returns the ids of the new ones. */
  add(files: readonly PickedFile[], to: UploadPlace): readonly string[] {
    const place = (typeof to === 'string' && this.#replaced.get(to)) || to;
    const picked = files.map(({ file, takenAt, folder, shot }) => {
      const { name, size: bytes, lastModified } = file;
      return {
        traits: { name, bytes, lastModified, ...(folder && { folder }) },
        source: { blob: file, takenAt },
        shot,
      };
    });
    const fresh = this.#list(picked, place);
    for (const item of fresh) this.#keep(item);
    if (typeof place !== 'string') this.#deps.lots.make(place);
    this.#pump();
    return fresh.map(({ id }) => id);
  }

  /** Changes what a batch will be made of. The file that was kept last speaks for it. */
  redraft(lot: LotDraft): void {
    this.#deps.lots.change(lot);
    this.#dispatch({ type: 'redrafted', lot });
    const last = this.#now.findLast((item) => item.lot?.key === lot.key);
    if (last !== undefined) this.#keep(last);
  }

  /** Gives the files of a draft the batch that now exists. */
  #placeLot(lotKey: string, batchId: string): void {
    for (const [gone, place] of this.#replaced)
      if (typeof place !== 'string' && place.key === lotKey) this.#replaced.set(gone, batchId);
    const loose = new Set(this.#now.filter(({ lot }) => lot?.key === lotKey).map(({ id }) => id));
    this.#dispatch({ type: 'placed', lotKey, batchId });
    for (const item of this.#now) if (loose.has(item.id)) this.#keep(item);
    this.#pump();
  }

  /** Keeps on the list what was refused for a batch that is given up: as files of one that is only drafted. */
  leaveBatch(batchId: string, lot: LotDraft): void {
    const own = new Set(this.#now.filter((item) => item.batchId === batchId).map(({ id }) => id));
    this.#dispatch({ type: 'displaced', batchId, lot });
    for (const item of this.#now) if (own.has(item.id)) this.#keep(item);
  }

  remove(id: string): void {
    this.#attempts.get(id)?.sending.stop();
    this.#giveUp(id);
    this.#dispatch({ type: 'removed', id });
    this.#settle(id);
    this.#sources.delete(id);
  }

  /** Sends what was refused and is held back once more: there may be room by now. */
  sendAgain(id: string): void {
    const item = this.#now.find((other) => other.id === id);
    if (item === undefined || !isHeldBack(item)) return;
    this.#dispatch({ type: 'again', id });
    if (item.lot !== undefined) this.#deps.lots.make(item.lot);
    this.#pump();
  }

  /** Returns the bytes of a file of this visit, for its little picture. */
  getBlob(id: string): Blob | null {
    const isArchive = this.#now.some((item) => item.id === id && isZip(item));
    return isArchive ? null : (this.#sources.get(id)?.blob ?? null);
  }

  /** Makes the queue this person's and takes up what closed tabs left behind. */
  async resumeUploads(uid: string): Promise<void> {
    if (this.#uid !== '' && this.#uid !== uid) this.forgetPerson();
    this.#uid = uid;
    await this.#deps.takeOver(async (isAlive) => {
      const files = await this.#deps.pending.list(uid);
      const isLeft = ({ id, tab }: PendingFile) =>
        !this.#opened.has(id) && !this.#now.some((item) => item.id === id) && !isAlive(tab);
      const left = files.filter(isLeft).filter((file) => !this.#standsBehind(file, files));
      const items = left.map((file) => {
        const source = findSource(file, files);
        if (source !== null) this.#sources.set(file.id, source);
        else if (file.batchId !== null) this.#deps.gaveUp(file.batchId, file.id);
        void this.#deps.pending.keep({ ...file, tab: this.#deps.tab });
        return toUploadItem(file, source);
      });
      this.#dispatch({ type: 'added', items });
      // Of several that were kept, the last one knows the newest draft.
      for (const { lot } of items.toReversed())
        if (lot !== undefined && this.#deps.lots.find(lot.key) === undefined) this.#deps.lots.make(lot);
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
    this.#opened.clear();
    this.#replaced.clear();
    this.#deps.lots.forgetAll();
    for (const { id } of this.#now) this.#dispatch({ type: 'removed', id });
  }

  /** Tries everything at once: the connection may be back. */
  retryNow(): void {
    this.#deps.lots.retryNow();
    for (const id of this.#attempts.keys()) this.#goOn(id);
  }

  /** Lists files that are not there yet, and gives those that were asked for again their bytes; returns the new ones. */
  #list(
    files: readonly {
      readonly traits: FileTraits;
      readonly source: UploadSource;
      readonly shot?: TakenShot | undefined;
    }[],
    place: UploadPlace,
  ): readonly UploadItem[] {
    const fresh: UploadItem[] = [];
    const joins = ({ batchId, lot }: UploadItem) =>
      typeof place === 'string' ? batchId === place : lot?.key === place.key;
    for (const { traits, source, shot } of files) {
      const known = [...this.#now, ...fresh].find(
        (item) => joins(item) && isUnfinished(item) && isSameFile(getPickedTraits(item), traits),
      );
      if (known !== undefined && known.state.kind !== 'file-needed') continue;
      const id = known?.id ?? this.#deps.newId();
      this.#sources.set(id, source);
      this.#opened.delete(id);
      if (known === undefined)
        fresh.push(newItem(id, traits, { place, shrinks: this.#deps.shrinksNow(), shot }));
      else this.#dispatch({ type: 'file-found', id });
    }
    this.#dispatch({ type: 'added', items: fresh });
    return fresh;
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
    for (const { id, state, batchId } of this.#now) {
      if (state.kind !== 'opening' || batchId === null || this.#opened.has(id)) continue;
      this.#opened.add(id);
      void this.#open(id, batchId);
    }
  }

  /** Opens an archive; its photos take its place. They are unpacked one by one, when they are sent. */
  async #open(id: string, batchId: string, failures = 0): Promise<void> {
    const find = () => this.#now.find((item) => item.id === id && item.state.kind === 'opening');
    const { blob = null } = this.#sources.get(id) ?? {};
    const name = find()?.name;
    if (name === undefined || blob === null) return;
    const listing = await this.#deps.listZip(id, { zip: blob, name }).catch(() => null);
    const canRead = listing !== null || (await this.#deps.isReadable(blob));
    // It was taken off the list in the meantime.
    if (find() === undefined) return;
    if (listing !== null) this.#replaceZip(listing, { id, batchId, blob });
    else if (!canRead) this.#dispatch({ type: 'file-lost', id });
    else if (failures < MOST_OPENINGS)
      this.#deps.after(retryDelay(failures + 1), () => void this.#open(id, batchId, failures + 1));
    else this.#refuse(id, NOT_OPENED);
  }

  #replaceZip(
    { photos, note }: ZipListing,
    { id, batchId, blob }: { id: string; batchId: string; blob: Blob },
  ): void {
    const inZip = photos.map(({ at, name, folder, bytes, lastModified }) => ({
      traits: { name, bytes, lastModified, ...(folder !== null && { folder }) },
      source: { blob: null, zip: { id, at, blob, batchId }, takenAt: null },
    }));
    this.#list(inZip, batchId);
    this.#dispatch({ type: 'opened', id, note });
    this.#sources.delete(id);
    const own = this.#now.filter((item) => this.#isInZip(item, id));
    const files = own.flatMap((item) => this.#toPending(item) ?? []);
    const kept = this.#deps.pending.keepTogether(files);
    for (const item of own) {
      const source = this.#sources.get(item.id);
      if (source !== undefined) this.#sources.set(item.id, { ...source, kept });
    }
    this.#closeZip(id, batchId);
    this.#pump();
  }

  #isInZip(item: UploadItem, zipId: string): boolean {
    return isUnfinished(item) && this.#sources.get(item.id)?.zip?.id === zipId;
  }

  /** Lets an archive go once none of its photos needs it; a start that waits for it waits no longer. */
  #closeZip(id: string, batchId: string): void {
    if (this.#now.some((item) => this.#isInZip(item, id))) return;
    this.#deps.pending.forget(id);
    this.#deps.gaveUp(batchId, id);
  }

  /** True for a kept archive whose photos are known one by one. One without bytes is of no use to them. */
  #standsBehind(file: PendingFile, files: readonly PendingFile[]): boolean {
    if (!files.some(({ zip }) => zip?.id === file.id)) return false;
    if (file.blob === null) this.#deps.pending.forget(file.id);
    return true;
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
        if (!failure.isBatchGone || !this.#moveShot(id)) this.#refuse(id, failure.message);
      },
      broken: () => this.#refuse(id, BROKEN_IN_ZIP),
    };
  }

  #refuse(id: string, message: string): void {
    this.#dispatch({ type: 'refused', id, message });
    this.#settle(id);
  }

  /** Has a shot go into another batch when its own is gone; false for other files, which can be picked again. */
  #moveShot(id: string): boolean {
    const item = this.#now.find((other) => other.id === id);
    if (item?.shot === undefined || item.batchId === null) return false;
    const known = this.#replaced.get(item.batchId);
    const place = known ?? this.#deps.draftLot();
    this.#attempts.delete(id);
    this.#replaced.set(item.batchId, place);
    this.#dispatch({ type: 'moved', id, to: place });
    if (typeof place !== 'string') this.#deps.lots.make(place);
    if (known === undefined && typeof place !== 'string') this.#deps.lotReplaced(place);
    for (const moved of this.#now) if (moved.id === id) this.#keep(moved);
    this.#pump();
    return true;
  }

  async #retryLater(id: string): Promise<void> {
    const attempt = this.#attempts.get(id);
    const source = this.#sources.get(id);
    if (attempt === undefined || source === undefined) return;
    this.#dispatch({ type: 'interrupted', id });
    attempt.failures += 1;
    attempt.cancelTimer = this.#deps.after(retryDelay(attempt.failures), () => this.#goOn(id));
    const blob = source.blob ?? source.zip?.blob;
    if (blob === undefined || (await this.#deps.isReadable(blob)) || this.#attempts.get(id) !== attempt)
      return;
    attempt.cancelTimer?.();
    this.#attempts.delete(id);
    this.#sources.delete(id);
    this.#dispatch({ type: 'file-lost', id });
    if (source.zip !== undefined) this.#deps.gaveUp(source.zip.batchId, source.zip.id);
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
    if (!this.#now.some((item) => item.id === id && isHeldBack(item))) this.#deps.pending.forget(id);
    const zip = this.#sources.get(id)?.zip;
    if (zip !== undefined) this.#closeZip(zip.id, zip.batchId);
    this.#pump();
  }

  #keep(item: UploadItem): void {
    const source = this.#sources.get(item.id);
    const pending = this.#toPending(item);
    if (source === undefined || pending === null) return;
    const kept = this.#deps.pending.keep(pending).then((isKept) => {
      if (!isKept && item.shot !== undefined) this.#dispatch({ type: 'unkept', id: item.id });
    });
    this.#sources.set(item.id, { ...source, kept });
  }

  /** Returns the item as it is kept; null for one that is not. */
  #toPending(item: UploadItem): PendingFile | null {
    const source = this.#sources.get(item.id);
    if (source === undefined || !(isUnfinished(item) || isHeldBack(item))) return null;
    return buildPendingFile({ item, source }, { uid: this.#uid, tab: this.#deps.tab });
  }
}
