import type { Upload } from 'tus-js-client';
import type { ZipPlace } from '#web/features/upload/queue/pending-files.ts';
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

export interface Sending {
  again(): void;
  stop(): void;
}

/** Longest wait for the copy: a browser that keeps nothing, or not now, holds no upload up. */
const LONGEST_KEEPING_MS = 3000;

/** Sends a file. The library and what it is given come with the first upload, not with the page. */
export function sendByTus(job: SendJob, on: SendEvents): Sending {
  let upload: Upload | null = null;
  let stopped = false;
  const begin = async () => {
    try {
      await Promise.race([job.kept, new Promise((done) => setTimeout(done, LONGEST_KEEPING_MS))]);
      const { createTusUpload, readPhoto, shrinkIfWanted } = await import(
        '#web/features/upload/queue/tus-upload.ts'
      );
      const file = await readPhoto(job);
      if (stopped) return;
      if (file === null) return on.broken();
      const small = await shrinkIfWanted({ ...job, file });
      if (stopped) return;
      if (small !== null) on.shrunk(small);
      const { blob, takenAt } = small ?? { blob: file, takenAt: null };
      upload = createTusUpload({ ...job, file: blob, takenAt: takenAt ?? job.takenAt }, on, () => stopped);
      const [earlier] = await upload.findPreviousUploads().catch(() => []);
      if (stopped) return;
      if (earlier !== undefined) upload.resumeFromPreviousUpload(earlier);
      upload.start();
    } catch {
      // Without a connection not even the library comes.
      if (!stopped) on.failed(0, '');
    }
  };
  void begin();
  return {
    again() {
      if (upload === null) void begin();
      else upload.start();
    },
    stop() {
      stopped = true;
      void upload?.abort();
    },
  };
}
