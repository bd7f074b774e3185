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
  | {
      readonly kind: 'refused';
      readonly message: string;
      /** True when the batch that it was for does not exist (any more). */
      readonly isBatchGone: boolean;
    };

/** Statuses that another attempt may well get past: a server that restarts, a lock of the dying request, a session that ended. */
const PASSING = new Set([401, 408, 409, 423, 425, 429]);

/** Networks answer so in the server's place until their own sign-in is done. */
const FORBIDDEN = 403;
const STORAGE_FULL = 507;

/**
 * Classifies a response of the upload server; `status` 0 stands for no response at all. A failure that says 200, or 403 in other words than
 * ours, is the page of a network that wants a sign-in of its own.
 */
export function readFailure(status: number, body: string): UploadFailure {
  const refusal = readRefusal(body);
  const isOthers = status === FORBIDDEN && refusal === null;
  const isRefused = (status >= 400 && status < 500 && !PASSING.has(status)) || status === STORAGE_FULL;
  if (!isRefused || isOthers) return { kind: 'retry' };
  return { kind: 'refused', ...(refusal ?? { message: DEFAULT_TOAST, isBatchGone: false }) };
}

/** Returns what the server said; null for words that are not its own. */
function readRefusal(body: string): { message: string; isBatchGone: boolean } | null {
  try {
    const reply: { message?: unknown; code?: unknown } | null = JSON.parse(body);
    if (typeof reply !== 'object' || reply === null || !('message' in reply)) return null;
    const { message, code } = reply;
    const isSaid = typeof message === 'string' && message !== '';
    return { message: isSaid ? message : UNKNOWN_ERROR, isBatchGone: code === 'batches/not-found' };
  } catch {
    return null;
  }
}
