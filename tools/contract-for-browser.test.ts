import { deepEqual, ok } from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Route } from '#contract/route.ts';
import { contractForBrowser } from './contract-for-browser.ts';

const SOURCE = join(import.meta.dirname, '../src');
const FILES = globSync('contract/**/*.ts', { cwd: SOURCE }).map((path) => join(SOURCE, path));
const forBrowser = (path: string) => contractForBrowser(stripTypeScriptTypes(readFileSync(path, 'utf8')));

const ROUTE = /= route\(\{ method: '(\w+)', path: '([^']+)', access: '(\w+)' \}\)/g;

test('the browser has method, path and access of every route, and no word of zod', async () => {
  let routes = 0;
  for (const path of FILES) {
    const code = forBrowser(path);
    deepEqual(code.match(/\bz\.\w+/g), null, path);
    const exported: unknown[] = Object.values(await import(path));
    const real = exported.filter((value): value is Route => Object(value).method !== undefined);
    deepEqual(
      [...code.matchAll(ROUTE)].map(([, ...words]) => words.join(' ')).sort(),
      real.map((one) => `${one.method} ${one.path} ${one.access}`).sort(),
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
