import type { ListedBatch } from '#contract/batches.ts';
import { isRunning } from '#domain/batches/states.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';

const RECENT = 6;

export interface DashboardOverview {
  readonly running: readonly ListedBatch[];
  readonly recent: readonly ListedBatch[];
  /** „Un lot în lucru, 2 loturi gata de descărcat.” */
  readonly summary: string;
}

export function buildOverview(batches: readonly ListedBatch[]): DashboardOverview {
  const running = batches.filter(({ state }) => isRunning(state));
  const rest = batches.filter(({ state }) => !isRunning(state));
  const ready = rest.filter(isToDownload).length;
  const parts = [
    running.length > 0 ? `${batchCount(running.length)} în lucru` : '',
    ready > 0 ? `${batchCount(ready)} gata de descărcat` : '',
  ].filter((part) => part !== '');
  return { running, recent: rest.slice(0, RECENT), summary: toSentence(parts.join(', ')) };
}

/** True when delivered, and not all of it taken home yet. */
function isToDownload({ state, isDownloaded }: ListedBatch): boolean {
  return (state === 'done' || state === 'partial') && !isDownloaded;
}

function batchCount(n: number): string {
  return n === 1 ? 'un lot' : formatCount(n, NOUNS.batch);
}

function toSentence(text: string): string {
  if (text === '') return 'Niciun lot în lucru acum.';
  return `${text.charAt(0).toLocaleUpperCase('ro')}${text.slice(1)}.`;
}

/** The next step for a new user; null once a batch has been processed. */
export type NextStep = 'upload' | 'start' | null;

export function nextStep(batches: readonly ListedBatch[]): NextStep {
  if (batches.length === 0) return 'upload';
  return batches.every(({ state }) => state === 'draft') ? 'start' : null;
}
