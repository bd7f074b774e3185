import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { hashSources, SOURCES_FILE } from './sources.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

test("README's pictures are taken of the sample photos and by the script that there are today", () => {
  assert.deepEqual(
    hashSources(),
    JSON.parse(readFileSync(SOURCES_FILE, 'utf8')),
    'docs/pictures were taken of other photos, or by another script: take them anew by `npm run pictures` and look at them.',
  );
});

test("each of README's pictures exists", () => {
  const shown = [...readFileSync(`${ROOT}README.md`, 'utf8').matchAll(/!\[[^\]]+\]\((docs\/[^)]+)\)/g)];
  assert.ok(shown.length > 0);
  for (const [, path] of shown) assert.ok(existsSync(ROOT + path), path);
});
