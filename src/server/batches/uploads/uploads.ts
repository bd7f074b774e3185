import { ERRORS, type Locker, Server } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_UPLOADS_PATH } from '#contract/api/v1.ts';
import { PHONE_UPLOADS_PATH } from '#contract/phones/phone-links.ts';
import { UPLOADS_PATH, uploadMetadata } from '#contract/photos.ts';
import { AppError, type ErrorCode } from '#domain/errors.ts';
import { isKeyId } from '#domain/users/api-keys.ts';
import type { Uploads } from '#server/adapters/files/port.ts';
import type { App, Phone, User } from '#server/app.ts';
import { mayFinish } from '#server/batches/phones/phone-link-view.ts';
import { beginUpload, completeIfWhole, completeReceived } from '#server/batches/uploads/receive-upload.ts';
import { UploadLeases } from '#server/batches/uploads/upload-leases.ts';
import { MOST_WAITING } from '#server/batches/uploads/upload-locks.ts';
import { admitProgram, type FindProgram } from '#server/http/api/programs.ts';
import { asAppError, formatRefusal, type NoteFailure } from '#server/http/errors.ts';
import { failureLog } from '#server/http/failures.ts';
import { endWithSession } from '#server/http/files/end-with-session.ts';
import { createRateGate } from '#server/http/limits/paced.ts';
import { consumeRateLimit } from '#server/http/limits/rate-limit.ts';
import { hasBody } from '#server/http/limits/slow-bodies.ts';
import { findPhone, type Phones } from '#server/http/mount.ts';
import { hasLeft } from '#server/http/server.ts';
import { STATUS_BY_CODE } from '#server/http/status-by-code.ts';
import { findPhoto } from '#server/photos/photo-store.ts';
import { sizeOnceOver } from '#server/photos/upload-store.ts';
import { isSessionOpen } from '#server/users/sign-in/session-store.ts';

const BEGUN = { hits: 2000, seconds: 600 };
/** Twice what a link can bring. */
const BEGUN_BY_PHONE = { hits: 600, seconds: 600 };
/** Milliseconds that a request holding an upload has for bytes under way when another one waits. */
const DRAIN_MS = 100;
/** The same delay as for other requests. A browser keeps what it has to send and goes on by itself. */
const RETRY_AFTER_SECONDS = '5';
/** Spreads a thousand refusals over a second or two, so that other requests come in between. */
const REFUSALS = { concurrency: 4, everyMs: 5 };

/** Who sends: a user in their session, or a phone in the name of the one who made its link. */
interface Uploader {
  readonly user: User;
  readonly phone: Phone | null;
}

type NodeRequest = FastifyRequest['raw'] & { uploader?: Uploader };
interface TusRequest {
  readonly headers: Headers;
  readonly runtime?: { node?: { req: NodeRequest } } | undefined;
}

interface Surroundings {
  readonly uploads: Uploads;
  readonly locker?: Locker;
  readonly noteFailure?: NoteFailure;
}

/** Resumable uploads (tus 1.0). Every request is checked for its owner; an upload's id is the photo's id. */
export interface UploadOptions extends Surroundings {
  readonly authenticate: (request: FastifyRequest) => Promise<User | null>;
}

interface UploadDoor extends Surroundings {
  readonly path: string;
  /** Throws where a request may not come in. */
  readonly admit: (request: FastifyRequest, reply: FastifyReply) => Promise<Uploader>;
  /** True where the request proves itself. */
  readonly anySite?: true;
}

function getUploader(request: TusRequest): Uploader {
  const uploader = request.runtime?.node?.req.uploader;
  if (!uploader) throw new Error('an upload without an uploader');
  return uploader;
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
  const { body } = formatRefusal(raw?.url ?? '', refusal);
  return { status_code: STATUS_BY_CODE[refusal.code], body: JSON.stringify(body) };
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
    const refusal = new AppError(BY_TUS_STATUS[status] ?? 'http/bad-request');
    const own = formatRefusal(this.options.path, refusal);
    headers.set('content-type', own.mediaType);
    if (status === 503 || status === 429) headers.set('retry-after', RETRY_AFTER_SECONDS);
    if (body.startsWith('{')) return super.write(context, headers, status, body);
    // 501: an extension of the protocol that we don't have.
    const answerStatus = status === 501 ? STATUS_BY_CODE[refusal.code] : status;
    return super.write(context, headers, answerStatus, JSON.stringify(own.body));
  }
}

function tusServer(app: App, { uploads, path, ...options }: UploadDoor): Server {
  const leases = new UploadLeases(app);
  const { locker = leases } = options;
  // A test's own lock is held as long as it says.
  const mayWrite = (id: string) => locker !== leases || leases.mayWrite(id);
  const note = options.noteFailure ?? failureLog(app.log);
  return new UploadServer({
    path,
    datastore: uploads.store({ sizeOnceOver: (id) => sizeOnceOver(app.db, id), mayWrite }),
    locker,
    lockDrainTimeout: DRAIN_MS,
    relativeLocation: true,
    allowedOrigins: [],
    // The photo's row comes first, so that a file is created under the lock of its id.
    namingFunction: (request, metadata) => beginAnnouncedUpload(app, request as TusRequest, metadata ?? {}),
    onIncomingRequest: async (request, id) => {
      if (request.method === 'POST') return;
      const { user, phone } = getUploader(request as TusRequest);
      const photo = await findPhoto(app.db, user.id, id);
      // A phone has no other photo of its owner.
      if (phone && photo.phone_link !== phone.linkId) throw new AppError('photos/not-found');
      // A client that asks how far it came may take a whole file for a finished upload, so it becomes one now.
      if (request.method === 'HEAD') await completeIfWhole(app, photo, uploads);
    },
    onUploadFinish: async (request, upload) => {
      await refuseLate(app, getUploader(request as TusRequest));
      await completeReceived(app, upload.id, uploads);
      return {};
    },
    onResponseError: (request, error) => asTusError(note, request as TusRequest, error),
  });
}

/**
 * Refuses bytes whose right ended while they came. Throws `auth/session-required` (the owner's next session may finish the upload),
 * `auth/key-required`, and `batches/phone-link-over`.
 */
async function refuseLate(app: App, { user, phone }: Uploader): Promise<void> {
  if (phone && !(await mayFinish(app, phone))) throw new AppError('batches/phone-link-over');
  if (await isSessionOpen(app, user)) return;
  throw new AppError(isKeyId(user.sessionId) ? 'auth/key-required' : 'auth/session-required');
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
  const {
    name = '',
    batchId = null,
    takenAt = null,
    folder = null,
    key,
    shot = null,
    shotKind = null,
  } = parsed.data;
  const { user, phone } = getUploader(request);
  const counted = phone
    ? { key: `phone-uploads:${phone.linkId}`, limit: BEGUN_BY_PHONE }
    : { key: `uploads:${user.id}`, limit: BEGUN };
  await consumeRateLimit(app, counted.key, { limit: counted.limit, code: 'http/too-many-requests' });
  const file = { photoId: app.newId('img'), ownerId: user.id, bytes: Number(bytes), name, takenAt };
  if (!phone) return beginUpload(app, { ...file, batchId, folder, shot, shotKind, ...(key && { key }) });
  return beginUpload(app, {
    ...file,
    batchId: phone.batchId,
    phoneLink: phone.linkId,
    // Another link's key, or the owner's own, names another upload.
    ...(key && { key: `${phone.linkId} ${key}` }),
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

/** Mounts the uploads of users. */
export function mountUploads(
  fastify: FastifyInstance,
  app: App,
  { authenticate, ...options }: UploadOptions,
): void {
  const admit = async (request: FastifyRequest) => {
    const user = await authenticate(request);
    if (!user) throw new AppError('auth/session-required');
    return { user, phone: null };
  };
  mountDoor(fastify, app, { ...options, path: UPLOADS_PATH, admit });
}

/** Mounts the uploads of programs, by their keys. */
export function mountApiUploads(
  fastify: FastifyInstance,
  app: App,
  { findProgram, ...options }: Surroundings & { readonly findProgram: FindProgram },
): void {
  const admit = async (request: FastifyRequest, reply: FastifyReply) => ({
    user: await admitProgram(request, reply, findProgram),
    phone: null,
  });
  mountDoor(fastify, app, { ...options, path: API_UPLOADS_PATH, anySite: true, admit });
}

/** Mounts the uploads of phones, which know no session: a link that is over begins none, and finishes those that have begun. */
export function mountPhoneUploads(
  fastify: FastifyInstance,
  app: App,
  { phones, ...options }: Surroundings & { readonly phones: Phones<Phone> },
): void {
  const admit = async (request: FastifyRequest) => {
    const phone = await findPhone(request, phones);
    if (!phone.isOpen && request.method === 'POST') throw new AppError('batches/phone-link-over');
    return { user: phone.owner, phone };
  };
  mountDoor(fastify, app, { ...options, path: PHONE_UPLOADS_PATH, admit });
}

/**
 * Mounts an upload server. A request is refused with what its door throws, `auth/session-required`, `photos/upload-busy`,
 * `photos/not-found`, `http/bad-request`, `http/not-found`, and every error of `beginUpload`.
 */
function mountDoor(fastify: FastifyInstance, app: App, options: UploadDoor): void {
  const server = tusServer(app, options);
  fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    const comeIn = uploadDoor();
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      await comeIn(request, reply);
      const uploader = await options.admit(request, reply);
      // Only PATCH brings bytes: it alone says where they continue.
      if (request.method === 'POST' && hasBody(request.raw)) throw new AppError('http/bad-request');
      if (request.method === 'GET' || request.method === 'DELETE') throw new AppError('http/not-found');
      request.asker = uploader.user;
      (request.raw as NodeRequest).uploader = uploader;
      reply.header('cache-control', 'no-store');
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value) reply.raw.setHeader(name, value);
      reply.hijack();
      endWithSession(app, uploader.user, reply.raw);
      await server.handle(request.raw, reply.raw);
    };
    const config = { anySite: options.anySite ?? false };
    scope.all(options.path, { config }, answer);
    scope.all(`${options.path}/:photoId`, { config }, answer);
  });
}
