import { DetailedError, Upload } from 'tus-js-client';
import { readSentence } from '#web/phone/link-key.ts';

export interface SendEvents {
  progressed(share: number): void;
  finished(): void;
  /** `status` 0: no answer. */
  failed(status: number, sentence: string): void;
}

const CHUNK_BYTES = 6_000_000;
/** A connection that is lost comes back: tried for some four minutes, then by a press. */
const RETRIES_MS = [500, 1000, 2000, 4000, 8000, ...Array<number>(15).fill(15_000)];
/** Statuses that another attempt may well get past. */
const PASSING = new Set([408, 409, 423, 425, 429]);
/** Longest key and name that a request's head carries. */
const LONGEST_KEY = 80;
const LONGEST_NAME = 200;

/** Sends a photo, or the rest of it where an earlier visit began it. */
export async function sendPhoto(file: File, endpoint: string, on: SendEvents): Promise<void> {
  // The same file is the same upload, after a reload too.
  const fingerprint = `${file.size}-${file.lastModified}-${file.name}`;
  const upload = new Upload(file, {
    endpoint,
    chunkSize: CHUNK_BYTES,
    retryDelays: RETRIES_MS,
    metadata: {
      name: file.name.slice(-LONGEST_NAME),
      key: fingerprint.replace(/\p{Cc}/gu, ' ').slice(0, LONGEST_KEY),
    },
    fingerprint: () => Promise.resolve(`phone ${endpoint} ${fingerprint}`),
    removeFingerprintOnSuccess: true,
    onShouldRetry: (error) => mayPass(error.originalResponse?.getStatus() ?? 0),
    onProgress: (sent, total) => on.progressed(total === 0 ? 1 : sent / total),
    onSuccess: () => on.finished(),
    onError: (error) => {
      const response = error instanceof DetailedError ? error.originalResponse : null;
      on.failed(response?.getStatus() ?? 0, readSentence(response?.getBody() ?? ''));
    },
  });
  const [earlier] = await upload.findPreviousUploads().catch(() => []);
  if (earlier !== undefined) upload.resumeFromPreviousUpload(earlier);
  upload.start();
}

function mayPass(status: number): boolean {
  return status < 400 || status >= 500 || PASSING.has(status);
}
