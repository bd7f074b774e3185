import type * as z from 'zod';
import { SiteFailure } from '#domain/adverts/site-failure.ts';
import { isStorableText } from '#domain/language/visible-text.ts';
import { readText } from '#server/adapters/outside-call.ts';

/** What calls to all sites with adverts have in common. */

const LARGEST_ANSWER = 8 * 1024 * 1024;
/** Far more than an advert has. */
const DEEPEST = 50;

/** Nothing was sent of a call that found too many others waiting, or of one that `beforeCall` does not let leave. */
export async function waitForTurn(
  pace: () => Promise<void>,
  beforeCall?: () => Promise<void>,
): Promise<void> {
  await pace().catch(() => {
    throw new SiteFailure('busy');
  });
  await beforeCall?.();
}

/** A stand-in that does not start is away, too. */
export function findAddress(baseUrl: () => Promise<string>): Promise<string> {
  return baseUrl().catch(() => {
    throw new SiteFailure('away');
  });
}

/** Returns undefined for an answer that is too large, ends early, is no JSON, or none that can be stored. */
export async function readJson(answer: Response): Promise<unknown> {
  try {
    return parsePlain(await readText(answer.body ?? [], LARGEST_ANSWER));
  } catch {
    return undefined;
  }
}

/** Returns undefined for JSON with what cannot be stored. Throws for what is no JSON, or too deep to be parsed. */
export function parsePlain(text: string): unknown {
  if (!isShallow(text)) throw new Error('answer too deep');
  const parsed: unknown = JSON.parse(text);
  return isPlain(parsed, 0) ? parsed : undefined;
}

/** Looks at brackets alone: to parse millions of them takes minutes. */
function isShallow(text: string): boolean {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (isQuoted) {
      if (letter === '\\') at += 1;
      else if (letter === '"') isQuoted = false;
    } else if (letter === '"') isQuoted = true;
    else if (letter === '[' || letter === '{') depth += 1;
    else if (letter === ']' || letter === '}') depth -= 1;
    if (depth > DEEPEST) return false;
  }
  return true;
}

/** False for NUL and lone surrogates, which PostgreSQL cannot store, and for what lies too deep. */
function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value !== 'object' || value === null) return true;
  return (
    depth < DEEPEST &&
    Object.entries(value).every(([key, each]) => isPlain(key, depth) && isPlain(each, depth + 1))
  );
}

/** Reads an answer by its shape. Throws SiteFailure for one that cannot be understood. */
export function parseAnswer<T>(shape: z.ZodType<T>, answer: unknown): T {
  const read = shape.safeParse(answer);
  if (!read.success)
    throw new SiteFailure('unexpected', { detail: `answer without ${read.error.issues[0]?.path.join('.')}` });
  return read.data;
}
