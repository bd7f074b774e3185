import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#domain/errors.ts';
import { answerOnSocket } from '#server/http/errors.ts';

/** Time that a request may take to arrive. Responses (streams, downloads) have no such end. */
export interface BodyDeadlines {
  /** Other requests: the whole body within this time. */
  readonly wholeMs: number;
  /** Uploads: the longest time without a byte. */
  readonly idleMs: number;
  /** Shared photos that are dropped: longest wait for their end before the response. */
  readonly droppedMs: number;
  /** The rest of a body once its response is out. */
  readonly leftoverMs: number;
}

export const BODY_DEADLINES: BodyDeadlines = {
  wholeMs: 20_000,
  idleMs: 60_000,
  droppedMs: 120_000,
  leftoverMs: 5_000,
};

/** True when bytes follow the head, or may. */
export function hasBody({ headers }: FastifyRequest['raw']): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  return encoding !== undefined || (length !== undefined && Number(length) !== 0);
}

/** Cuts the connection of a client that announced a body and does not send it; answers `http/too-slow` if no response has begun. */
export function guardBody(
  request: FastifyRequest,
  reply: FastifyReply,
  { deadlines, isUpload }: { deadlines: BodyDeadlines; isUpload: boolean },
): void {
  const { raw } = request;
  if (!hasBody(raw)) return;
  const { socket } = raw;
  const limitMs = isUpload ? deadlines.idleMs : deadlines.wholeMs;
  let bytes = socket.bytesRead;
  let since = performance.now();
  let isAnswered = false;
  const look = () => {
    if (raw.complete || socket.destroyed) return clearInterval(timer);
    const now = performance.now();
    if (isUpload && !isAnswered && socket.bytesRead > bytes) since = now;
    bytes = socket.bytesRead;
    // Once its response is out, a body has little time left, however it flows.
    if (!isAnswered && reply.raw.writableEnded) [isAnswered, since] = [true, now];
    if (now - since < (isAnswered ? deadlines.leftoverMs : limitMs)) return;
    clearInterval(timer);
    if (isAnswered || reply.raw.headersSent) socket.destroy();
    else {
      answerOnSocket(socket, {
        status: '408 Request Timeout',
        refusal: new AppError('http/too-slow'),
        headers: reply.getHeaders(),
      });
      socket.destroySoon();
    }
  };
  const timer = setInterval(look, Math.max(10, Math.min(deadlines.leftoverMs, limitMs) / 4)).unref();
  raw.once('end', () => clearInterval(timer));
}
