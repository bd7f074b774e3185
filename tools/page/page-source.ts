import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT_FOLDER = join(import.meta.dirname, '..', '..');

/** File beside the built page that names its source; without it a build is unfinished, or of an older Fotolot. */
export const SOURCE_NOTE = join(ROOT_FOLDER, 'dist', 'page-source');

/** What the page is made of. The same files give the same id. */
export function getPageSource(): string {
  const hash = createHash('sha256');
  const sources = globSync('src/{web,domain,contract}/**/*.*', { cwd: ROOT_FOLDER }).sort();
  const others = ['package-lock.json', 'vite.config.ts', 'tools/contract-for-browser.ts'];
  const pages = globSync('*.html', { cwd: ROOT_FOLDER }).sort();
  for (const path of [...sources, ...others, ...pages])
    hash.update(path).update(readFileSync(join(ROOT_FOLDER, path)));
  return hash.digest('hex').slice(0, 16);
}
