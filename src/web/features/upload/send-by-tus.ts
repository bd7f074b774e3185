import { DetailedError, Upload } from 'tus-js-client';
import { UPLOADS_PATH } from '#contract/photos.ts';

export interface SendJob {
  readonly file: Blob;
  readonly name: string;
  readonly batchId: string;
  readonly takenAt: string | null;
  /** The same for the same file, lot and person: the upload is found again by it. */
  readonly fingerprint: string;
}

export interface SendEvents {
  progressed(sent: number): void;
  /** The server knows the upload: its id is the photo's. */
  announced(photoId: string): void;
  finished(): void;
  /** `status` 0: no answer. */
  failed(status: number, body: string): void;
}

export interface Sending {
  again(): void;
  stop(): void;
}

const CHUNK_BYTES = 6_000_000;

/** Creation and data are apart, so that a server that dies during the first chunk knows the upload when it is back. */
export function sendByTus(job: SendJob, on: SendEvents): Sending {
  let stopped = false;
  const upload = new Upload(job.file as File, {
    endpoint: UPLOADS_PATH,
    chunkSize: CHUNK_BYTES,
    retryDelays: null,
    metadata: {
      name: job.name,
      batchId: job.batchId,
      ...(job.takenAt === null ? {} : { takenAt: job.takenAt }),
    },
    fingerprint: () => Promise.resolve(job.fingerprint),
    removeFingerprintOnSuccess: true,
    onProgress: (sent) => on.progressed(sent),
    onUploadUrlAvailable: () => on.announced(photoIdOf(upload)),
    onSuccess: () => on.finished(),
    onError: (error) => {
      if (stopped) return;
      const response = error instanceof DetailedError ? error.originalResponse : null;
      on.failed(response?.getStatus() ?? 0, response?.getBody() ?? '');
    },
  });
  void upload
    .findPreviousUploads()
    .catch(() => [])
    .then(([earlier]) => {
      if (stopped) return;
      if (earlier !== undefined) upload.resumeFromPreviousUpload(earlier);
      upload.start();
    });
  return {
    again: () => upload.start(),
    stop() {
      stopped = true;
      void upload.abort();
    },
  };
}

function photoIdOf({ url }: Upload): string {
  return url?.split('/').at(-1) ?? '';
}
