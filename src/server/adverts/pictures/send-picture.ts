import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#domain/errors.ts';
import { createFetchLog } from '#server/adverts/pictures/fetch-log.ts';
import { createPictureReader, LARGEST_KEPT } from '#server/adverts/pictures/kept-bytes.ts';
import { PICTURES_PATH, readPictureName } from '#server/adverts/pictures/picture-address.ts';
import type { PictureFetch, PictureRow } from '#server/adverts/pictures/picture-store.ts';
import { findShownPictures } from '#server/adverts/pictures/picture-view.ts';
import type { App } from '#server/app.ts';
import { createPlaces, type Places } from '#server/http/limits/download-places.ts';
import { cutIdleReader } from '#server/http/limits/idle-readers.ts';
import { tokenBuckets } from '#server/http/limits/in-memory-rate-limit.ts';
import { createPublicTurn } from '#server/http/limits/public-reads.ts';
import { ipKey } from '#server/http/limits/rate-limit.ts';
import { createBatchLoader } from '#server/http/limits/together.ts';
import { FILE_POLICY } from '#server/http/security/security-headers.ts';
import { publicPictureKey } from '#server/photos/file-keys.ts';

/** Fetches from one address of the internet: a site fetches for all its sellers from a few. */
const FETCHES = { burst: 600, perSecond: 20 };
/** Pictures that are sent at once, from one address and from all. Others wait, so that pages and API go on. */
const EACH_ADDRESS = { most: 8, mostWaiting: 100 };
const ALL_ADDRESSES = { most: 24, mostWaiting: 400 };

/**
 * Mounts the addresses of public pictures: GET and HEAD for any client, without cookie, redirect or query. A name that is not ours or has
 * expired is 404 `http/not-found` before the database is asked.
 */
export function mountPublicPictures(fastify: FastifyInstance, app: App): void {
  const find = createBatchLoader((ids: readonly string[]) => findShownPictures(app, ids));
  const log = createFetchLog(app);
  const rate = tokenBuckets(FETCHES);
  const desk = createPictureDesk(app);
  const takePictureTurn = createPublicTurn();
  const answer = async (request: FastifyRequest<{ Params: { name: string } }>, reply: FastifyReply) => {
    rate.take(ipKey(request.ip));
    await takePictureTurn();
    const id = readPictureName(app, request.params.name);
    const picture = id === null ? null : await find(id);
    if (!picture) throw new AppError('http/not-found');
    noteOnceOver({ request, reply, picture }, { app, note: log.note });
    return sendPublicPicture({ app, desk }, { request, reply, picture });
  };
  fastify.route({
    method: ['GET', 'HEAD'],
    url: `${PICTURES_PATH}:name`,
    exposeHeadRoute: false,
    handler: answer,
  });
  fastify.addHook('onClose', () => log.flush());
}

/** Listeners of one response: its two places, its idle reader, its note, Fastify, and Node's pipeline. */
const MOST_LISTENERS = 20;

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly picture: Pick<PictureRow, 'id' | 'sha256' | 'bytes'>;
}

interface PictureDesk {
  readonly each: Places;
  readonly all: Places;
  readonly read: ReturnType<typeof createPictureReader>;
}

/** Places of readers and what was read last: one for all public pictures of a kind. */
export function createPictureDesk(app: Pick<App, 'files'>): PictureDesk {
  return {
    each: createPlaces(EACH_ADDRESS),
    all: createPlaces(ALL_ADDRESSES),
    read: createPictureReader(app.files),
  };
}

/** Sends a picture whose address was right, or its head alone. Throws `photos/file-missing`, `http/too-many-downloads`. */
export async function sendPublicPicture(
  { app, desk }: { app: Pick<App, 'files'>; desk: PictureDesk },
  { request, reply, picture }: Exchange,
): Promise<FastifyReply> {
  if (writeHead({ request, reply, picture })) return reply.send();
  reply.raw.setMaxListeners(MOST_LISTENERS);
  const isHere =
    (await desk.each.take(ipKey(request.ip), reply.raw)) && (await desk.all.take('all', reply.raw));
  if (!isHere) return reply.hijack();
  const body =
    picture.bytes <= LARGEST_KEPT
      ? await desk.read(picture.id)
      : (await app.files.open(publicPictureKey(picture.id)))?.body;
  if (body === undefined) throw new AppError('photos/file-missing');
  cutIdleReader(reply.raw);
  return reply.send(body);
}

/** Sets the response's head; returns true where it has no body. */
function writeHead({ request, reply, picture }: Exchange): boolean {
  const etag = `"${picture.sha256}"`;
  reply
    .header('content-security-policy', FILE_POLICY)
    // Other sites may show it where it lies; none may keep it past its end.
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('cache-control', 'private, max-age=300')
    .header('etag', etag);
  if (request.headers['if-none-match'] === etag) {
    reply.status(304);
    return true;
  }
  reply.header('content-type', 'image/jpeg').header('content-length', picture.bytes);
  return request.method === 'HEAD';
}

/** Notes the fetch once the response is over, also one that its reader left. */
function noteOnceOver(
  { request, reply, picture }: Exchange,
  { app, note }: { app: Pick<App, 'now'>; note: (fetch: PictureFetch) => void },
): void {
  const { raw } = reply;
  const { socket } = raw;
  const before = socket?.bytesWritten ?? 0;
  const fetchedAt = app.now();
  raw.once('close', () => {
    const isSent = request.method === 'GET' && raw.statusCode === 200 && raw.headersSent;
    const written = (socket?.bytesWritten ?? 0) - before;
    note({
      picture_id: picture.id,
      fetched_at: fetchedAt,
      method: request.method as PictureFetch['method'],
      status: raw.statusCode,
      // The head is some hundred bytes of what was written.
      bytes: !isSent ? 0 : raw.writableFinished ? picture.bytes : Math.min(written, picture.bytes - 1),
      ip: request.ip,
      user_agent: request.headers['user-agent'] ?? '',
    });
  });
}
