import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyBuiltPage } from './built-page.ts';

const ROOT = join(import.meta.dirname, '..', '..');

export interface Version {
  /** Stands in its page and in the names of its scripts. */
  readonly name: string;
  /** Further migrations, by name. */
  readonly migrations?: Readonly<Record<string, string>>;
  /** What is different in its code: path below src/, what stands there, what takes its place. */
  readonly edits?: readonly (readonly [path: string, from: string, to: string])[];
}

/**
 * Copies the server's code into a folder, changes it and gives it a small page of its own, or the one that is built here. Returns the path of
 * its main.ts.
 */
export async function copyProduct(
  folder: string,
  { name, migrations = {}, edits = [] }: Version,
  page: 'small' | 'built' = 'small',
): Promise<string> {
  const to = (...path: string[]) => join(folder, name, ...path);
  await mkdir(to(), { recursive: true });
  for (const part of ['server', 'domain', 'contract', 'imaging'])
    await cp(join(ROOT, 'src', part), to('src', part), { recursive: true });
  await cp(join(ROOT, 'package.json'), to('package.json'));
  await symlink(join(ROOT, 'node_modules'), to('node_modules'));
  for (const [path, from, by] of edits) {
    const text = await readFile(to('src', path), 'utf8');
    if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
    await writeFile(
      to('src', path),
      text.replace(from, () => by),
    );
  }
  for (const [file, sql] of Object.entries(migrations))
    await writeFile(to('src', 'server', 'adapters', 'database', 'migrations', file), sql);
  if (page === 'built') await copyBuiltPage(join(ROOT, 'dist', 'web'), to('dist', 'web'), name);
  else await writeSmallPage(to('dist', 'web'), name);
  return to('src', 'server', 'main.ts');
}

async function writeSmallPage(folder: string, name: string): Promise<void> {
  const page = { app: `app-${name}.js`, lazy: `lazy-${name}.js` };
  await mkdir(join(folder, 'assets'), { recursive: true });
  const write = (path: string, text: string) => writeFile(join(folder, path), text);
  await write('index.html', `<script type="module" src="/assets/${page.app}"></script>`);
  await write('service-worker.js', `const SHELL = ['/assets/${page.app}'];`);
  await write(`assets/${page.app}`, `import('/assets/${page.lazy}');`);
  await write(`assets/${page.lazy}`, `console.log('${name}');`);
}
