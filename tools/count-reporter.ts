import type { TestEvent } from 'node:test/reporters';

/** What the runner reads: the counts of the whole run, and what failed where. */
export interface Report {
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly Failure[];
}

export interface Failure {
  /** Null when node:test does not say. */
  readonly file: string | null;
  readonly name: string;
  readonly message: string;
}

/** For the runner, not for people: one line of JSON, written when the run has ended. */
export default async function* countReporter(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const failures: Failure[] = [];
  for await (const event of source) {
    if (event.type === 'test:fail') failures.push(...failureOf(event.data));
    // With one process per file there is a summary for each file too.
    if (event.type !== 'test:summary' || event.data.file !== undefined) continue;
    const { passed, tests, skipped, todo } = event.data.counts;
    const report: Report = { passed, failed: tests - passed - skipped - todo, failures };
    yield `${JSON.stringify(report)}\n`;
  }
}

/** A suite that fails only by its tests says nothing new. */
function failureOf({ file, name, details }: Extract<TestEvent, { type: 'test:fail' }>['data']): Failure[] {
  const error = details.error as Error & { failureType?: string };
  if (error.failureType === 'subtestsFailed') return [];
  const cause = error.cause instanceof Error ? error.cause : error;
  return [{ file: file ?? null, name, message: cause.message.trim().replaceAll(/\s+/g, ' ').slice(0, 300) }];
}
