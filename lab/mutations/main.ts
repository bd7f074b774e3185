/**
 * Draws 30 mutations (draw-mutations.ts) and runs the tests of their area on each, in the folder that is given: says which are caught.
 *
 *   node lab/mutations/main.ts [--seed 7] [--count 30] [--in FOLDER] [--only-in OTHER_FOLDER]
 *
 * With --only-in, lines are drawn that stand in both folders, so that two versions can be compared. The folder's files are put back after each.
 */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { drawMutations, listTests, type Mutation } from './draw-mutations.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '7' },
    count: { type: 'string', default: '30' },
    in: { type: 'string', default: '.' },
    'only-in': { type: 'string' },
  },
});
const root = values.in;
const mutations = drawMutations(root, {
  seed: Number(values.seed),
  count: Number(values.count),
  other: values['only-in'] ?? root,
});
let caught = 0;
for (const mutation of mutations) {
  const by = await findFailure(mutation);
  if (by !== null) caught += 1;
  console.log(`${by === null ? 'LIVES ' : 'caught'} ${mutation.area} ${mutation.file}:${mutation.line}`);
  console.log(
    `       ${mutation.before.trim()}\n       ${mutation.after.trim()}${by === null ? '' : `\n       by: ${by}`}`,
  );
}
console.log(`${caught} of ${mutations.length} caught`);

/** Returns the first thing that fails with the mutation, or null. */
async function findFailure(mutation: Mutation): Promise<string | null> {
  const { file, line, after } = mutation;
  const path = join(root, file);
  const text = readFileSync(path, 'utf8');
  const lines = text.split('\n');
  lines[line - 1] = after;
  writeFileSync(path, lines.join('\n'));
  try {
    const [near, far] = listTests(root, mutation);
    return (near.length > 0 && (await runUntilFailure(near))) || (await runUntilFailure(far));
  } finally {
    writeFileSync(path, text);
  }
}

/** Runs tests until one fails. A run that takes longer than ten minutes hangs, which is noticed too. */
function runUntilFailure(tests: readonly string[]): Promise<string | null> {
  return new Promise((end) => {
    const child = spawn(process.execPath, ['tools/test.ts', ...tests], { cwd: root });
    let text = '';
    let failure: string | null = null;
    const stop = (problem: string) => {
      failure ??= problem;
      child.kill('SIGINT');
    };
    const limit = setTimeout(() => stop('hangs'), 600_000);
    const read = (part: Buffer) => {
      text += part;
      const title = /^ *✖ (?!waits for ever|failing tests)(.*)$/m.exec(text)?.[1];
      if (title !== undefined && failure === null) stop(title);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('close', (code) => {
      clearTimeout(limit);
      end(failure ?? (code === 0 ? null : `the run ended with ${code}`));
    });
  });
}
