import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { S3Error } from './xml.ts';

export interface StoredObject {
  readonly key: string;
  readonly bytes: number;
  readonly modifiedAt: Date;
  readonly etag: string;
}

/** Objects and unfinished parts as plain files: what was acknowledged outlives a kill. */
export class Bucket {
  readonly #folder: string;
  readonly #temporary: string;
  readonly #metadata: string;
  readonly uploads: string;

  constructor(folder: string) {
    this.#folder = join(folder, 'objects');
    this.#temporary = join(folder, 'tmp');
    this.uploads = join(folder, 'uploads');
    this.#metadata = join(folder, 'metadata');
  }

  async make(): Promise<this> {
    for (const folder of [this.#folder, this.#temporary, this.#metadata, this.uploads])
      await mkdir(folder, { recursive: true });
    return this;
  }

  getObjectPath(key: string): string {
    return join(this.#folder, encodeURIComponent(key));
  }

  temporaryPath(): string {
    return join(this.#temporary, randomUUID());
  }

  async find(key: string): Promise<StoredObject | null> {
    const found = await stat(this.getObjectPath(key)).catch(() => null);
    return found && { key, bytes: found.size, modifiedAt: found.mtime, etag: computeEtag(found) };
  }

  async remove(key: string): Promise<void> {
    await rm(this.getObjectPath(key), { force: true });
    await rm(join(this.#metadata, encodeURIComponent(key)), { force: true });
  }

  /** Keeps the headers of a request that say something of an object („x-amz-meta-…”), for those who read it. */
  async note(key: string, headers: IncomingHttpHeaders): Promise<void> {
    const own = Object.entries(headers).filter(([name]) => name.startsWith('x-amz-meta-'));
    const path = join(this.#metadata, encodeURIComponent(key));
    if (own.length === 0) await rm(path, { force: true });
    else await writeFile(path, JSON.stringify(Object.fromEntries(own)));
  }

  async readNotes(key: string): Promise<Record<string, string>> {
    const text = await readFile(join(this.#metadata, encodeURIComponent(key)), 'utf8').catch(() => '{}');
    return JSON.parse(text) as Record<string, string>;
  }

  /** Keys in the order of their bytes. */
  async keys(): Promise<string[]> {
    return (await readdir(this.#folder)).map(decodeURIComponent).sort();
  }
}

export class Buckets {
  readonly #folder: string;
  readonly #made = new Map<string, Promise<Bucket>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async named(name: string): Promise<Bucket> {
    if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name)) throw new S3Error(400, 'InvalidBucketName');
    const known = this.#made.get(name) ?? new Bucket(join(this.#folder, name)).make();
    this.#made.set(name, known);
    return known;
  }
}

/** Writes a request's body to `path`, whole or not at all. */
export async function receive(request: IncomingMessage, path: string, temporary: string): Promise<string> {
  const {
    'content-length': length,
    'x-amz-content-sha256': sha256 = '',
    'content-md5': md5,
  } = request.headers;
  if (length === undefined) throw new S3Error(411, 'MissingContentLength');
  const hash = createHash('sha256');
  const sum = createHash('md5');
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      hash.update(chunk);
      sum.update(chunk);
      done(null, chunk);
    },
  });
  try {
    await pipeline(request, counted, createWriteStream(temporary));
    if (bytes !== Number(length)) throw new S3Error(400, 'IncompleteBody');
    if (/^[0-9a-f]{64}$/.test(String(sha256)) && hash.digest('hex') !== sha256)
      throw new S3Error(400, 'XAmzContentSHA256Mismatch');
    const digest = sum.digest();
    if (md5 !== undefined && digest.toString('base64') !== md5) throw new S3Error(400, 'BadDigest');
    await rename(temporary, path);
    return computeEtag(await stat(path));
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Another one for other bytes; of real stores it is not always a hash of them either. */
export function computeEtag({ size, mtimeMs }: { size: number; mtimeMs: number }): string {
  return `"${createHash('md5').update(`${size} ${mtimeMs}`).digest('hex')}"`;
}
