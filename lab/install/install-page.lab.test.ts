import { deepEqual, equal, notDeepEqual } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { makeTemporaryFolder } from '#testing/temporary-folder.ts';
import { readInstallPage } from './install-page.ts';

/**
 * No program is found here: each call of one is written down, and the one whose number is in FAIL fails. What is read by a pipe, and the
 * shell's own commands that stand for something on the machine, are named.
 */
const STUBS = `
command_not_found_handle() {
  echo "$*" >> "calls-$FAIL"
  local calls; mapfile -t calls < "calls-$FAIL"
  [ "\${#calls[@]}" -ne "$FAIL" ]
}
cd() { command_not_found_handle cd "$@"; }
test() { command_not_found_handle test "$@"; }
ls() { :; }
tail() { echo /newest; }
`;
/** Runs the block once as it is, then once for each call that it made, which fails. */
const RUNS = `
run() { FAIL=$1; > "calls-$FAIL"; (block); }
run 0
mapfile -t whole < calls-0
for number in "\${!whole[@]}"; do run $((number + 1)); done
`;
const ABSOLUTE = /(?<![\w}.])\/(?=(?:etc|opt|root|usr|var)\/)/g;

describe('docs/install.md', () => {
  let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
  before(async () => {
    folder = await makeTemporaryFolder();
    for (const path of ['etc/caddy', 'etc/nginx/sites-available'])
      mkdirSync(join(folder.path, path), { recursive: true });
  });
  after(() => folder.remove());

  /** Runs lines whose folders are in the temporary one; returns what they called, first of all as they are. */
  function listCalls(lines: string): string[][] {
    const block = `block() {\n${lines.replaceAll(ABSOLUTE, `${folder.path}/`)}}\n`;
    spawnSync('/bin/bash', ['-c', STUBS + block + RUNS], { cwd: folder.path, env: { PATH: '/nowhere' } });
    const runs = globSync('calls-*', { cwd: folder.path }).length;
    return Array.from({ length: runs }, (_, failing) => {
      const calls = join(folder.path, `calls-${failing}`);
      const text = readFileSync(calls, 'utf8');
      rmSync(calls);
      return text.trim().split('\n');
    });
  }

  const { names, ...blocks } = Object.fromEntries(readInstallPage());
  for (const [name, lines] of Object.entries(blocks))
    it(`stops at the first failure of „${name}”: nothing after it is done`, () => {
      const [whole = [], ...failed] = listCalls(`${names}${lines}`);
      equal(failed.length, whole.length);
      notDeepEqual(whole, ['']);
      for (const [index, calls] of failed.entries()) deepEqual(calls, whole.slice(0, index + 1));
    });
});
