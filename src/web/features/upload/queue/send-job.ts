import type { ZipPlace } from '#web/features/upload/queue/pending-files.ts';
import type { TakenShot } from '#web/features/upload/queue/queue-machine.ts';
import type { ShrunkPhoto } from '#web/features/upload/shrink/shrink-photo.ts';

export interface SendJob {
  /** The file; for a photo that lies in an archive, the archive. */
  readonly file: Blob;
  readonly inZip?: ZipPlace;
  /** Size of the file as it was picked: `file` may have been shrunk in an earlier visit. */
  readonly pickedBytes: number;
  readonly shrinks: boolean;
  readonly name: string;
  readonly batchId: string;
  readonly takenAt: string | null;
  readonly folder?: string;
  readonly shot?: TakenShot;
  /** Key told to the server and kept in this browser before: an upload whose first answer never came is not begun twice. */
  readonly key: string;
  readonly kept: Promise<void>;
  /** The same for the same file, batch and person: the upload is found again by it. */
  readonly fingerprint: string;
}

export interface SendEvents {
  /** Called when a smaller file goes up in the file's place. */
  shrunk(small: ShrunkPhoto): void;
  progressed(sent: number): void;
  /** Called when the server knows the upload: its id is the photo's. */
  announced(photoId: string): void;
  finished(): void;
  /** Called when its archive does not have it as it says. */
  broken(): void;
  /** `status` 0: no answer. */
  failed(status: number, body: string): void;
}
