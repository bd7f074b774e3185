import { deepEqual, equal, ok } from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pollUntil } from '#testing/server.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#testing/temporary-folder.ts';
import { unusedPort } from '#testing/unused-port.ts';
import { processes, readProcess } from '../e2e/support/processes.ts';

const ROOT = join(import.meta.dirname, '..');
const SOURCES = [
  'src',
  'stand-ins',
  'tools',
  'index.html',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'vite.config.ts',
];
const SAVED = 'src/server/http/health.ts';

describe('the development server', () => {
  let folder: TemporaryFolder;
  let dev: ChildProcess;
  let pageUrl: string;
  let serverUrl: string;
  let text: string;
  before(async () => {
    folder = await makeTemporaryFolder();
    for (const name of SOURCES) await cp(join(ROOT, name), join(folder.path, name), { recursive: true });
    await symlink(join(ROOT, 'node_modules'), join(folder.path, 'node_modules'));
    text = await readFile(join(folder.path, SAVED), 'utf8');
    const [page, server] = [await unusedPort(), await unusedPort()];
    [pageUrl, serverUrl] = [`http://127.0.0.1:${page}`, `http://127.0.0.1:${server}`];
    dev = spawn(process.execPath, ['tools/dev.ts'], {
      cwd: folder.path,
      stdio: 'inherit',
      env: {
        ...process.env,
        PORT: String(server),
        VITE_PORT: String(page),
        DATA_DIR: join(folder.path, 'data'),
        GOOGLE_ISSUER: 'off',
        NETOPIA_MODE: 'off',
        CUTOUT_MODEL: 'off',
      },
    });
  });
  after(async () => {
    if (dev.exitCode === null) dev.kill('SIGKILL');
    await folder.remove();
  });

  /** What the server says of itself; empty while it starts. */
  const readState = () =>
    fetch(`${serverUrl}/livez`).then(
      async (reply) => (await reply.json()).status as string,
      () => '',
    );

  const writeWord = (word: string) => text.replace("status: 'live'", `status: '${word}'`);

  async function saveByReplacing(word: string): Promise<void> {
    const path = join(folder.path, SAVED);
    await writeFile(`${path}.new`, writeWord(word));
    await rename(`${path}.new`, path);
  }

  it('keeps requests that come while the server starts until it answers them', async () => {
    await pollUntil(
      () =>
        fetch(pageUrl).then(
          ({ ok }) => ok,
          () => false,
        ),
      (isServed) => isServed || dev.exitCode !== null,
    );
    equal((await fetch(`${pageUrl}/healthz`)).status, 200);
  });

  it('runs each save of a file, however often an editor replaces it', async () => {
    for (const word of ['first', 'second', 'third']) {
      await saveByReplacing(word);
      equal(await pollUntil(readState, (state) => state === word), word);
    }
    await writeFile(join(folder.path, SAVED), writeWord('in place'));
    equal(await pollUntil(readState, (state) => state === 'in place'), 'in place');
  });

  it('ends server, image processes and database with itself', async () => {
    const started = listDescendants(dev.pid ?? 0);
    ok(started.length > 3);
    dev.kill('SIGTERM');
    await once(dev, 'exit');
    equal(await readState(), '');
    deepEqual(
      started.filter((pid) => readProcess(pid) !== null),
      [],
    );
  });
});

/** Returns what the process has started, and what that has started. */
function listDescendants(parent: number): number[] {
  const children = (processes() ?? []).filter((process) => process.parent === parent);
  return children.flatMap(({ pid }) => [pid, ...listDescendants(pid)]);
}
