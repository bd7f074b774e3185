import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { AppError } from '#domain/errors.ts';
import { severalAtOnce } from '#domain/several-at-once.ts';
import { isImmutable } from '#server/adapters/files/keys.ts';
import type { OpenedFiles } from '#server/adapters/files/port.ts';
import { type BucketAddress, retryStoreRequest, S3Bucket } from '#server/adapters/files/s3-bucket.ts';
import { Scratch } from '#server/adapters/files/scratch.ts';

export interface S3Options {
  readonly address: BucketAddress;
  readonly scratchFolder: string;
  /** Bytes that copies on this machine may take besides those that image processes read. */
  readonly scratchBytes: number;
}

const COPIED_WITHIN_MS = 60_000;
const REMOVED_AT_ONCE = 8;

/** Files in a bucket of an S3-compatible store; image processes read copies on this machine. */
export async function s3Files({ address, scratchFolder, scratchBytes }: S3Options): Promise<OpenedFiles> {
  const bucket = new S3Bucket(address);
  const scratch = await Scratch.open(scratchFolder, scratchBytes);
  const remove = async (key: string) => {
    await bucket.remove(key);
    await scratch.dropCopy(key);
  };
  return {
    borrow: (key) => scratch.borrow(key, (path) => copyTo(path, bucket, key)),
    temporaryPath: () => scratch.temporaryPath(),
    keep: async (path, key) => {
      await bucket.putFile(key, path);
      if (isImmutable(key)) await scratch.adoptFile(key, path);
      else await rm(path, { force: true });
    },
    adopt: (path, key) => bucket.putFile(key, path),
    write: async (key, body) => {
      let bytes = 0;
      body.on('data', (chunk: Uint8Array) => {
        bytes += chunk.length;
      });
      await bucket.writeStream(key, body);
      return { bytes };
    },
    discard: (path) => rm(path, { force: true }),
    sizeOf: (key) => bucket.findSize(key),
    isLost: async (key) => (await bucket.findSize(key)) === null,
    open: (key, range) => bucket.open(key, range),
    readWhole: (key) =>
      retryStoreRequest(async () => {
        const file = await bucket.open(key);
        return file && (await buffer(file.body));
      }),
    remove: (keys) => severalAtOnce(keys, REMOVED_AT_ONCE, remove),
    room: async () => null,
    list: (folder) => bucket.list(folder),
    removeUnfinished: async (folder, before) => {
      let removed = 0;
      for await (const upload of bucket.listMultipart(`${folder}/`)) {
        if (upload.begunAt >= before) continue;
        await bucket.abortMultipart(upload);
        removed += 1;
      }
      return removed;
    },
    close: async () => bucket.close(),
    scratchBytes: () => scratch.bytes,
  };
}

/** Fetches a copy; returns its size in bytes. A copy shorter than the file counts as failed. Throws `photos/file-missing`. */
function copyTo(path: string, bucket: S3Bucket, key: string): Promise<number> {
  return retryStoreRequest(async () => {
    const file = await bucket.open(key);
    if (file === null) throw new AppError('photos/file-missing');
    await pipeline(file.body, createWriteStream(path), { signal: AbortSignal.timeout(COPIED_WITHIN_MS) });
    const { size } = await stat(path);
    if (size !== file.bytes) throw new Error(`${key} came with ${size} bytes instead of ${file.bytes}`);
    return size;
  });
}
