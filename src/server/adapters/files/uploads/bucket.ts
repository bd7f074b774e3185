import { Readable } from 'node:stream';
import { NoSuchUpload } from '@aws-sdk/client-s3';
import { type MetadataValue, S3Store } from '@tus/s3-store';
import { type DataStore, ERRORS, type KvStore, Upload } from '@tus/server';
import { AppError } from '#domain/errors.ts';
import type { UploadQuestions, Uploads } from '#server/adapters/files/port.ts';
import { isMissing, mapStoreErrors, type S3Bucket } from '#server/adapters/files/s3-bucket.ts';

/** What a browser sends at a time: parts of one size each, as some stores demand, however the upload was interrupted. */
const PART_BYTES = 6_000_000;
const FOLDER = 'uploads/';
/** Beside an upload's parts: a note of it, and the bytes that are no part yet. */
const BESIDE = ['.info', '.part'];

/** Uploads as parts in the bucket of the stored files: each request may come to another server. */
export function uploadsInBucket(bucket: S3Bucket): Uploads {
  const stores: UploadBucket[] = [];
  return {
    store: (questions) => {
      const store = new UploadBucket(bucket, questions);
      stores.push(store);
      return store;
    },
    sizeOf: (photoId) => bucket.findSize(FOLDER + photoId),
    adopt: (photoId, key) => bucket.copy(FOLDER + photoId, key),
    remove: (photoId) => removeUpload(bucket, photoId),
    list: () => listReceivedUploads(bucket),
    close: () => {
      for (const each of [bucket, ...stores]) each.close();
    },
  };
}

async function removeUpload(bucket: S3Bucket, photoId: string): Promise<void> {
  const key = FOLDER + photoId;
  for await (const begun of bucket.listMultipart(key))
    if (begun.key === key) await bucket.abortMultipart(begun);
  for (const ending of ['', ...BESIDE]) await bucket.remove(key + ending);
}

async function* listReceivedUploads(bucket: S3Bucket) {
  for await (const { key, modifiedAt } of bucket.list('uploads'))
    yield { photoId: key.slice(FOLDER.length).replace(/\.(?:info|part)$/, ''), modifiedAt };
  for await (const { key, begunAt } of bucket.listMultipart(FOLDER))
    yield { photoId: key.slice(FOLDER.length), modifiedAt: begunAt };
}

/**
 * An upload in parts that any process goes on with: nothing of it is remembered from one request to the next. One that is announced again
 * keeps what has come of it; of one that is over nothing lies here, and it is whole.
 */
class UploadBucket extends S3Store implements DataStore {
  readonly #bucket: S3Bucket;
  readonly #questions: UploadQuestions;

  constructor(bucket: S3Bucket, questions: UploadQuestions) {
    super({
      s3ClientConfig: { ...bucket.clientConfig, bucket: bucket.name },
      partSize: PART_BYTES,
      minPartSize: PART_BYTES,
      useTags: false,
      cache: fewNotes(),
    });
    this.extensions = ['creation'];
    this.#bucket = bucket;
    this.#questions = questions;
  }

  close(): void {
    this.client.destroy();
  }

  override async create(upload: Upload): Promise<Upload> {
    await this.cache.delete(this.#named(upload.id));
    if ((await this.#questions.sizeOnceOver(upload.id)) !== null) return upload;
    if (!(await this.#isKnown(upload.id))) await this.#begin(upload);
    return upload;
  }

  /** A client that lost the last response asks again, also when the object is gone. */
  override async getUpload(id: string): Promise<Upload> {
    const over = await this.#questions.sizeOnceOver(id);
    if (over !== null) return new Upload({ id, size: over, offset: over });
    await this.cache.delete(this.#named(id));
    if (!(await this.#isKnown(id))) throw ERRORS.FILE_NOT_FOUND;
    const found = await mapStoreErrors(super.getUpload(this.#named(id)));
    const { size = 0, metadata } = found;
    const upload = new Upload({ id, size, offset: found.offset, ...(metadata && { metadata }) });
    if (upload.offset < size || (await this.#isComplete(id, size))) return upload;
    // What came is no whole of this size, or was given up by the store: from the beginning.
    await removeUpload(this.#bucket, id);
    upload.offset = 0;
    await this.#begin(upload);
    return upload;
  }

  /** Keeps what came of a request that broke off, then fails as it did. */
  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    const over = await this.#questions.sizeOnceOver(id);
    if (over !== null) return over;
    let failure: unknown = null;
    const came = async function* () {
      try {
        yield* bytes;
      } catch (error) {
        failure = error;
      }
    };
    const reached = await mapStoreErrors(super.write(Readable.from(came()), this.#named(id), offset));
    if (failure) throw failure;
    return reached;
  }

  /** Of an upload that is over or given up RadosGW says that there is no such key. */
  override async retrieveParts(
    ...upload: Parameters<S3Store['retrieveParts']>
  ): ReturnType<S3Store['retrieveParts']> {
    return super.retrieveParts(...upload).catch((error: Error) => {
      if (error.name === 'NoSuchKey') throw new NoSuchUpload({ $metadata: {}, message: error.message });
      throw error;
    });
  }

  protected override uploadPart(...part: Parameters<S3Store['uploadPart']>): Promise<string> {
    this.#refuseIfTaken(part[0].file.id);
    return super.uploadPart(...part);
  }

  protected override uploadIncompletePart(
    ...part: Parameters<S3Store['uploadIncompletePart']>
  ): Promise<string> {
    this.#refuseIfTaken(part[0]);
    return super.uploadIncompletePart(...part);
  }

  protected override async deleteIncompletePart(id: string): Promise<void> {
    this.#refuseIfTaken(id);
    await super.deleteIncompletePart(id);
  }

  protected override async finishMultipartUpload(
    ...upload: Parameters<S3Store['finishMultipartUpload']>
  ): Promise<string | undefined> {
    this.#refuseIfTaken(upload[0].file.id);
    return super.finishMultipartUpload(...upload);
  }

  #refuseIfTaken(named: string): void {
    const id = named.slice(this.#named('').length);
    if (!this.#questions.mayWrite(id)) throw new AppError('photos/upload-busy');
  }

  /** The key in the bucket, by which the library calls an upload. */
  #named(id: string): string {
    return this.#bucket.prefix + FOLDER + id;
  }

  #isKnown(id: string): Promise<boolean> {
    return mapStoreErrors(
      this.getMetadata(this.#named(id)).then(
        () => true,
        (error: unknown) => {
          if (isMissing(error)) return false;
          throw error;
        },
      ),
    );
  }

  async #begin({ id, size, metadata }: Upload): Promise<void> {
    const named = { id: this.#named(id), offset: 0, ...(size !== undefined && { size }) };
    await mapStoreErrors(super.create(new Upload({ ...named, ...(metadata && { metadata }) })));
    await this.cache.delete(this.#named(id));
  }

  /** Its last part came, but the process ended before the parts were put together: that is done now. */
  async #isComplete(id: string, size: number): Promise<boolean> {
    const isThere = async () => (await this.#bucket.findSize(FOLDER + id)) === size;
    if (await isThere()) return true;
    try {
      const parts = await this.retrieveParts(this.#named(id));
      if (parts.reduce((sum, { Size = 0 }) => sum + Size, 0) !== size) return false;
      await this.finishMultipartUpload(await this.getMetadata(this.#named(id)), parts);
    } catch (error) {
      if ((error as { name?: string }).name !== 'NoSuchUpload') return mapStoreErrors(Promise.reject(error));
    }
    return isThere();
  }
}

const MOST_NOTES = 1000;

/** What was read of uploads that are written just now: each request reads its own anew. */
function fewNotes(): KvStore<MetadataValue> {
  const notes = new Map<string, MetadataValue>();
  return {
    get: async (key) => notes.get(key),
    set: async (key, note) => {
      notes.set(key, note);
      const [oldest] = notes.keys();
      if (notes.size > MOST_NOTES && oldest !== undefined) notes.delete(oldest);
    },
    delete: async (key) => void notes.delete(key),
  };
}
