import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { PIPELINE, type Use } from './pipeline.ts';

const ROOT = import.meta.dirname;
const parts = Object.entries(PIPELINE);

function listSteps(use: Use, among: readonly string[]): string[] {
  return parts
    .filter(([part]) => among.includes(part))
    .flatMap(([, rows]) => rows.filter((row) => row.for.includes(use)).map(({ step }) => step.name));
}

describe('the pipeline', () => {
  it('has each step in a module of its name, in the room of its part, and no other module there', () => {
    const toPath = (part: string, name: string) =>
      `steps/${part}/${name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}.ts`;
    const listed = parts.flatMap(([part, rows]) => rows.map(({ step }) => toPath(part, step.name)));
    const modules = globSync('steps/*/*.ts', { cwd: ROOT }).map((path) => path.replaceAll('\\', '/'));
    assert.equal(new Set(listed).size, listed.length);
    assert.deepEqual(listed.sort(), modules.sort());
  });

  it('stands in docs/architecture.md part by part, in its order', () => {
    const page = readFileSync(join(ROOT, '../../docs/architecture.md'), 'utf8');
    for (const [part, rows] of parts) {
      const line = page.split('\n').find((row) => row.startsWith(`| ${part} | `)) ?? '';
      assert.deepEqual(
        line.match(/\b[a-z]+[A-Z]\w+/g),
        rows.map(({ step }) => step.name),
        part,
      );
    }
  });

  it('shows in a preview all that it does to the pixels of a file', () => {
    const pixels = ['open', 'develop', 'finish'];
    const shown = listSteps('preview', pixels).filter((name) => name !== 'shrinkPhoto');
    const delivered = listSteps('files', pixels).filter((name) => name !== 'measureObject');
    assert.deepEqual(shown, delivered);
    assert.ok(delivered.length > 10);
  });

  it('changes no colour of the photo that a preview is compared with', () => {
    assert.deepEqual(listSteps('before', Object.keys(PIPELINE)), [
      'decodePhoto',
      'framePhoto',
      'shrinkPhoto',
      'showUntouched',
      'fitToScreen',
      'stampProof',
      'encodeScreen',
    ]);
  });
});
