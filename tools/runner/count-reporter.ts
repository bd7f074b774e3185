import type { TestEvent } from 'node:test/reporters';

/** Lines of JSON for the runner: every step as it happens, and the counts once the run has ended. */
export type Line = Planned | Step | Failure | Counts;

/** A file and how many tests it has, where that is known before they begin. */
export interface Planned {
  readonly kind: 'planned';
  readonly file: string;
  readonly tests: number;
}

/** A test begins, or has ended well. */
export interface Step {
  readonly kind: 'begins' | 'passed';
  readonly file: string | null;
  readonly name: string;
  /** 0 for what stands in no other. */
  readonly nesting: number;
  readonly isSuite: boolean;
}

export interface Failure {
  readonly kind: 'failed';
  /** Null when that is not known. */
  readonly file: string | null;
  readonly name: string;
  readonly message: string;
}

interface Counts {
  readonly kind: 'end';
  readonly passed: number;
  readonly failed: number;
}

/** For the runner, not for people. */
export default async function* countReporter(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of source) for (const line of linesOf(event)) yield `${JSON.stringify(line)}\n`;
}

function linesOf(event: TestEvent): Line[] {
  if (event.type === 'test:dequeue') return [stepOf('begins', event.data)];
  if (event.type === 'test:pass')
    return event.data.skip === undefined && event.data.todo === undefined
      ? [stepOf('passed', event.data)]
      : [];
  if (event.type === 'test:fail') return failureOf(event.data);
  if (event.type !== 'test:summary' || event.data.file !== undefined) return [];
  const { passed, tests, skipped, todo } = event.data.counts;
  return [{ kind: 'end', passed, failed: tests - passed - skipped - todo }];
}

type CountedEvent = Extract<TestEvent, { type: 'test:dequeue' | 'test:pass' }>['data'];

function stepOf(kind: Step['kind'], data: CountedEvent): Step {
  const isSuite = 'details' in data && data.details.type === 'suite';
  return { kind, file: data.file ?? null, name: data.name, nesting: data.nesting, isSuite };
}

/** A suite that fails only by its tests says nothing new. */
function failureOf({ file, name, details }: Extract<TestEvent, { type: 'test:fail' }>['data']): Failure[] {
  const error = details.error as Error & { failureType?: string };
  if (error.failureType === 'subtestsFailed') return [];
  const cause = error.cause instanceof Error ? error.cause : error;
  const message = cause.message.trim().replaceAll(/\s+/g, ' ').slice(0, 300);
  return [{ kind: 'failed', file: file ?? null, name, message }];
}
