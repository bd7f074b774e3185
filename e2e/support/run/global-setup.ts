import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findBrowser } from '../find-browser.ts';

const ROOT_FOLDER = join(import.meta.dirname, '..', '..', '..');

/**
 * What all workers use and none may make for itself: the built page, the browser, which two could unpack at once, and an empty database
 * for their servers. All that the run leaves behind lies in a folder of its own, which goes with it.
 */
export default async function prepareJourneys(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'fotolot-journeys-'));
  // Under root, PostgreSQL runs as another user, who must be able to pass.
  await chmod(folder, 0o711);
  Object.assign(process.env, { TMPDIR: folder, TEMP: folder, TMP: folder });
  // Half of the start of a server or a tool is compiling files that did not change.
  process.env.NODE_COMPILE_CACHE ??= join(folder, 'compiled');
  const [empty] = await Promise.all([
    process.env.EMPTY_DATABASE ?? run('tools/empty-database.ts', join(folder, 'empty')),
    run('node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'),
    findBrowser(),
  ]);
  process.env.EMPTY_DATABASE = empty;
  return async () => {
    await run('tools/empty-database.ts', '--stop', folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}

/** Runs one of the repository's programs to its end; returns what it printed. */
async function run(...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: ROOT_FOLDER });
  return stdout.trim();
}
