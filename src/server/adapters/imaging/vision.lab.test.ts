import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { NO_HINTS } from '#domain/recipes/cutout.ts';
import { knownObject } from '#imaging/fixtures/objects.ts';
import { drawScene } from '#imaging/fixtures/scene.ts';
import { saveTinyDetector, saveTinyModel } from '#imaging/fixtures/tiny-model.ts';
import { PATIENCE } from '#testing/patience.ts';
import { residentBytes } from './memory.ts';
import { createImaging } from './pool.ts';

const LINUX = process.platform === 'linux' ? false : 'needs /proc';

test('a cut-out that a person waits for has a process of its own, before the automatic ones, and both end soon after', {
  skip: LINUX,
}, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'fotolot-vision-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const photo = join(folder, 'photo.jpg');
  const { data, width, height } = drawScene(800, 600);
  await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg()
    .toFile(photo);
  const started: { pid: number; nice: number }[] = [];
  const log = {
    debug: (fields: object) => void started.push(fields as { pid: number; nice: number }),
    warn: () => {},
  };
  const imaging = createImaging({ batchProcesses: 1, log, limits: { idleMilliseconds: 100 } });
  try {
    const cut = (name: string, urgent: boolean) => {
      const files = {
        source: photo,
        proxyPath: photo,
        previousMaskPath: null,
        knownStrokes: 0,
        maskPath: join(folder, name),
      };
      return imaging.cutOut({ ...files, hints: NO_HINTS, urgent });
    };
    const automatic = ['a.png', 'b.png', 'c.png'].map((name) => cut(name, false));
    let left = automatic.length;
    for (const each of automatic) void each.then(() => left--);
    assert.equal((await cut('person.png', true)).engine, 'grabcut');
    assert.ok(left > 0, 'the person waited for all of the others');
    await Promise.all(automatic);
    assert.equal((await sharp(join(folder, 'person.png')).metadata()).channels, 1);
    assert.deepEqual(started.map(({ nice }) => nice).sort(), [15, 5]);
    const until = Date.now() + 5000 * PATIENCE;
    const alive = () => started.filter(({ pid }) => residentBytes(pid) !== null).length;
    while (alive() > 0 && Date.now() < until) await pause(20);
    assert.equal(alive(), 0);
  } finally {
    await imaging.close();
  }
});

test('the operator’s model looks first in a process of its own; when it is broken the others go on without it', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'fotolot-model-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const photo = join(folder, 'photo.jpg');
  const { picture } = knownObject('crate', 'green', { size: { width: 800, height: 600 } });
  const { data, width, height } = picture;
  await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg()
    .toFile(photo);
  const cutWith = async (manifest: string | null) => {
    const imaging = createImaging({
      batchProcesses: 1,
      log: { debug: () => {}, warn: () => {} },
      cutoutManifest: () => manifest,
    });
    try {
      const files = {
        source: photo,
        proxyPath: photo,
        previousMaskPath: null,
        knownStrokes: 0,
        maskPath: join(folder, 'mask.png'),
      };
      const { engine } = await imaging.cutOut({ ...files, hints: NO_HINTS, urgent: false });
      return [engine, (await imaging.checkModel('cutout'))?.problem];
    } finally {
      await imaging.close();
    }
  };
  const manifest = await saveTinyModel(join(folder, 'models'));
  assert.deepEqual(await cutWith(manifest), ['model', null]);
  await rm(join(folder, 'models', 'redness.onnx'));
  const [engine, problem] = await cutWith(manifest);
  assert.notEqual(engine, 'model');
  assert.match(problem ?? '', /ENOENT/);
  assert.equal((await cutWith(null))[1], undefined);
});

test('the operator’s detector suggests plates at once; when it is broken, absent or slow the search does', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'fotolot-detector-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const source = join(folder, 'red.png');
  await sharp({ create: { width: 200, height: 100, channels: 3, background: '#f00' } })
    .png()
    .toFile(source);
  const warnings: string[] = [];
  const log = { debug: () => {}, warn: (_: object, message: string) => void warnings.push(message) };
  const seenWith = async (platesManifest: string | null, limits = {}) => {
    const imaging = createImaging({ batchProcesses: 1, log, platesManifest, limits });
    const paths = { proxyPath: join(folder, 'proxy'), thumbnailPath: join(folder, 'thumbnail') };
    try {
      const { plateSuggestions } = await imaging.prepare({ source, ...paths });
      return [plateSuggestions.length, (await imaging.checkModel('plates'))?.problem];
    } finally {
      await imaging.close();
    }
  };
  const models = join(folder, 'models');
  const manifest = await saveTinyDetector(models, [{ location: [0.2, 0.4, 0.5, 0.2], half: 'left' }]);
  assert.deepEqual(await seenWith(manifest), [1, null]);
  assert.deepEqual(warnings, []);
  assert.deepEqual(await seenWith(null), [0, undefined]);
  assert.deepEqual(await seenWith(manifest, { detectorMilliseconds: 0 }), [0, null]);
  assert.deepEqual(warnings.splice(0), ['plate detector gave up']);
  await rm(join(models, 'redness.onnx'));
  const [seen, problem] = await seenWith(manifest);
  assert.equal(seen, 0);
  assert.match(String(problem), /ENOENT/);
  assert.deepEqual(warnings, ['imaging fault', 'plate detector gave up']);
});
