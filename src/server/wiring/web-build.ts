import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The page that this process was started with. */
export interface OwnBuild {
  /** The same files have the same id. */
  readonly id: string;
  readonly folder: string;
  /** Files with a hash in their names, below assets/. */
  readonly assets: readonly string[];
  /** Files beside them, whose names stay the same from build to build. */
  readonly pages: readonly string[];
}

/** Null where no page is built. */
export async function readBuild(folder: string): Promise<OwnBuild | null> {
  const [entries, assets] = await Promise.all(
    [folder, join(folder, 'assets')].map((path) => readdir(path, { withFileTypes: true }).catch(() => [])),
  );
  const names = (found: typeof entries = []) =>
    found
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort();
  const pages = names(entries);
  if (!pages.includes('index.html')) return null;
  const hash = createHash('sha256').update(names(assets).join('\n'));
  for (const name of pages) hash.update(`\n${name}\n`).update(await readFile(join(folder, name)));
  return { id: hash.digest('hex').slice(0, 16), folder, assets: names(assets), pages };
}
