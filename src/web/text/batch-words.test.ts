import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ListedBatch } from '#contract/batches.ts';
import { batchFigures, batchLabel, batchName, keptWords } from '#web/text/batch-words.ts';

const row: ListedBatch = {
  id: 'lot_00000000000000000000',
  number: 148,
  name: '',
  state: 'draft',
  photoCount: 20,
  coverIds: [],
  done: 0,
  total: 0,
  resultCount: 0,
  isDownloaded: false,
  freeUntil: null,
  createdAt: '2026-11-21T08:00:00.000Z',
};

test('a batch is known by its number until it has a name', () => {
  assert.equal(batchLabel(148), 'LOT 0148');
  assert.equal(batchName(row), 'Lotul 148');
  assert.equal(batchName({ ...row, name: ' Dacia Logan ' }), 'Dacia Logan');
});

test('a batch says its photos, and its progress while it runs', () => {
  assert.equal(batchFigures(row), '20 de fotografii');
  assert.equal(batchFigures({ ...row, state: 'running', done: 9, total: 14 }), '9 din 14');
});

test('a batch is kept until the first of its photos goes', () => {
  assert.equal(keptWords([{ keepUntil: null }]), null);
  const kept = ['2026-12-14T10:00:00.000Z', '2026-12-12T10:00:00.000Z'].map((keepUntil) => ({ keepUntil }));
  assert.match(keptWords(kept) ?? '', /^Păstrat până pe 12 dec/);
});
