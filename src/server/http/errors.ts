import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorReply } from '#contract/wire.ts';
import { AppError, type ErrorCode } from '#domain/errors.ts';
import { errorSentence } from '#domain/language/error-sentences.ts';
import type { Log } from '#server/app.ts';
import { STATUS_BY_CODE } from '#server/http/status-by-code.ts';

/** Every refusal leaves as {code, message, details}; what nobody expected is logged whole and told as the generic text. */
const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  404: 'http/not-found',
  413: 'http/too-large',
  429: 'http/too-many-requests',
  503: 'http/unavailable',
};
/** PostgreSQL is away or starting: worth another try. */
const AWAY = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', '57P01', '57P02', '57P03', '08006', '08001']);

/** What pg says without a code when a connection could not be had or was lost in the middle. */
const CUT = /timeout exceeded when trying to connect|Connection terminated|not queryable/;

export function errorReply(error: AppError): ErrorReply {
  return {
    code: error.code,
    message: errorSentence(error.code, error.details),
    details: { ...error.details },
  };
}

export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { statusCode, code, message } = error as Partial<FastifyError>;
  if (code && AWAY.has(code)) return new AppError('http/unavailable');
  if (message && CUT.test(message)) return new AppError('http/unavailable');
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return new AppError(BY_STATUS[statusCode] ?? 'http/bad-request');
  return new AppError('http/internal');
}

export function answerError(log: Log, error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = asAppError(error);
  if (refusal.code === 'http/internal' || refusal.code === 'http/unavailable')
    log.error({ error, requestId: request.id, route: request.routeOptions.url }, 'request failed');
  const status = STATUS_BY_CODE[refusal.code];
  if (status === 503 || status === 429) reply.header('retry-after', String(refusal.details.retryAfter ?? 5));
  void reply.status(status).header('cache-control', 'no-store').send(errorReply(refusal));
}

/**
 * What is no HTTP at all never becomes a request: it is answered on the bare socket, which is then closed. A socket that a browser opened
 * ahead and never used is closed without a word, which would be the answer to what it sends in that moment.
 */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.bytesRead === 0 || !socket.writable) return void socket.destroy();
  const isTooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const status = isTooLarge ? '431 Request Header Fields Too Large' : '400 Bad Request';
  answerOnSocket(socket, status, new AppError(isTooLarge ? 'http/too-large' : 'http/bad-request'));
}

export function answerOnSocket(socket: Socket, status: string, refusal: AppError): void {
  const body = JSON.stringify(errorReply(refusal));
  const head = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
