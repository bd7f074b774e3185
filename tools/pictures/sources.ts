import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Where the hashes stand that README's pictures were last taken from. */
export const SOURCES_FILE = fileURLToPath(new URL('../../docs/pictures/sources.json', import.meta.url));

/**
 * What README's pictures show and who takes them, by SHA-256. The page's own code is not among it: it changes every day, and a picture of
 * yesterday's page is still true.
 */
export function hashSources(): Record<string, string> {
  const paths = [
    ...globSync('src/web/assets/samples/*.jpg', { cwd: ROOT }),
    'tools/pictures/take-pictures.ts',
  ];
  const hash = (path: string) =>
    createHash('sha256')
      .update(readFileSync(ROOT + path))
      .digest('hex');
  return Object.fromEntries(paths.sort().map((path) => [path, hash(path)]));
}
