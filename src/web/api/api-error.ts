import { DEFAULT_TOAST } from '#domain/language/error-sentences.ts';

export interface ResponseWords {
  /** The sentence the server sent. */
  readonly message?: string | undefined;
  readonly statusText?: string | undefined;
}

/** A failed request. `status` is 0 when no server answered. */
export class ApiError extends Error {
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly status: number;
  readonly response: ResponseWords;
  constructor(
    code: string,
    message: string,
    {
      details = {},
      status = 0,
      response = { message },
    }: { details?: Readonly<Record<string, unknown>>; status?: number; response?: ResponseWords } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.details = details;
    this.status = status;
    this.response = response;
  }
}

/** True when no server answered. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}

/** True when the object does not exist, or not for this user: another try changes nothing. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && [400, 403, 404].includes(error.status);
}

/**
 * Returns the seconds after which a full server, or one that this person has asked too often, wants to be asked again; null for other
 * refusals.
 */
export function secondsUntilRoom(error: unknown): number | null {
  if (!(error instanceof ApiError) || (error.status !== 429 && error.code !== 'http/busy')) return null;
  const { retryAfter } = error.details;
  return typeof retryAfter === 'number' ? retryAfter : null;
}

/** True when the request may or may not have been carried out: it may be repeated under the same key. */
export function isUnreachable(error: Error): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/** Settings of a mutation whose request may be sent again: it is, for some twenty seconds, while the server cannot be reached. */
export const RETRY_UNREACHABLE = {
  retry: (failures: number, error: Error) => failures < 5 && isUnreachable(error),
  retryDelay: (attempt: number) => 600 * 2 ** attempt,
};

const toTrimmedText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

function detailWords(details: unknown): string {
  if (typeof details === 'string') return details.trim();
  if (typeof details !== 'object' || details === null || Object.keys(details).length === 0) return '';
  return JSON.stringify(details);
}

/** Text of a toast: the response's message or status text, else the error's code, message and details, else the default sentence. */
export function errorMessage(error: unknown): string {
  if (typeof error === 'string') return toTrimmedText(error) || DEFAULT_TOAST;
  if (typeof error !== 'object' || error === null) return DEFAULT_TOAST;
  const { response, code, message, details } = error as {
    response?: ResponseWords;
    code?: unknown;
    message?: unknown;
    details?: unknown;
  };
  const fromResponse = toTrimmedText(response?.message) || toTrimmedText(response?.statusText);
  if (fromResponse) return fromResponse;
  const own = [toTrimmedText(code), toTrimmedText(message), detailWords(details)].filter(
    (part) => part !== '',
  );
  return own.join(' – ') || DEFAULT_TOAST;
}

/** Returns the same as a sentence of a page: those that the specification gives end without a full stop. */
export function errorAsSentence(error: unknown): string {
  const message = errorMessage(error);
  return /[.!?…]$/.test(message) ? message : `${message}.`;
}
