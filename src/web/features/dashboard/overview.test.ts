import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ListedBatch } from '#contract/batches.ts';
import type { BatchState } from '#domain/batches/states.ts';
import { buildOverview, nextStep } from '#web/features/dashboard/overview.ts';

const batches = (...states: BatchState[]) =>
  states.map((state, i) => ({ id: `lot_${i}`, state, photoCount: 1 }) as ListedBatch);

test('the dashboard says what runs and what is ready', () => {
  assert.equal(
    buildOverview(batches('running', 'done', 'partial')).summary,
    'Un lot în lucru, 2 loturi gata de descărcat.',
  );
  assert.equal(buildOverview(batches('done')).summary, 'Un lot gata de descărcat.');
  assert.equal(buildOverview(batches('queued', 'running')).summary, '2 loturi în lucru.');
  const taken = batches('done', 'partial', 'done').map((batch, i) => ({ ...batch, isDownloaded: i > 0 }));
  assert.equal(
    buildOverview(taken).summary,
    'Un lot gata de descărcat.',
    'what was taken home no longer waits',
  );
  assert.equal(buildOverview(taken.slice(1)).summary, 'Niciun lot în lucru acum.');
  assert.equal(buildOverview(batches('draft')).summary, 'Niciun lot în lucru acum.');
});

test('running batches stand apart from the recent ones', () => {
  const { running, recent } = buildOverview(batches('done', 'running', 'draft'));
  assert.deepEqual(
    [running, recent].map((rows) => rows.map(({ state }) => state)),
    [['running'], ['done', 'draft']],
  );
});

test('a newcomer is led to the first photos, then to the first start', () => {
  assert.equal(nextStep([]), 'upload');
  assert.equal(nextStep(batches('draft')), 'start');
  assert.equal(nextStep(batches('draft', 'done')), null);
});
