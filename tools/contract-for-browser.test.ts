import { deepEqual, ok } from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { BROWSER_FIELDS, type Route } from '#contract/route.ts';
import { makeTemporaryFolder } from '#testing/temporary-folder.ts';
import { contractForBrowser } from './contract-for-browser.ts';

const SOURCE = join(import.meta.dirname, '../src');
const FILES = globSync('contract/**/!(*.test).ts', { cwd: SOURCE }).map((path) => join(SOURCE, path));

const routesIn = (exported: object) =>
  Object.entries(exported).filter((one): one is [string, Route] => Object(one[1]).method !== undefined);

test('the browser has all that it reads of every route, and no word of zod', async () => {
  let routes = 0;
  for (const path of FILES) {
    const code = await contractForBrowser(path);
    deepEqual(code.match(/\bz\.\w+|\bzod\b|\bimport\b/g), null, path);
    const real = routesIn(await import(path));
    deepEqual(
      routesIn(await import(`data:text/javascript,${encodeURIComponent(code)}`)),
      real.map(([name, one]) => [
        name,
        Object.fromEntries(
          BROWSER_FIELDS.flatMap((field) => (one[field] === undefined ? [] : [[field, one[field]]])),
        ),
      ]),
    );
    routes += real.length;
  }
  ok(routes > 80, `${routes}`);
});

test('nothing in the browser parses: it would find no shapes there', () => {
  const parsing = globSync('web/**/*.{ts,tsx}', { cwd: SOURCE }).filter(
    (path) =>
      !/\.test\.ts$/.test(path) &&
      /from 'zod|\.safeParse\(|\.parseAsync\(/.test(readFileSync(join(SOURCE, path), 'utf8')),
  );
  deepEqual(parsing, []);
});

test('a file of the contract that was changed is read anew, so that a page in development calls the new path', async () => {
  const folder = await makeTemporaryFolder();
  const file = join(folder.path, 'things.mts');
  const save = async (path: string, at: Date) => {
    await writeFile(
      file,
      `export const readThing = { method: 'GET', path: '${path}', access: 'user', out: {} };\n`,
    );
    await utimes(file, at, at);
    return contractForBrowser(file);
  };
  try {
    const codes = [await save('/api/old', new Date(1000)), await save('/api/new', new Date(2000))];
    deepEqual(
      codes,
      ['/api/old', '/api/new'].map(
        (path) => `export const readThing = {"method":"GET","path":"${path}","access":"user"};\n`,
      ),
    );
  } finally {
    await folder.remove();
  }
});
