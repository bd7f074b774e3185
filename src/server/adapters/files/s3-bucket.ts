import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { AppError } from '#domain/errors.ts';
import { getShard } from '#server/adapters/files/keys.ts';
import type { ByteRange, ListedFile, OpenFile } from '#server/adapters/files/port.ts';

/** Address of a bucket, with its credentials. */
export interface BucketAddress {
  /** URL of the service, without the bucket. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Prefix of every key: empty, or with a slash at its end. */
  readonly prefix: string;
  /** Null: the machine's own (environment, instance role). */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
}

/** A multipart upload under way. */
export interface MultipartUpload {
  readonly key: string;
  readonly uploadId: string;
  readonly begunAt: Date;
}

const CONNECT_MS = 3_000;
const IDLE_MS = 15_000;
/** Until the reply begins, sending a body included. */
const REPLY_MS = 60_000;
const TRIES = 3;
/** One more where a body is sent or read: a broken connection may take the next request along. */
const TRIES_OF_BODIES = 4;
const PAUSE_MS = 200;
/** Many: each download holds one, and a request that waits for one counts as not connected after CONNECT_MS. */
const CONNECTIONS = 256;
/** Parts of equal size, as some stores demand; two are in memory. At most 10,000: 312 GiB. */
const PART_BYTES = 32 * 1024 * 1024;

const SILENT = { trace: () => {}, debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/**
 * The six operations and multipart uploads of all S3-compatible stores, each with a time limit and three tries. Any failure of the store or
 * the network is `http/unavailable`: it says nothing about an object.
 */
export class S3Bucket {
  readonly #client: S3Client;
  readonly #refuseStray: (key: string) => unknown;
  readonly name: string;
  readonly prefix: string;
  /** For another client of the same bucket. */
  readonly clientConfig: S3ClientConfig;

  /** `refuseStray`: throws for a malformed key. */
  constructor(
    { endpoint, region, bucket, prefix, credentials }: BucketAddress,
    refuseStray: (key: string) => unknown = getShard,
  ) {
    this.#refuseStray = refuseStray;
    this.name = bucket;
    this.prefix = prefix;
    const agent = { keepAlive: true, maxSockets: CONNECTIONS };
    this.clientConfig = {
      endpoint,
      region,
      forcePathStyle: true,
      maxAttempts: TRIES,
      ...(credentials && { credentials }),
      // Most other servers refuse trailing checksums, or store them as content.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: CONNECT_MS,
        socketTimeout: IDLE_MS,
        requestTimeout: REPLY_MS,
        throwOnRequestTimeout: true,
        httpAgent: agent,
        httpsAgent: agent,
      },
      logger: SILENT,
    };
    this.#client = new S3Client(this.clientConfig);
  }

  async findSize(key: string): Promise<number | null> {
    const found = await orNull(this.#client.send(new HeadObjectCommand(this.#at(key))));
    return found?.ContentLength ?? null;
  }

  async open(key: string, range?: ByteRange): Promise<OpenFile | null> {
    const part = range && { Range: `bytes=${range.first}-${range.last}` };
    const found = await orNull(this.#client.send(new GetObjectCommand({ ...this.#at(key), ...part })));
    if (found === null) return null;
    const bytes = Number(found.ContentRange?.split('/')[1] ?? found.ContentLength);
    return { bytes, body: found.Body as Readable };
  }

  /** Stores the file at `path`. */
  putFile(key: string, path: string): Promise<void> {
    return retryStoreRequest(async () => {
      const { size } = await stat(path);
      const body = { Body: createReadStream(path), ContentLength: size };
      await this.#client.send(new PutObjectCommand({ ...this.#at(key), ...body }));
    });
  }

  /** Stores a stream in parts. */
  async writeStream(key: string, body: Readable): Promise<void> {
    const params = { ...this.#at(key), Body: body };
    await mapStoreErrors(
      new Upload({ client: this.#client, params, partSize: PART_BYTES, queueSize: 2 }).done(),
    );
  }

  async remove(key: string): Promise<void> {
    await mapStoreErrors(this.#client.send(new DeleteObjectCommand(this.#at(key))));
  }

  /** Lists the objects below a folder in byte order of keys, a thousand a request. */
  async *list(folder: string): AsyncIterable<ListedFile> {
    const asked = { Bucket: this.name, Prefix: `${this.prefix}${folder}/` };
    let next: { ContinuationToken?: string } = {};
    for (;;) {
      const page = await mapStoreErrors(this.#client.send(new ListObjectsV2Command({ ...asked, ...next })));
      for (const { Key, Size = 0, LastModified } of page.Contents ?? [])
        if (Key !== undefined && LastModified !== undefined)
          yield { key: Key.slice(this.prefix.length), bytes: Size, modifiedAt: LastModified };
      if (!page.IsTruncated || page.NextContinuationToken === undefined) return;
      next = { ContinuationToken: page.NextContinuationToken };
    }
  }

  /** Copies an object to another key. Throws `photos/file-missing`. */
  async copy(from: string, to: string): Promise<void> {
    const source = encodeURIComponent(`${this.name}/${this.#at(from).Key}`).replaceAll('%2F', '/');
    const copied = orNull(this.#client.send(new CopyObjectCommand({ ...this.#at(to), CopySource: source })));
    if ((await copied) === null) throw new AppError('photos/file-missing');
  }

  /** Lists multipart uploads that are neither whole nor given up, by the beginning of their keys. */
  async *listMultipart(beginning: string): AsyncIterable<MultipartUpload> {
    const asked = { Bucket: this.name, Prefix: this.prefix + beginning };
    let next: { KeyMarker?: string; UploadIdMarker?: string } = {};
    for (;;) {
      const page = await mapStoreErrors(
        this.#client.send(new ListMultipartUploadsCommand({ ...asked, ...next })),
      );
      for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
        if (Key !== undefined && UploadId !== undefined && Initiated !== undefined)
          yield { key: Key.slice(this.prefix.length), uploadId: UploadId, begunAt: Initiated };
      if (!page.IsTruncated || page.NextKeyMarker === undefined) return;
      const marker = page.NextUploadIdMarker;
      next = { KeyMarker: page.NextKeyMarker, ...(marker !== undefined && { UploadIdMarker: marker }) };
    }
  }

  /** Aborts a multipart upload; one that is over is ignored. */
  async abortMultipart({ key, uploadId }: MultipartUpload): Promise<void> {
    const command = new AbortMultipartUploadCommand({ ...this.#at(key), UploadId: uploadId });
    await orNull(this.#client.send(command));
  }

  close(): void {
    this.#client.destroy();
  }

  #at(key: string): { Bucket: string; Key: string } {
    this.#refuseStray(key);
    return { Bucket: this.name, Key: this.prefix + key };
  }
}

/**
 * Repeats what the SDK does not: requests with a body sent or broken off while it is read. Throws the last try's error as
 * `http/unavailable`; refusals of ours and errors of this machine's disk pass through at once.
 */
export async function retryStoreRequest<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (isOurs(error)) throw error;
      if (tries === TRIES_OF_BODIES) return mapStoreErrors(Promise.reject(error));
      await wait(PAUSE_MS * tries * (0.5 + Math.random()));
    }
  }
}

/** True for a refusal of the product, or a disk of this machine. */
function isOurs(error: unknown): boolean {
  if (error instanceof AppError) return error.code !== 'http/unavailable';
  const { syscall, path } = error as NodeJS.ErrnoException;
  return syscall !== undefined && path !== undefined;
}

/** Null for a missing object. */
function orNull<T>(asked: Promise<T>): Promise<T | null> {
  return mapStoreErrors(
    asked.catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    }),
  );
}

/** True for the store's error about a missing object or multipart upload. */
export function isMissing(error: unknown): boolean {
  const { name = '' } = error as { name?: string };
  return ['NoSuchKey', 'NotFound', 'NoSuchUpload'].includes(name);
}

/** Throws `http/unavailable` for any error of the store; a refusal of ours, or of the upload server, passes through. */
export async function mapStoreErrors<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AppError || (error as { status_code?: number }).status_code) throw error;
    throw new AppError('http/unavailable', {}, { cause: error });
  }
}
