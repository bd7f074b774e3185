import { equal, match } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFile, chmod, cp, readFile, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { makeTemporaryFolder, type TemporaryFolder } from '#testing/temporary-folder.ts';

const ROOT_FOLDER = join(import.meta.dirname, '..');
const SOURCES = ['src', 'tools', 'package.json', 'package-lock.json', 'vite.config.ts'];
const PAGES = ['index.html', 'google-popup.html', 'measure.html'];
const TYPES = ['tsconfig.json', 'tsconfig.base.json'];

/** `npm start` on a machine where the code belongs to another user. */
describe('the page is built only where it is needed', { skip: process.platform === 'win32' }, () => {
  let folder: TemporaryFolder;
  before(async () => {
    folder = await makeTemporaryFolder();
    for (const name of [...SOURCES, ...PAGES, ...TYPES])
      await cp(join(ROOT_FOLDER, name), join(folder.path, name), { recursive: true });
    await symlink(join(ROOT_FOLDER, 'node_modules'), join(folder.path, 'node_modules'));
    await chmod(folder.path, 0o755);
  });
  after(() => folder.remove());

  const getPage = () => join(folder.path, 'dist/web/index.html');
  /** Runs as an ordinary user where the tests run as root. */
  async function build(...words: string[]): Promise<string> {
    const program = [process.execPath, 'tools/build.ts', ...words];
    const isRoot = process.getuid?.() === 0 && words.includes('--if-needed');
    const as = isRoot ? ['setpriv', '--reuid', '65534', '--clear-groups', ...program] : program;
    const [command = '', ...rest] = as;
    const { stdout, stderr } = await promisify(execFile)(command, rest, { cwd: folder.path });
    return stdout + stderr;
  }

  it('is built without a word, and not again while its source stays', async () => {
    equal(await build(), '');
    const { mtimeMs } = await stat(getPage());
    equal(await build('--if-needed'), '');
    equal((await stat(getPage())).mtimeMs, mtimeMs);
  });

  it('says in a sentence who is to build it where this user may not write', async () => {
    for (const path of ['dist', 'dist/web', 'dist/web/assets', '.'])
      await chmod(join(folder.path, path), 0o555);
    await chmod(join(folder.path, 'dist/page-source'), 0o444);
    equal(await build('--if-needed'), '');
    await appendFile(join(folder.path, 'src/domain/loopback.ts'), '\n');
    const refusal: { stderr: string } = await build('--if-needed').then(
      () => ({ stderr: '' }),
      (error) => error,
    );
    match(refusal.stderr, /^The page in dist\/ .* Run “npm run build” as the user who owns the code\.\n$/);
    for (const path of ['.', 'dist', 'dist/web', 'dist/web/assets'])
      await chmod(join(folder.path, path), 0o755);
    equal(await build(), '');
    equal((await readFile(join(folder.path, 'dist/page-source'), 'utf8')).length, 16);
  });
});
