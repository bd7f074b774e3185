import type { TestEvent } from 'node:test/reporters';

/** For the runner, not for people: one line of JSON with what the whole run came to, written when it has ended. */
export default async function* countReporter(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of source) {
    // With one process per file there is a summary for each file too.
    if (event.type !== 'test:summary' || event.data.file !== undefined) continue;
    const { passed, cancelled, tests, skipped, todo } = event.data.counts;
    yield `${JSON.stringify({ passed, failed: tests - passed - skipped - todo, cancelled, success: event.data.success })}\n`;
  }
}
