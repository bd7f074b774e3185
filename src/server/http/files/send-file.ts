import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#domain/errors.ts';
import type { App, User } from '#server/app.ts';
import { readRange } from '#server/http/files/byte-range.ts';
import { endWithSession } from '#server/http/files/end-with-session.ts';
import { downloadPlaces } from '#server/http/limits/download-places.ts';
import { cutIdleReader } from '#server/http/limits/idle-readers.ts';
import { FILE_POLICY } from '#server/http/security/security-headers.ts';

export interface SentFile {
  readonly key: string;
  readonly mediaType: string;
  /** Sent as an attachment under this name; absent: shown in the page. */
  readonly downloadAs?: string;
  /** True for a browser that keeps nothing: a phone with a link is a guest. */
  readonly isForGuest?: true;
}

/** Returns the RFC 6266 header with both forms of the name: „Țeavă 01.jpg” survives the download. */
function contentDisposition(name: string): string {
  const ascii = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

type Deps = Pick<App, 'files' | 'live'>;

/**
 * Pictures are cached by their owner's browser only, since keys are never reused. Documents and archives are not: they would stay on a
 * shared computer.
 */
function asOwnFile(reply: FastifyReply, { mediaType, downloadAs, isForGuest }: Omit<SentFile, 'key'>): void {
  const isKept = mediaType.startsWith('image/') && !isForGuest;
  reply
    .header('content-type', mediaType)
    .header('content-security-policy', FILE_POLICY)
    .header('cache-control', isKept ? 'private, max-age=31536000, immutable' : 'private, no-store')
    .header('vary', 'Cookie');
  if (downloadAs) reply.header('content-disposition', contentDisposition(downloadAs));
}

interface Recipient {
  readonly user: User;
  readonly reply: FastifyReply;
}

/** Listeners of one response: its session's end, its place, its idle reader, the download's note, Fastify, and Node's pipeline. */
const MOST_LISTENERS = 20;

/** Waits for a download place; false when the reader left before. */
async function beginDownload({ user, reply }: Recipient): Promise<boolean> {
  reply.raw.setMaxListeners(MOST_LISTENERS);
  if (!(await downloadPlaces.take(user.id, reply.raw))) {
    reply.hijack();
    return false;
  }
  // A proxy that buffered the whole file would hide how fast its reader is.
  reply.header('x-accel-buffering', 'no');
  return true;
}

/**
 * Streams an owner's file, or the range that the request asks for, so that an interrupted download goes on. Throws `photos/file-missing`,
 * and `http/too-many-downloads` for downloads.
 */
export async function sendFile(app: Deps, { user, reply }: Recipient, file: SentFile): Promise<FastifyReply> {
  // Registered before the file opens: a store may take a while, and the session may end meanwhile.
  endWithSession(app, user, reply.raw);
  if (file.downloadAs && !(await beginDownload({ user, reply }))) return reply;
  const { range: header, 'if-range': known } = reply.request.headers;
  const etag = `"${file.key}"`;
  const wanted = known === undefined || known === etag ? header : undefined;
  const bytes = wanted === undefined ? null : await app.files.sizeOf(file.key);
  const range = bytes === null ? null : readRange(wanted, bytes);
  if (range === 'unsatisfiable') return reply.status(416).header('content-range', `bytes */${bytes}`).send();
  const opened = await app.files.open(file.key, range ?? undefined);
  if (opened === null) throw new AppError('photos/file-missing');
  asOwnFile(reply, file);
  reply.header('accept-ranges', 'bytes').header('etag', etag);
  reply.header('content-length', range === null ? opened.bytes : range.last - range.first + 1);
  if (range !== null) {
    const { first, last } = range;
    reply.status(206).header('content-range', `bytes ${first}-${last}/${opened.bytes}`);
  }
  cutIdleReader(reply.raw);
  return reply.send(opened.body);
}

/** Sends the small copy of an owner's picture; returns false when there is none. */
export async function sendSmallCopy(
  app: Deps,
  reply: FastifyReply,
  { key, ...shown }: Pick<SentFile, 'key' | 'isForGuest'>,
): Promise<boolean> {
  const bytes = await app.files.readWhole(key);
  if (bytes === null) return false;
  asOwnFile(reply, { ...shown, mediaType: 'image/webp' });
  reply.send(bytes);
  return true;
}

export interface PublicPicture {
  readonly bytes: Buffer;
  readonly mediaType: string;
  /** Changes with the bytes. */
  readonly version: string;
  /** The address names just these bytes: they may be cached for a year. */
  readonly isForGood: boolean;
}

/** Sends a picture to any client, or 304 when the client has it. */
export function sendPublicPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, mediaType, version, isForGood }: PublicPicture,
): FastifyReply {
  const etag = `"${version}"`;
  reply
    .header('etag', etag)
    .header('content-security-policy', FILE_POLICY)
    .header('cache-control', isForGood ? 'public, max-age=31536000, immutable' : 'public, no-cache');
  const known = (request.headers['if-none-match'] ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''));
  if (known.includes(etag) || known.includes('*')) return reply.status(304).send();
  return reply.header('content-type', mediaType).send(bytes);
}

/** A file made while it is sent. */
export interface Download {
  readonly fileName: string;
  readonly mediaType: string;
  /** Bytes; null while unknown until the end. */
  readonly length: bigint | null;
  readonly body: Readable;
}

/**
 * Sends a download that `make` begins once the person has a place for it. Throws `http/too-many-downloads`; errors of `make` pass through.
 */
export async function sendDownload(
  app: Deps,
  { user, reply }: Recipient,
  make: () => Promise<Download>,
): Promise<void> {
  endWithSession(app, user, reply.raw);
  if (!(await beginDownload({ user, reply }))) return;
  const { fileName, mediaType, length, body } = await make();
  reply
    .header('content-type', mediaType)
    .header('content-disposition', contentDisposition(fileName))
    .header('cache-control', 'private, no-store');
  if (length !== null) reply.header('content-length', length.toString());
  cutIdleReader(reply.raw);
  await sendStream(reply, body);
}

/** Sends a download to any client. */
export async function sendPublicDownload(
  reply: FastifyReply,
  { fileName, mediaType, length, body }: Download,
): Promise<FastifyReply> {
  reply
    .header('content-type', mediaType)
    .header('content-disposition', contentDisposition(fileName))
    .header('cache-control', 'private, no-store')
    .header('x-accel-buffering', 'no');
  if (length !== null) reply.header('content-length', length.toString());
  cutIdleReader(reply.raw);
  await sendStream(reply, body);
  return reply;
}

/** Writes a stream as the whole response; a reader that leaves is not an error. */
async function sendStream(reply: FastifyReply, body: Readable): Promise<void> {
  const headers = reply.getHeaders();
  reply.hijack();
  reply.raw.writeHead(
    200,
    Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)) as Record<
      string,
      string
    >,
  );
  try {
    await pipeline(body, reply.raw);
  } catch {
    reply.raw.destroy();
  }
}
