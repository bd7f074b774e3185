import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the path of a built file, whose name the build changes with its content („legal-….css”); null before the first build. */
export async function findBuiltFile(
  webFolder: string,
  { name, type }: { name: string; type: 'css' | 'js' },
): Promise<string | null> {
  const names = await readdir(join(webFolder, 'assets')).catch(() => []);
  // Eight characters of content: „phone-button-….js” is another file.
  const found = names.find((each) => new RegExp(`^${name}-[\\w-]{8}\\.${type}$`).test(each));
  return found ? `/assets/${found}` : null;
}
