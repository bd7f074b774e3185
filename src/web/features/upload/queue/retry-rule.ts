import { DEFAULT_TOAST, UNKNOWN_ERROR } from '#domain/language/error-sentences.ts';

/** A broken upload is tried again for as long as the page is open; a refusal of the server is final. */
const STEPS = [500, 1000, 2000, 4000, 8000] as const;
const LONGEST = 15_000;

/** Returns the pause before attempt `attempt` (1, 2, …), in milliseconds. */
export function retryDelay(attempt: number): number {
  return STEPS[attempt - 1] ?? LONGEST;
}

export type UploadFailure =
  | { readonly kind: 'retry' }
  | { readonly kind: 'refused'; readonly message: string };

/** Statuses that another attempt may well get past: a server that restarts, a lock of the dying request, a session that ended. */
const PASSING = new Set([401, 408, 409, 423, 425, 429]);

/**
 * Classifies a response of the upload server; `status` 0 stands for no response at all. A failure that says 200 is the page of a network
 * that wants a sign-in of its own.
 */
export function readFailure(status: number, body: string): UploadFailure {
  if (status < 400 || status >= 500 || PASSING.has(status)) {
    return status === 507 ? { kind: 'refused', message: sentenceIn(body) } : { kind: 'retry' };
  }
  return { kind: 'refused', message: sentenceIn(body) };
}

function sentenceIn(body: string): string {
  try {
    const reply: unknown = JSON.parse(body);
    if (typeof reply === 'object' && reply !== null && 'message' in reply) {
      return typeof reply.message === 'string' && reply.message !== '' ? reply.message : UNKNOWN_ERROR;
    }
  } catch {
    return DEFAULT_TOAST;
  }
  return DEFAULT_TOAST;
}
