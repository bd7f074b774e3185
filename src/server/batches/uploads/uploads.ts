import { ERRORS, type Locker, Server } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { UPLOADS_PATH, uploadMetadata } from '#contract/photos.ts';
import { AppError, type ErrorCode } from '#domain/errors.ts';
import type { Uploads } from '#server/adapters/files/port.ts';
import type { App, User } from '#server/app.ts';
import { beginUpload, completeIfWhole, completeReceived } from '#server/batches/uploads/receive-upload.ts';
import { UploadLeases } from '#server/batches/uploads/upload-leases.ts';
import { MOST_WAITING } from '#server/batches/uploads/upload-locks.ts';
import { asAppError, errorReply, type NoteFailure } from '#server/http/errors.ts';
import { failureLog } from '#server/http/failures.ts';
import { endWithSession } from '#server/http/files/end-with-session.ts';
import { createRateGate } from '#server/http/limits/paced.ts';
import { consumeRateLimit } from '#server/http/limits/rate-limit.ts';
import { hasBody } from '#server/http/limits/slow-bodies.ts';
import { hasLeft } from '#server/http/server.ts';
import { STATUS_BY_CODE } from '#server/http/status-by-code.ts';
import { findPhoto } from '#server/photos/photo-store.ts';
import { sizeOnceOver } from '#server/photos/upload-store.ts';
import { isSessionOpen } from '#server/users/sign-in/session-store.ts';

const BEGUN = { hits: 2000, seconds: 600 };
/** Milliseconds that a request holding an upload has for bytes under way when another one waits. */
const DRAIN_MS = 100;
/** The same delay as for other requests. A browser keeps what it has to send and goes on by itself. */
const RETRY_AFTER_SECONDS = '5';
/** Spreads a thousand refusals over a second or two, so that other requests come in between. */
const REFUSALS = { concurrency: 4, everyMs: 5 };

type NodeRequest = FastifyRequest['raw'] & { uploader?: User };
interface TusRequest {
  readonly headers: Headers;
  readonly runtime?: { node?: { req: NodeRequest } } | undefined;
}

/** Resumable uploads (tus 1.0). Every request is checked for its owner; an upload's id is the photo's id. */
export interface UploadOptions {
  readonly uploads: Uploads;
  readonly authenticate: (request: FastifyRequest) => Promise<User | null>;
  readonly locker?: Locker;
  readonly noteFailure?: NoteFailure;
}

function getUploader(request: TusRequest): User {
  const user = request.runtime?.node?.req.uploader;
  if (!user) throw new Error('an upload without an uploader');
  return user;
}

/** Returns an error as tus wants it, {status_code, body}, with our code and sentence in the body. */
function asTusError(
  note: NoteFailure,
  request: TusRequest,
  error: unknown,
): { status_code: number; body: string } | undefined {
  const known = error as { status_code?: number };
  // Another request took over: the sender asks how far it came and goes on from there.
  if (error === ERRORS.ABORTED) return asTusError(note, request, new AppError('photos/upload-busy'));
  if (!(error instanceof AppError) && known.status_code) return undefined;
  const raw = request.runtime?.node?.req;
  const isOwn = error instanceof AppError || (raw && hasLeft({ raw }));
  const refusal = isOwn ? asAppError(error) : note(error, {}, 'upload failed');
  return { status_code: STATUS_BY_CODE[refusal.code], body: JSON.stringify(errorReply(refusal)) };
}

/** The protocol's own refusals keep their status and get our body. */
const BY_TUS_STATUS: Readonly<Record<number, ErrorCode>> = {
  404: 'photos/not-found',
  410: 'photos/not-found',
  413: 'http/too-large',
  500: 'http/internal',
};

class UploadServer extends Server {
  override write(...[context, headers, status, body = '']: Parameters<Server['write']>) {
    if (status < 400) return super.write(context, headers, status, body);
    headers.set('content-type', 'application/json; charset=utf-8');
    if (status === 503 || status === 429) headers.set('retry-after', RETRY_AFTER_SECONDS);
    if (body.startsWith('{')) return super.write(context, headers, status, body);
    const refusal = new AppError(BY_TUS_STATUS[status] ?? 'http/bad-request');
    // 501: an extension of the protocol that we don't have.
    const answerStatus = status === 501 ? STATUS_BY_CODE[refusal.code] : status;
    return super.write(context, headers, answerStatus, JSON.stringify(errorReply(refusal)));
  }
}

function tusServer(app: App, { uploads, ...options }: UploadOptions): Server {
  const leases = new UploadLeases(app);
  const { locker = leases } = options;
  // A test's own lock is held as long as it says.
  const mayWrite = (id: string) => locker !== leases || leases.mayWrite(id);
  const note = options.noteFailure ?? failureLog(app.log);
  return new UploadServer({
    path: UPLOADS_PATH,
    datastore: uploads.store({ sizeOnceOver: (id) => sizeOnceOver(app.db, id), mayWrite }),
    locker,
    lockDrainTimeout: DRAIN_MS,
    relativeLocation: true,
    allowedOrigins: [],
    // The photo's row comes first, so that a file is created under the lock of its id.
    namingFunction: (request, metadata) => beginAnnouncedUpload(app, request as TusRequest, metadata ?? {}),
    onIncomingRequest: async (request, id) => {
      if (request.method === 'POST') return;
      const photo = await findPhoto(app.db, getUploader(request as TusRequest).id, id);
      // A client that asks how far it came may take a whole file for a finished upload, so it becomes one now.
      if (request.method === 'HEAD') await completeIfWhole(app, photo, uploads);
    },
    onUploadFinish: async (request, upload) => {
      // Signed out while the last bytes came: the next session of its owner may finish it.
      const isOpen = await isSessionOpen(app, getUploader(request as TusRequest));
      if (!isOpen) throw new AppError('auth/session-required');
      await completeReceived(app, upload.id, uploads);
      return {};
    },
    onResponseError: (request, error) => asTusError(note, request as TusRequest, error),
  });
}

/**
 * Creates the photo of an announced file; returns its id. Throws `http/bad-request`, `http/too-many-requests`, and every error of
 * `beginUpload`.
 */
async function beginAnnouncedUpload(app: App, request: TusRequest, metadata: Record<string, string | null>) {
  // tus gives null for a name without a value.
  const given = Object.entries(metadata).filter(([, value]) => value !== null);
  const parsed = uploadMetadata.safeParse(Object.fromEntries(given));
  const bytes = request.headers.get('upload-length');
  if (!parsed.success || bytes === null) throw new AppError('http/bad-request');
  const { name = '', batchId = null, takenAt = null, folder = null, key } = parsed.data;
  const ownerId = getUploader(request).id;
  await consumeRateLimit(app, `uploads:${ownerId}`, { limit: BEGUN, code: 'http/too-many-requests' });
  return beginUpload(app, {
    photoId: app.newId('img'),
    ownerId,
    bytes: Number(bytes),
    name,
    batchId,
    takenAt,
    folder,
    ...(key && { key }),
  });
}

/**
 * Counts the open requests of each upload and refuses one too many before it reaches the database, so that a flood costs others nothing.
 * Only the sender knows the upload's id.
 */
function uploadDoor(): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const inside = new Map<string, number>();
  const nextRefusal = createRateGate(REFUSALS);
  return async (request, reply) => {
    const { photoId } = request.params as { photoId?: string };
    if (photoId === undefined) return;
    const others = inside.get(photoId) ?? 0;
    if (others > MOST_WAITING) {
      await nextRefusal();
      throw new AppError('photos/upload-busy');
    }
    inside.set(photoId, others + 1);
    reply.raw.once('close', () => {
      const left = (inside.get(photoId) ?? 0) - 1;
      if (left > 0) inside.set(photoId, left);
      else inside.delete(photoId);
    });
  };
}

/**
 * Mounts the upload server. A request is refused with `auth/session-required`, `photos/upload-busy`, `photos/not-found`,
 * `http/bad-request`, `http/not-found`, and every error of `beginUpload`.
 */
export function mountUploads(fastify: FastifyInstance, app: App, options: UploadOptions): void {
  const server = tusServer(app, options);
  fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    const comeIn = uploadDoor();
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      await comeIn(request, reply);
      const user = await options.authenticate(request);
      if (!user) throw new AppError('auth/session-required');
      // Only PATCH brings bytes: it alone says where they continue.
      if (request.method === 'POST' && hasBody(request.raw)) throw new AppError('http/bad-request');
      if (request.method === 'GET' || request.method === 'DELETE') throw new AppError('http/not-found');
      request.asker = user;
      (request.raw as NodeRequest).uploader = user;
      reply.header('cache-control', 'no-store');
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value) reply.raw.setHeader(name, value);
      reply.hijack();
      endWithSession(app, user, reply.raw);
      await server.handle(request.raw, reply.raw);
    };
    scope.all(UPLOADS_PATH, answer);
    scope.all(`${UPLOADS_PATH}/:photoId`, answer);
  });
}
