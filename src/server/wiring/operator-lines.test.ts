import { deepEqual, equal } from 'node:assert/strict';
import { it } from 'node:test';
import { printFailure, printLine } from '#server/wiring/operator-lines.ts';

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
