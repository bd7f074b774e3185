import { deepEqual, equal, ok } from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');
const PAGE = join(ROOT, 'docs/asvs.md');
const text = readFileSync(PAGE, 'utf8');
const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| ([12]) \| ([^|]+) \| ([^|]+) \| (.+) \|$/gm)].map(
  ([, id = '', level, state = '', asked, where = '']) => ({ id, level, state, asked, where }),
);

test('docs/asvs.md has each of the 253 rows once, with a state and a reason', () => {
  equal(rows.length, 253);
  equal(new Set(rows.map(({ id }) => id)).size, 253);
  deepEqual(new Set(rows.map(({ state }) => state)), new Set(['ok', 'n.a.', 'decided']));
  for (const { id, state, where } of rows) {
    ok(where.length > 3, id);
    if (state === 'decided') ok(where.includes('decisions/0062-'), `${id} names no decision`);
  }
});

test('docs/asvs.md counts its rows rightly, and nothing of level 1 is left undone', () => {
  const count = (wanted: string, level?: string) =>
    rows.filter((row) => row.state === wanted && (level === undefined || row.level === level)).length;
  equal(count('decided', '1'), 0);
  const said = text.replace(/\s+/g, ' ');
  ok(said.includes(`Level 1: ${count('ok', '1')} ok, ${count('n.a.', '1')} not applicable;`));
  const all = `${count('ok')} ok, ${count('n.a.')} not applicable, ${count('decided')} decided`;
  ok(said.includes(`both levels: ${all}`));
});

test('every file, folder, page and decision that docs/asvs.md and docs/security.md name is there', () => {
  const pages = ['asvs.md', 'security.md'].map((name) => readFileSync(join(ROOT, 'docs', name), 'utf8'));
  const named = pages.flatMap((page) => [
    ...[...page.matchAll(/`((?:src|e2e|lab|tools|docs|stand-ins)\/[\w./-]+)`/g)].map(([, path = '']) => path),
    ...[...page.matchAll(/\]\(([\w./-]+)(?:#[\w-]+)?\)/g)].map(([, path = '']) => join('docs', path)),
  ]);
  ok(named.length > 150);
  const missing = [...new Set(named)].filter((path) => !existsSync(join(ROOT, path)));
  deepEqual(missing, []);
  const decisions = new Set(readdirSync(join(dirname(PAGE), 'decisions')).map((name) => name.slice(0, 4)));
  const numbers = [...text.matchAll(/\[(\d{4})\]/g)].map(([, number = '']) => number);
  deepEqual(
    numbers.filter((number) => !decisions.has(number)),
    [],
  );
});

test('a title of a test that docs/asvs.md quotes is one in the file it names', () => {
  const quoted = [...text.matchAll(/`([a-z][^`]* [^`]* [^`]*)`: `([\w./-]+\.ts)`/g)];
  ok(quoted.length > 3);
  for (const [, title = '', path = ''] of quoted)
    ok(readFileSync(join(ROOT, path), 'utf8').includes(title), `${title} in ${path}`);
});

test('the rows of decision 0062 are those that docs/asvs.md calls decided', () => {
  const [file = ''] = readdirSync(join(ROOT, 'docs/decisions')).filter((name) => name.startsWith('0062-'));
  const record = readFileSync(join(ROOT, 'docs/decisions', file), 'utf8');
  const decided = [...record.matchAll(/^\| (\d+\.\d+\.\d+) \|/gm)].map(([, id]) => id);
  deepEqual(
    decided,
    rows.filter(({ state }) => state === 'decided').map(({ id }) => id),
  );
});
