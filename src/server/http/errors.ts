import { type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { API, API_DOCS_PATH } from '#contract/api/v1.ts';
import type { ErrorReply } from '#contract/wire.ts';
import { AppError, type ErrorCode } from '#domain/errors.ts';
import { errorSentence } from '#domain/language/error-sentences.ts';
import { STATUS_BY_CODE } from '#server/http/status-by-code.ts';

/** Codes for statuses that Fastify sets itself. */
const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  404: 'http/not-found',
  413: 'http/too-large',
  429: 'http/too-many-requests',
  503: 'http/unavailable',
};
/** PostgreSQL is away, starting or busy: worth another try. */
const AWAY = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', '57P01', '57P02', '57P03', '08006', '08001'],
  // Its host has no name, no way or no answer: it may be a container that is being replaced.
  ...['ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  // Too many connections, out of memory, a configured limit, a statement that took too long.
  ...['53000', '53200', '53300', '53400', '57014'],
]);
/** PostgreSQL's disk or ours is full. */
const FULL = new Set(['53100', 'ENOSPC', 'EDQUOT']);
const BROKEN = new Set(['58030', 'EIO']);

/** Messages of pg, without a code, when a connection failed or was lost in the middle. */
const CUT = /Connection terminated|not queryable/;
/** Messages of pg when the database runs but takes too long. */
export const OVERDUE = /timeout exceeded when trying to connect|Query read timeout/;

export function errorReply(error: AppError): ErrorReply {
  return {
    code: error.code,
    message: errorSentence(error.code, error.details),
    details: { ...error.details },
  };
}

/** True for what programs ask by a key. */
function isApiPath(url: string): boolean {
  return url.startsWith(`${API}/`);
}

/**
 * Returns a refusal as the sender of a request to this path reads it: pages our own fields, programs the same beside those of RFC 9457.
 * `type` leads to the page that explains the code.
 */
export function formatRefusal(url: string, error: AppError): { mediaType: string; body: object } {
  const reply = errorReply(error);
  if (!isApiPath(url)) return { mediaType: 'application/json; charset=utf-8', body: reply };
  const status = STATUS_BY_CODE[error.code];
  const type = `${API_DOCS_PATH}#${error.code}`;
  return {
    mediaType: 'application/problem+json; charset=utf-8',
    body: { type, title: STATUS_CODES[status], status, detail: reply.message, ...reply },
  };
}

/** True when a disk could not be read or written. */
export function isDiskError(error: unknown): boolean {
  return BROKEN.has((error as { code?: string }).code ?? '');
}

/**
 * Returns the error as an AppError: full disk `http/storage-full`, database or disk away `http/unavailable`, Fastify's 4xx its code, else
 * `http/internal`.
 */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { statusCode, code, message } = error as Partial<FastifyError>;
  if (code && FULL.has(code)) return new AppError('http/storage-full');
  if (isDiskError(error) || (code && AWAY.has(code))) return new AppError('http/unavailable');
  if (message && (CUT.test(message) || OVERDUE.test(message))) return new AppError('http/unavailable');
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return new AppError(BY_STATUS[statusCode] ?? 'http/bad-request');
  return new AppError('http/internal');
}

/** Logs why a request failed; returns what its sender is told. */
export type NoteFailure = (error: unknown, about: object, message: string) => AppError;

/** Sends the refusal that `note` returns, with its status and, for 429 and 503, Retry-After (5 s by default). */
export function answerError(
  note: NoteFailure,
  error: unknown,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): void {
  const refusal = note(error, { requestId: request.id, route: request.routeOptions.url }, 'request failed');
  const status = STATUS_BY_CODE[refusal.code];
  if (status === 503 || status === 429) reply.header('retry-after', String(refusal.details.retryAfter ?? 5));
  // Closing the connection with unread bytes would reset it and lose the response to a client that still sends: the rest is read and
  // dropped until guardBody cuts it.
  if (!request.raw.complete) reply.removeHeader('connection');
  if (status === 401 && isApiPath(request.url)) reply.header('www-authenticate', 'Bearer');
  const { mediaType, body } = formatRefusal(request.url, refusal);
  void reply.status(status).header('cache-control', 'no-store').type(mediaType).send(body);
}

/**
 * Returns the handler of bytes that are no HTTP: they never become a request, so the response goes out on the bare socket, which is then
 * closed. A socket that a browser opened ahead and never used is closed without a response, which it would take for the one to its next
 * request.
 */
export function answerBrokenRequests(headers: () => SocketHeaders) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.bytesRead === 0 || !socket.writable)
      return void socket.destroy();
    const isTooLarge = error.code === 'HPE_HEADER_OVERFLOW';
    const status = isTooLarge ? '431 Request Header Fields Too Large' : '400 Bad Request';
    const refusal = new AppError(isTooLarge ? 'http/too-large' : 'http/bad-request');
    answerOnSocket(socket, { status, refusal, headers: headers() });
  };
}

/** Refuses expectations other than „100-continue”, which Node would refuse without our headers. */
export function refuseExpectation(headers: () => OutgoingHttpHeaders) {
  return (_: IncomingMessage, response: ServerResponse): void => {
    const refusal = new AppError('http/bad-request');
    response.writeHead(417, {
      ...headers(),
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      connection: 'close',
    });
    response.end(JSON.stringify(errorReply(refusal)));
  };
}

type SocketHeaders = Readonly<Record<string, unknown>>;

/** Writes a refusal on a bare socket and closes it. `headers`: those that every response carries. */
export function answerOnSocket(
  socket: Socket,
  { status, refusal, headers }: { status: string; refusal: AppError; headers: SocketHeaders },
): void {
  const body = JSON.stringify(errorReply(refusal));
  const head = [
    `HTTP/1.1 ${status}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
