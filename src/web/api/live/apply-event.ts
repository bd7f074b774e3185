import type { QueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '#contract/live.ts';
import { getRevision, noteRevision } from '#web/api/live/revisions.ts';

export type Effect = 'set' | 'patch' | 'ignore' | 'refetch' | 'invalidate';

/** Returns the effect of a live event on a document at revision `known` (undefined when the server has not sent it this session). */
export function getEventEffect(event: LiveEvent, known: number | undefined): Effect {
  if (event.type === 'changed') return 'invalidate';
  if (event.type === 'snapshot') return known !== undefined && event.rev < known ? 'ignore' : 'set';
  if (known === undefined) return 'refetch';
  if (event.rev <= known) return 'ignore';
  return event.rev === known + 1 ? 'patch' : 'refetch';
}

/** Brings the query cache up to date. Lists go through `invalidateList`, which may wait and gather. */
export function applyEvent(
  client: QueryClient,
  event: LiveEvent,
  invalidateList: (key: string) => void,
): void {
  if (event.type === 'changed') invalidateList(event.key);
  else void leadTo(client, event);
}

/**
 * Brings a document to the answer of its own edit, as the stream does, which brings the same patch before or after it. Resolves when the
 * edit is in the cache: where patches between are missing, when the document has been read again.
 */
export async function applyAnswer(client: QueryClient, answer: DocumentEvent): Promise<void> {
  await leadTo(client, answer);
}

type DocumentEvent = Exclude<LiveEvent, { type: 'changed' }>;

async function leadTo(client: QueryClient, event: DocumentEvent): Promise<void> {
  const effect = getEventEffect(event, getRevision(event.key));
  if (effect === 'ignore') return;
  const queryKey = [event.key];
  const current: unknown = client.getQueryData(queryKey);
  if (effect === 'set' && event.type === 'snapshot') {
    client.setQueryData(queryKey, event.data);
    noteRevision(event.key, event.rev);
  } else if (effect === 'patch' && event.type === 'patch' && current !== undefined) {
    client.setQueryData(queryKey, mergePatch(current, event.patch));
    noteRevision(event.key, event.rev);
  } else {
    await client.invalidateQueries({ queryKey });
  }
}

/** Their entries come and go. */
const NULL_REMOVES: ReadonlySet<string> = new Set(['results', 'exceptions']);

/**
 * The live stream's patches: objects merge, everything else (arrays and null too) replaces, and so does a `recipe` or what one photo
 * does differently, whose keys may go. Only inside `results` and `exceptions` null removes. Never changes `target`.
 */
export function mergePatch(target: unknown, patch: unknown, inside = ''): unknown {
  if (!isObject(patch) || inside === 'recipe') return patch;
  const result: Record<string, unknown> = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null && NULL_REMOVES.has(inside)) delete result[name];
    else result[name] = inside === 'exceptions' ? value : mergePatch(result[name], value, name);
  }
  return result;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
