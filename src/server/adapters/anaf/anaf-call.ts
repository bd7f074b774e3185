import { AnafFailure } from '#domain/invoices/anaf-failure.ts';
import { isNotSent, readBytes, readRetryAfter } from '#server/adapters/outside-call.ts';
import { findSentence } from './anaf-answers.ts';
import { classifySentence, tidySentence } from './anaf-sentences.ts';

/** Accepting a document takes long: those who gave up sooner sent it twice. */
const CALL_MS = 120_000;
const MEGABYTE = 1024 * 1024;

export interface AnafCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** True where something may have arrived though no answer comes. */
  readonly isChange: boolean;
  readonly longestMs?: number;
  readonly mostMegabytes?: number;
}

export interface AnafAnswer {
  readonly status: number;
  readonly bytes: Buffer<ArrayBuffer>;
  readonly waitSeconds: number | null;
}

/** Returns what ANAF answered, whatever its status. Follows no redirect and tries nothing twice. Throws AnafFailure where none comes. */
export async function askAnaf(call: AnafCall): Promise<AnafAnswer> {
  const { url, headers, body, isChange, longestMs = CALL_MS, mostMegabytes = 4 } = call;
  const lost = new AnafFailure(isChange ? 'unknown' : 'away');
  const answer = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    redirect: 'manual',
    signal: AbortSignal.timeout(longestMs),
    headers,
    ...(body !== undefined && { body }),
  }).catch((error: unknown) => {
    throw isNotSent(error) ? new AnafFailure('away') : lost;
  });
  const { status } = answer;
  try {
    const bytes = await readBytes(answer.body ?? [], mostMegabytes * MEGABYTE);
    return { status, bytes, waitSeconds: readRetryAfter(answer) };
  } catch {
    throw new AnafFailure(lost.kind, { status });
  }
}

/** Returns the failure for an answer that is not the one asked for: status first, then ANAF's own sentence, wherever it stands. */
export function buildFailure(
  { status, bytes, waitSeconds }: AnafAnswer,
  { isChange }: Pick<AnafCall, 'isChange'>,
): AnafFailure {
  const sentence = findSentence(bytes);
  const facts = { status, ...(sentence !== null && { detail: tidySentence(sentence) }) };
  const unclear = isChange ? 'unknown' : 'away';
  if (status === 429) return new AnafFailure('limit', { ...facts, waitSeconds });
  if (status === 401) return new AnafFailure('token', facts);
  if (status === 403) return new AnafFailure('no-rights', facts);
  if (status >= 500 || status === 408 || sentence === null) return new AnafFailure(unclear, facts);
  const kind = classifySentence(sentence);
  if (kind === 'limit') return new AnafFailure('limit', { ...facts, waitSeconds });
  return new AnafFailure(kind === 'unknown' ? unclear : kind, facts);
}
