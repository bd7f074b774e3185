import { deepEqual, notDeepEqual } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
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
  echo "$*" >> "$CALLS"
  local calls; mapfile -t calls < "$CALLS"
  [ "\${#calls[@]}" -ne "$FAIL" ]
}
cd() { command_not_found_handle cd "$@"; }
test() { command_not_found_handle test "$@"; }
ls() { :; }
tail() { echo /newest; }
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

  /** Runs lines whose folders are in the temporary one, and returns what they called. */
  function listCalls(lines: string, failing: number): string[] {
    const calls = join(folder.path, 'calls');
    rmSync(calls, { force: true });
    spawnSync('/bin/bash', ['-c', STUBS + lines.replaceAll(ABSOLUTE, `${folder.path}/`)], {
      cwd: folder.path,
      env: { PATH: '/nowhere', CALLS: calls, FAIL: String(failing) },
    });
    return existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : [];
  }

  const { names, ...blocks } = Object.fromEntries(readInstallPage());
  for (const [name, lines] of Object.entries(blocks))
    it(`stops at the first failure of „${name}”: nothing after it is done`, () => {
      const whole = listCalls(`${names}${lines}`, 0);
      notDeepEqual(whole, []);
      for (const number of whole.keys())
        deepEqual(listCalls(`${names}${lines}`, number + 1), whole.slice(0, number + 1));
    });
});
