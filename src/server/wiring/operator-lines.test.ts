import { deepEqual, equal, match } from 'node:assert/strict';
import { it } from 'node:test';
import { pino } from 'pino';
import { getTerminal, printFailure, printLine } from '#server/wiring/operator-lines.ts';

function collect(isTTY: boolean) {
  let text = '';
  const write = (part: string) => {
    text += part;
  };
  return { output: { isTTY, write }, read: () => text };
}

it('on a terminal the operator reads words', () => {
  const { output, read } = collect(true);
  printLine('Fotolot runs at http://127.0.0.1:8080', output);
  printFailure(new Error('PORT must be a whole number'), output);
  equal(read(), 'Fotolot runs at http://127.0.0.1:8080\nPORT must be a whole number\n');
});

it('on a terminal the log is words too: time, level, sentence and facts, and nothing that the terminal would obey', () => {
  const { output, read } = collect(true);
  pino({}, getTerminal(output)).warn(
    { job: 'sweep', error: { message: 'a\nb' } },
    'a job\u001b[2J\u009b failed',
  );
  match(read(), /^\d\d:\d\d:\d\d warn a job \[2J {2}failed job="sweep" error=\{"message":"a\\nb"\}\n$/);
});

it('elsewhere the log stays as it is', () => {
  equal(getTerminal(collect(false).output), undefined);
});

it('what collects lines gets JSON alone, the end of a start too', () => {
  const { output, read } = collect(false);
  printLine('Fotolot runs at http://127.0.0.1:8080', output);
  printFailure('no room', output);
  const lines = read()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  deepEqual(
    lines.map(({ level, msg }) => [level, msg]),
    [
      [30, 'Fotolot runs at http://127.0.0.1:8080'],
      [60, 'no room'],
    ],
  );
});
