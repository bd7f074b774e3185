import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as shapes from '#web/api/schema-shapes.ts';

const SOURCE = join(import.meta.dirname, '../..');

test('the browser’s build knows every word of zod that the contract uses, and no other', () => {
  const used = new Set<string>();
  for (const path of globSync('contract/*.ts', { cwd: SOURCE })) {
    const text = readFileSync(join(SOURCE, path), 'utf8');
    for (const [, name] of text.matchAll(/\bz\.([a-z]\w*)[.(]/g))
      if (name && name !== 'infer') used.add(name);
  }
  assert.ok(used.size > 10);
  assert.deepEqual(Object.keys(shapes).sort(), [...used].sort());
});

test('nothing in the browser parses: it would find no parser there', () => {
  const parsing = globSync('web/**/*.{ts,tsx}', { cwd: SOURCE }).filter(
    (path) =>
      !/\.test\.ts$/.test(path) &&
      /from 'zod|\.safeParse\(|\.parseAsync\(/.test(readFileSync(join(SOURCE, path), 'utf8')),
  );
  assert.deepEqual(parsing, []);
});
