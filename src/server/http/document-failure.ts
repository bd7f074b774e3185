import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '#domain/errors.ts';
import type { NoteFailure } from '#server/http/errors.ts';
import { STATUS_BY_CODE } from '#server/http/status-by-code.ts';

/** Logs why a document failed; returns what its reader is told, and the status. Sets Retry-After where another try helps. */
export function noteDocumentFailure(
  note: NoteFailure,
  error: unknown,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): { refusal: AppError; status: number } {
  const about = { requestId: request.id, route: request.routeOptions.url };
  const refusal = note(error, about, 'request failed');
  const status = STATUS_BY_CODE[refusal.code];
  if (status === 503 || status === 429) reply.header('retry-after', String(refusal.details.retryAfter ?? 5));
  return { refusal, status };
}
