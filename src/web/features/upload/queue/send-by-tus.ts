import type { Upload } from 'tus-js-client';
import { UPLOADS_PATH } from '#contract/photos.ts';
import { photoName } from '#domain/photos/limits.ts';
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

const CHUNK_BYTES = 6_000_000;
/** Letters of a folder's path that a request's head has room for: the innermost parts tell the thing. */
const LONGEST_FOLDER = 200;
/** Longest wait for the copy: a browser that keeps nothing, or not now, holds no upload up. */
const LONGEST_KEEPING_MS = 3000;

/** Sends a file. The library comes with the first upload, not with the page. */
export function sendByTus(job: SendJob, on: SendEvents): Sending {
  let upload: Upload | null = null;
  let stopped = false;
  const begin = async () => {
    try {
      await Promise.race([job.kept, new Promise((done) => setTimeout(done, LONGEST_KEEPING_MS))]);
      const file = await readPhoto(job);
      if (stopped) return;
      if (file === null) return on.broken();
      const small = await shrinkIfWanted({ ...job, file });
      if (stopped) return;
      if (small !== null) on.shrunk(small);
      const { blob, takenAt } = small ?? { blob: file, takenAt: null };
      upload = await createTusUpload(
        { ...job, file: blob, takenAt: takenAt ?? job.takenAt },
        on,
        () => stopped,
      );
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

/** Returns the photo's bytes, out of its archive where it lies in one; null where it is broken there. */
async function readPhoto({ file, inZip }: SendJob): Promise<Blob | null> {
  if (inZip === undefined) return file;
  const { unpackZipPhoto } = await import('#web/features/upload/zip/zip-line.ts');
  return unpackZipPhoto(inZip.id, { zip: file, at: inZip.at });
}

/** Returns the smaller file; null when the file is sent as it is, also because shrinking failed. */
async function shrinkIfWanted(job: SendJob): Promise<ShrunkPhoto | null> {
  if (!job.shrinks) return null;
  const { shrinkPhoto } = await import('#web/features/upload/shrink/shrink-photo.ts');
  return shrinkPhoto(job.file, job.key);
}

/** Makes the upload. Creation and data are apart, so that a server that dies during the first chunk knows the upload when it is back. */
async function createTusUpload(job: SendJob, on: SendEvents, isStopped: () => boolean): Promise<Upload> {
  const { DetailedError, Upload } = await import('tus-js-client');
  const isSmaller = job.file.size !== job.pickedBytes;
  /** Marks a smaller file: another browser version may make other bytes of the same photo, which are not the rest of these. */
  const made = (word: string, between: string) => (isSmaller ? `${word}${between}${job.file.size}` : word);
  const upload: Upload = new Upload(job.file as File, {
    endpoint: UPLOADS_PATH,
    chunkSize: CHUNK_BYTES,
    retryDelays: null,
    metadata: {
      // A request's head has no room for a name of thousands of letters.
      name: photoName(isSmaller ? job.name.replace(/\.(png|webp)$/i, '.jpg') : job.name),
      batchId: job.batchId,
      key: made(job.key, '-'),
      ...(job.takenAt === null ? {} : { takenAt: job.takenAt }),
      ...(job.folder === undefined ? {} : { folder: job.folder.slice(-LONGEST_FOLDER) }),
    },
    fingerprint: () => Promise.resolve(made(job.fingerprint, '|')),
    removeFingerprintOnSuccess: true,
    onProgress: (sent) => on.progressed(sent),
    onUploadUrlAvailable: () => on.announced(getPhotoId(upload)),
    onSuccess: () => on.finished(),
    onError: (error) => {
      if (isStopped()) return;
      const response = error instanceof DetailedError ? error.originalResponse : null;
      on.failed(response?.getStatus() ?? 0, response?.getBody() ?? '');
    },
  });
  return upload;
}

function getPhotoId({ url }: Upload): string {
  return url?.split('/').at(-1) ?? '';
}
