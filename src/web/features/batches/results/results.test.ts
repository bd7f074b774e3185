import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Batch, Run } from '#contract/batches.ts';
import type { Photo } from '#contract/photos.ts';
import type { Result } from '#contract/results.ts';
import { EMAG, EMAG_OTHERS, SOME_PRESETS } from '#testing/presets.ts';
import {
  buildGridCells,
  creditsBack,
  failedIds,
  fileNote,
  keptBackgrounds,
  notRedoneIds,
  outputTabs,
  redoNote,
  runNote,
  stoppedNote,
  stopWords,
  untriedIds,
  zipNote,
} from '#web/features/batches/results/results.ts';

const file = (photoId: string, outputKey: string, change: Partial<Result> = {}): Result => ({
  id: `res_${photoId}_${outputKey}${change.suffix ?? ''}`,
  photoId,
  outputKey,
  suffix: '',
  width: 1600,
  height: 1200,
  bytes: 400_000,
  mediaType: 'image/jpeg',
  fileName: `${photoId}.jpg`,
  warnings: [],
  facts: null,
  ...change,
});
const run = (change: Partial<Run> = {}): Run => ({
  id: 'run_1',
  number: 1,
  state: 'partial',
  cost: 2,
  settled: 1,
  unlimited: false,
  photoIds: ['a', 'b', 'c'],
  photos: {
    a: { state: 'done', error: null },
    b: { state: 'failed', error: { code: 'photos/corrupt', message: 'Fișierul este deteriorat.' } },
    c: { state: 'cancelled', error: null },
  },
  createdAt: '2026-11-21T10:00:00Z',
  startedAt: '2026-11-21T10:00:01Z',
  finishedAt: '2026-11-21T10:00:53Z',
  unseen: false,
  ...change,
});
const madeBatch = (results: Result[], newest: Run | null = run()) =>
  ({
    photoIds: ['a', 'b', 'c', 'd'],
    photos: {},
    run: newest,
    results: Object.fromEntries(results.map((result) => [result.id, result])),
    outputs: [
      { kind: 'preset', preset: 'olx' },
      { kind: 'preset', preset: 'site' },
    ],
    outputLabels: { site: 'Site propriu', autovit: 'Autovit', olx: 'OLX' },
  }) as unknown as Batch;

describe('the results of a batch', () => {
  it('stand in one grid per output: the present ones first, earlier ones after', () => {
    const tabs = outputTabs(
      madeBatch([
        file('a', 'olx'),
        file('a', 'site'),
        file('a', 'site', { suffix: '_400' }),
        file('b', 'autovit'),
      ]),
    );
    assert.deepEqual(
      tabs.map(({ label, delivered }) => [label, delivered]),
      [
        ['OLX', 1],
        ['Site propriu', 1],
        ['Autovit', 1],
      ],
    );
  });

  it('keep every photo in its own place, the failed one with its sentence', () => {
    assert.deepEqual(
      buildGridCells(madeBatch([file('a', 'olx')]), 'olx', SOME_PRESETS).map(({ number, files, reason }) => [
        number,
        files.length,
        reason,
      ]),
      [
        [1, 1, null],
        [2, 0, 'Fișierul este deteriorat.'],
        [3, 0, 'oprită înainte să-i vină rândul'],
        [4, 0, 'nu a intrat în procesare'],
      ],
    );
    assert.deepEqual(failedIds(run()), ['b']);
    assert.deepEqual(untriedIds(madeBatch([file('a', 'olx')])), ['c', 'd']);
    assert.deepEqual(
      buildGridCells(madeBatch([file('a', 'olx')]), 'olx', SOME_PRESETS).map(({ failed }) => failed),
      [false, true, false, false],
    );
  });

  it('have a place in an output for the photos that it takes, and for files of earlier runs', () => {
    const outputs = ['emag-principal', 'emag-secundar'].map(
      (preset) => ({ kind: 'preset', preset }) as const,
    );
    const made = madeBatch([
      file('a', 'emag-principal'),
      file('c', 'emag-principal'),
      file('c', 'emag-secundar'),
    ]);
    const photos = Object.fromEntries(made.photoIds.map((id) => [id, { id, state: 'ready' } as Photo]));
    const places = (key: string) =>
      buildGridCells({ ...made, outputs, photos }, key, [EMAG, EMAG_OTHERS]).map(({ number, reason }) => [
        number,
        reason === null,
      ]);
    assert.deepEqual(places('emag-principal'), [
      [1, true],
      [3, true],
    ]);
    assert.deepEqual(places('emag-secundar'), [
      [2, false],
      [3, true],
      [4, false],
    ]);
  });

  it('show the big file of an output before its small one', () => {
    const [cell] = buildGridCells(
      madeBatch([file('a', 'site', { suffix: '_400' }), file('a', 'site')]),
      'site',
      SOME_PRESETS,
    );
    assert.deepEqual(
      cell?.files.map(({ suffix }) => suffix),
      ['', '_400'],
    );
  });

  it('say that credits came back only when some did', () => {
    assert.equal(creditsBack(run()), '1 credit s-a întors în cont.');
    assert.equal(creditsBack(run({ cost: 3, settled: 1 })), '2 credite s-au întors în cont.');
    assert.equal(creditsBack(run({ cost: 1, settled: 1 })), null);
    assert.equal(creditsBack(run({ settled: null })), null);
    assert.equal(creditsBack(run({ unlimited: true })), null);
  });

  it('name the last day of the free redo while it is to come', () => {
    const now = new Date('2026-11-21T10:00:00Z');
    assert.equal(redoNote('2026-12-21T10:00:00Z', now), 'Refă gratuit până pe 21 dec.');
    assert.equal(redoNote('2026-11-21T09:00:00Z', now), null);
    assert.equal(redoNote(null, now), null);
  });

  it('say how long it took and what the archive holds', () => {
    assert.equal(runNote(run({ state: 'done' })), 'gata în 52 s');
    assert.equal(runNote(run({ state: 'done', finishedAt: '2026-11-21T10:03:01Z' })), 'gata în 3 minute');
    assert.equal(runNote(run()), 'nu toate au ieșit');
    assert.equal(zipNote(madeBatch([file('a', 'olx')])), '1 fișier, câte un dosar pentru fiecare variantă');
  });
});

describe('a run that was stopped', () => {
  const stopped = (states: string) => {
    const photos = Object.fromEntries(
      [...states].map((state, i) => [
        'abcd'[i] ?? '',
        { state: state === '+' ? ('done' as const) : ('cancelled' as const), error: null },
      ]),
    );
    return run({ state: 'cancelled', number: 2, cost: 0, settled: 0, photoIds: Object.keys(photos), photos });
  };
  const delivered = [...'abc'].map((id) => file(id, 'olx'));

  it('says how many are new and how many are as before, which are marked', () => {
    const batch = madeBatch(delivered, stopped('+---'));
    assert.deepEqual([notRedoneIds(batch), untriedIds(batch)], [['b', 'c'], ['d']]);
    assert.deepEqual(
      buildGridCells(batch, 'olx', SOME_PRESETS).map(({ asBefore }) => asBefore),
      [false, true, true, false],
    );
    assert.equal(stoppedNote(batch), 'S-a refăcut 1 fotografie; 2 fotografii au rămas ca înainte.');
    assert.equal(
      stoppedNote(madeBatch(delivered.slice(0, 1), stopped('-'))),
      'Procesarea s-a oprit înainte de prima fotografie: 1 fotografie a rămas ca înainte.',
    );
  });

  it('does not compare where the photos have no earlier files', () => {
    assert.equal(stoppedNote(madeBatch(delivered.slice(0, 1), stopped('+--'))), null);
  });

  it('mentions the payment before the stop only where the run is paid', () => {
    const { results } = madeBatch(delivered);
    assert.equal(
      stopWords({ run: stopped('+--'), results }),
      'Ce e gata rămâne la tine. Restul fotografiilor rămân ca înainte.',
    );
    assert.equal(
      stopWords({ run: run(), results: {} }),
      'Ce e gata rămâne la tine și numai asta se plătește. Restul fotografiilor rămân în lot, neprocesate.',
    );
    assert.match(stopWords({ run: run({ unlimited: true }), results: {} }), /^Ce e gata rămâne la tine\. /);
  });
});

describe('a photo that kept its background', () => {
  it('is named once, in batch order, whatever the number of its files', () => {
    const kept = { warnings: ['background-kept' as const] };
    const files = [file('c', 'olx', kept), file('a', 'olx', kept), file('a', 'emag', kept), file('b', 'olx')];
    const results = Object.fromEntries(files.map((each) => [each.id, each]));
    assert.deepEqual(keptBackgrounds({ run: null, photoIds: ['a', 'b', 'c'], results }), ['a', 'c']);
  });

  it('is not named for files that the newest run, in which it was too, left as they were', () => {
    const facts = { whiteEdge: 0, fill: null, marked: false, replaced: true, metadata: false };
    const kept = (photoId: string, outputKey: string, runId: string) =>
      file(photoId, outputKey, { runId, warnings: ['background-kept'] });
    const files = [
      kept('a', 'insta', 'run_0'),
      file('a', 'olx', { runId: 'run_1', facts }),
      kept('b', 'insta', 'run_0'),
      kept('c', 'insta', 'run_0'),
      kept('c', 'olx', 'run_1'),
      kept('d', 'insta', 'run_0'),
    ];
    assert.deepEqual(keptBackgrounds(madeBatch(files)), ['c', 'd'], 'd was in no newer run');
  });

  it('is not named where another of its files stands on the new ground', () => {
    const facts = { whiteEdge: 0, fill: null, marked: false, replaced: true, metadata: false };
    const files = [file('a', 'insta', { warnings: ['background-kept'] }), file('a', 'olx', { facts })];
    assert.deepEqual(keptBackgrounds(madeBatch(files, null)), []);
  });

  it('is not asked to be cut out again where its edges cut the object off, and its file says so', () => {
    const facts = { whiteEdge: 0, fill: null, marked: false, replaced: false, metadata: false };
    const cut = file('a', 'olx', {
      warnings: ['background-kept'],
      facts: { ...facts, kept: 'cut' },
    });
    assert.deepEqual(keptBackgrounds({ run: null, photoIds: ['a'], results: { [cut.id]: cut } }), []);
    assert.match(fileNote(cut) ?? '', /marginile fotografiei taie obiectul/);
    assert.match(fileNote({ ...cut, facts }) ?? '', /nu are o decupare sigură/);
  });
});
