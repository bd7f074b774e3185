import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isLate, MOST_DAYS, READS_STRANGERS } from './late-dependencies.ts';

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');
const NOW = new Date('2026-11-23T12:00:00Z');
const ago = (days: number) => new Date(NOW.getTime() - days * 86_400_000).toISOString();
const late = (name: string, version: string, times: Record<string, string>) =>
  isLate({ name, version }, { created: ago(900), modified: ago(1), [version]: ago(400), ...times }, NOW);

test('a dependency is late once a newer version of its major has been there for longer than its limit', () => {
  equal(late('sharp', '0.35.5', {}), null);
  equal(late('sharp', '0.35.5', { '0.35.6': ago(30) }), null);
  deepEqual(late('sharp', '0.35.5', { '0.35.6': ago(31), '0.36.0': ago(2) }), {
    version: '0.35.6',
    days: 31,
    mostDays: 30,
  });
  equal(late('clsx', '2.1.1', { '2.1.2': ago(180) }), null);
  equal(late('clsx', '2.1.1', { '2.10.0': ago(181) })?.version, '2.10.0');
});

test('neither older ones, other majors nor trial versions make it late', () => {
  equal(late('clsx', '2.1.1', { '2.1.0': ago(500), '3.0.0': ago(500), '2.2.0-rc.1': ago(500) }), null);
  equal(late('@techstark/opencv-js', '4.12.0-release.1', { '4.11.9': ago(500) }), null);
});

test('the limits are those that docs/security.md gives, and the packages are among the dependencies', () => {
  const page = read('docs/security.md');
  ok(new RegExp(`read strangers' bytes .*\\| ${MOST_DAYS.strangers} days \\|`).test(page));
  ok(new RegExp(`any other \\| ${MOST_DAYS.other} days`).test(page));
  const { dependencies, devDependencies, scripts } = JSON.parse(read('package.json'));
  for (const name of READS_STRANGERS) ok(name in dependencies, name);
  equal(scripts['dependency-age'], 'node tools/dependencies.ts');
  // npm runs a script of this name by itself after every install.
  equal(scripts.dependencies, undefined);
  for (const version of Object.values({ ...dependencies, ...devDependencies }))
    ok(/^\d+\.\d+\.\d+/.test(String(version)), `not pinned: ${version}`);
});
