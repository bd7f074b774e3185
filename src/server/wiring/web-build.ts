import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The page that this process was started with. */
export interface OwnBuild {
  /** The same files have the same id. */
  readonly id: string;
  readonly folder: string;
  /** SHA-256 of each file by its path: below assets/ they have a hash in their names, beside it the names stay from build to build. */
  readonly sha256s: ReadonlyMap<string, string>;
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
  const sha256s = new Map<string, string>();
  for (const name of pages) {
    const bytes = await readFile(join(folder, name));
    hash.update(`\n${name}\n`).update(bytes);
    sha256s.set(name, hashBuildFile(bytes));
  }
  for (const name of names(assets))
    sha256s.set(`assets/${name}`, hashBuildFile(await readFile(join(folder, 'assets', name))));
  return { id: hash.digest('hex').slice(0, 16), folder, sha256s };
}

export function hashBuildFile(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
