import { deepEqual, ok } from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { BROWSER_FIELDS, type Route } from '#contract/route.ts';
import { contractForBrowser } from './contract-for-browser.ts';

const SOURCE = join(import.meta.dirname, '../src');
const FILES = globSync('contract/**/*.ts', { cwd: SOURCE }).map((path) => join(SOURCE, path));
const forBrowser = (path: string) => contractForBrowser(stripTypeScriptTypes(readFileSync(path, 'utf8')));

const ROUTE = /= route\(\{ ([^}]*(?:\{\w+\}[^}]*)*) \}\)/g;
const written = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value));

test('the browser has all that it reads of every route, and no word of zod', async () => {
  let routes = 0;
  for (const path of FILES) {
    const code = forBrowser(path);
    deepEqual(code.match(/\bz\.\w+/g), null, path);
    const exported: unknown[] = Object.values(await import(path));
    const real = exported.filter((value): value is Route => Object(value).method !== undefined);
    deepEqual(
      [...code.matchAll(ROUTE)].map(([, fields = '']) => fields.split(', ').sort().join(', ')).sort(),
      real
        .map((one) =>
          BROWSER_FIELDS.filter((name) => one[name] !== undefined)
            .map((name) => `${name}: ${written(one[name])}`)
            .sort()
            .join(', '),
        )
        .sort(),
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
