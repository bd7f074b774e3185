import type { LotDraft, LotMaker } from '#web/features/upload/queue/lot-maker.ts';
import type { PendingFiles } from '#web/features/upload/queue/pending-files.ts';
import type { TakenShot } from '#web/features/upload/queue/queue-machine.ts';
import type { Sending } from '#web/features/upload/queue/send-by-tus.ts';
import type { SendEvents, SendJob } from '#web/features/upload/queue/send-job.ts';
import type { ZipListing } from '#web/features/upload/zip/zip-listing.ts';

/** The queue's outside world: sender, kept copies, tabs, time. */
export interface UploadDeps {
  send(job: SendJob, on: SendEvents): Sending;
  readonly pending: PendingFiles;
  /** Makes the batches of files that came before theirs. */
  readonly lots: LotMaker;
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
  /** Returns what a batch is made of that takes the place of one that is gone. */
  draftLot(): LotDraft;
  /** Called when the photos of a batch that is gone go into another one. */
  lotReplaced(lot: LotDraft): void;
  /** Lists the photos of an archive; rejects when it cannot be read now. */
  listZip(key: string, archive: { readonly zip: Blob; readonly name: string }): Promise<ZipListing>;
}

export interface PickedFile {
  readonly file: File;
  readonly takenAt: string | null;
  /** Folder that it was picked from; missing without one. */
  readonly folder?: string;
  /** The guided shot that it is; missing for other files. */
  readonly shot?: TakenShot;
}
