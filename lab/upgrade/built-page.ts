import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const WORDS = /\.(?:js|css|html|webmanifest)$/;

/** Copies a built page; each of its hashed files is called otherwise, as after a build of other sources: `-«version»` comes before its ending. */
export async function copyBuiltPage(from: string, to: string, version: string): Promise<void> {
  const names = await readdir(join(from, 'assets'));
  const renamed = new Map(names.map((name) => [name, name.replace(/(?=\.\w+$)/, `-${version}`)]));
  const named = new RegExp(`(?<![\\w-])(?:${names.map((name) => RegExp.escape(name)).join('|')})`, 'g');
  await mkdir(join(to, 'assets'), { recursive: true });
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(join(entry.parentPath, entry.name));
    const isAsset = entry.parentPath !== from;
    const path = isAsset ? join(to, 'assets', renamed.get(entry.name) ?? entry.name) : join(to, entry.name);
    const content = WORDS.test(entry.name)
      ? bytes.toString().replace(named, (name) => renamed.get(name) ?? name)
      : bytes;
    await writeFile(path, content);
  }
}
