import { deepEqual, equal, match } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { drawRows } from '#testing/draws.ts';
import { GROUPS } from './parts.ts';

interface Ended {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

function runBench(...options: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(import.meta.dirname, 'main.ts'), ...options], (error, output, errors) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, output, errors }),
    );
  });
}

/** Rows of the table, without its head: what was measured, and our figure. */
function readRows(output: string): string[][] {
  const lines = output.split('\n').filter((line) => line.startsWith('| '));
  return lines.slice(1).map((line) => line.split(' | ').slice(0, 2));
}

// Two at a time: each waits for the clock half of its time.
describe('the bench', { concurrency: 2 }, () => {
  for (const [group, parts] of drawRows(Object.entries(GROUPS), 3, 3)) {
    const names = Object.keys(parts);
    test(`runs to its end and yields its figures: ${names.join(', ')}`, async () => {
      const { code, output, errors } = await runBench('--least', '--only', names.join(','));
      equal(code, 0, `${group}: ${errors}`);
      const rows = readRows(output);
      deepEqual(
        rows.filter(([, ours]) => !/\d/.test(ours ?? '') || /NaN|undefined|Infinity/.test(ours ?? '')),
        [],
      );
      equal(rows.length >= names.length, true, output);
    });
  }

  test('names the parts that there are when it is asked for another', async () => {
    const { code, errors } = await runBench('--only', 'sliders');
    equal(code, 1);
    match(errors, /No part is called sliders: jobs, models, /);
  });
});
