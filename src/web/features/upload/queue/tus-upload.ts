import { DetailedError, Upload } from 'tus-js-client';
import { UPLOADS_PATH } from '#contract/photos.ts';
import { photoName } from '#domain/photos/limits.ts';
import type { SendEvents, SendJob } from '#web/features/upload/queue/send-job.ts';
import type { ShrunkPhoto } from '#web/features/upload/shrink/shrink-photo.ts';

const CHUNK_BYTES = 6_000_000;
/** Letters of a folder's path that a request's head has room for: the innermost parts tell the thing. */
const LONGEST_FOLDER = 200;

/** Returns the photo's bytes, out of its archive where it lies in one; null where it is broken there. */
export async function readPhoto({ file, inZip }: SendJob): Promise<Blob | null> {
  if (inZip === undefined) return file;
  const { unpackZipPhoto } = await import('#web/features/upload/zip/zip-line.ts');
  return unpackZipPhoto(inZip.id, { zip: file, at: inZip.at });
}

/** Returns the smaller file; null when the file is sent as it is, also because shrinking failed. */
export async function shrinkIfWanted(job: SendJob): Promise<ShrunkPhoto | null> {
  if (!job.shrinks) return null;
  const { shrinkPhoto } = await import('#web/features/upload/shrink/shrink-photo.ts');
  return shrinkPhoto(job.file, job.key);
}

/** Makes the upload. Creation and data are apart, so that a server that dies during the first chunk knows the upload when it is back. */
export function createTusUpload(job: SendJob, on: SendEvents, isStopped: () => boolean): Upload {
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
      ...(job.shot === undefined ? {} : { shot: job.shot.key, shotKind: job.shot.kind }),
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
