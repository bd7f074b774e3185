import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import sharp from 'sharp';
import { NO_HINTS } from '#domain/recipes/cutout.ts';
import { saveTinyModel, type TinyOutputs } from '#imaging/fixtures/tiny-model.ts';
import { URGENT_MODEL_MS } from './cut-out.ts';
import { residentBytes } from './memory.ts';
import { createTroubleLog, REST_MS, restOfModels } from './model-in-use.ts';
import { createImaging } from './pool.ts';

const LINUX = process.platform === 'linux' ? false : 'needs /proc';
/** Nice value of the models' process. */
const NICE = 19;

/** Cuts out a red box on white with a model in `models`; `onStart` is called for each process of models. */
async function shop(t: TestContext, onStart: (pid: number) => void = () => {}, outputs?: TinyOutputs) {
  const folder = await mkdtemp(join(tmpdir(), 'fotolot-models-'));
  const photo = join(folder, 'photo.png');
  const box = { create: { width: 160, height: 120, channels: 3, background: '#b01020' } } as const;
  await sharp({ create: { width: 400, height: 300, channels: 3, background: '#fff' } })
    .composite([{ input: await sharp(box).png().toBuffer() }])
    .png()
    .toFile(photo);
  const models = join(folder, 'models');
  const manifest = await saveTinyModel(models, {}, outputs);
  const started: number[] = [];
  const warnings: string[] = [];
  const log = {
    debug: (fields: object) => {
      const { pid, nice } = fields as { pid: number; nice: number };
      if (nice !== NICE) return;
      started.push(pid);
      onStart(pid);
    },
    warn: (_: object, message: string) => void warnings.push(message),
  };
  const failed: string[] = [];
  const onModelFailure = (of: string) => void failed.push(of);
  const witness = join(folder, 'witness', 'model.json');
  const imaging = createImaging({
    batchProcesses: 1,
    log,
    cutoutManifest: () => manifest,
    cutoutWitness: () => (existsSync(witness) ? witness : null),
    onModelFailure,
  });
  t.after(async () => {
    await imaging.close();
    await rm(folder, { recursive: true, force: true });
  });
  const engine = async (urgent = false) => {
    const paths = { source: photo, proxyPath: photo, maskPath: join(folder, 'mask.png') };
    const anew = { hints: NO_HINTS, previousMaskPath: null, knownStrokes: 0, urgent };
    return (await imaging.cutOut({ ...paths, ...anew })).engine;
  };
  const problem = async () => (await imaging.checkModel('cutout'))?.problem;
  const sketch = () => imaging.sketch(photo);
  const cutOut = (path: string) =>
    imaging.cutOut({
      ...{ source: path, proxyPath: path, maskPath: join(folder, 'mask.png') },
      ...{ hints: NO_HINTS, previousMaskPath: null, knownStrokes: 0, urgent: true },
    });
  return {
    ...{ sketch, models, manifest, witness, started, warnings, failed, engine, problem },
    ...{ folder, imaging, cutOut },
  };
}

test('photos share the process of the model until another model takes its place, which needs no restart', {
  skip: LINUX,
}, async (t) => {
  const { models, started, engine } = await shop(t);
  assert.deepEqual([await engine(), await engine(), started.length], ['model', 'model', 1]);
  await saveTinyModel(models, { name: 'Another', plane: 1 }, 'ground and object');
  assert.deepEqual([await engine(), started.length], ['model', 2]);
  assert.equal(residentBytes(started[0] as number), null, 'its memory is free');
});

test('a model that takes its process down costs each photo one process, and rests after three photos', {
  skip: LINUX,
}, async (t) => {
  const { started, warnings, engine, problem } = await shop(t, (pid) => process.kill(pid, 'SIGKILL'));
  for (let photo = 1; photo <= 5; photo++) assert.notEqual(await engine(), 'model');
  assert.equal(started.length, 3);
  assert.deepEqual(
    warnings.filter((message) => message === 'model rests'),
    ['model rests'],
  );
  assert.match((await problem()) ?? '', /its process crashed/, 'an admin hears of it');
});

test('a model that fails at a photo or at its trial is reported, so that its file is checked', async (t) => {
  const { models, manifest, failed, engine, problem } = await shop(t);
  assert.deepEqual([await engine(), await problem(), failed], ['model', null, []]);
  await saveTinyModel(models, { sha256: '0'.repeat(64) });
  assert.notEqual(await engine(), 'model');
  assert.deepEqual(failed, [manifest]);
  assert.match((await problem()) ?? '', /sha256/);
  assert.deepEqual(failed, [manifest, manifest]);
});

test('a witness that fails is reported, so that its file is checked, and photos are cut out without it', async (t) => {
  const { witness, failed, warnings, engine } = await shop(t);
  await saveTinyModel(dirname(witness), { sha256: '0'.repeat(64) });
  assert.deepEqual([await engine(), await engine()], ['model', 'model']);
  assert.deepEqual(failed, [witness, witness]);
  assert.deepEqual(warnings, ['a witness of the cut-out model gave up: photos are cut out without it']);
});

test('a person who waits is shown what the witness sees, and nothing where there is none or it fails', async (t) => {
  const { witness, sketch, engine } = await shop(t);
  assert.equal(await sketch(), null);
  await saveTinyModel(dirname(witness));
  const bytes = (await sketch()) ?? new Uint8Array();
  const { width, channels } = await sharp(bytes).metadata();
  assert.deepEqual([width, channels], [400, 1]);
  await saveTinyModel(dirname(witness), { sha256: '0'.repeat(64) });
  assert.deepEqual([await sketch(), await engine()], [null, 'model']);
});

test('a photo whose file is gone or broken says nothing about the model: others are cut out by it', async (t) => {
  const { folder, imaging, cutOut, witness, warnings, failed, engine } = await shop(t);
  await saveTinyModel(dirname(witness));
  assert.equal(await engine(), 'model');
  const gone = join(folder, 'gone.png');
  const broken = join(folder, 'broken.jpg');
  await writeFile(broken, 'not a picture');
  for (const path of [gone, gone, gone, broken, broken, broken]) {
    assert.equal(await imaging.sketch(path), null);
    await assert.rejects(cutOut(path), { name: 'AppError' });
  }
  assert.deepEqual([failed, warnings.includes('model rests')], [[], false]);
  assert.equal(await engine(), 'model');
});

test('that a model answers otherwise than it is known to stands in the log once, until it is another file', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'fotolot-models-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const manifest = await saveTinyModel(folder);
  const lines: string[] = [];
  const failed: string[] = [];
  const log = { warn: (_: object, message: string) => void lines.push(message) };
  const tell = createTroubleLog({ onFailure: (of) => void failed.push(of), log });
  for (let photo = 0; photo < 3; photo++) tell({ manifest, kind: 'unlike' });
  assert.deepEqual([lines.length, failed], [1, []]);
  assert.match(lines[0] ?? '', /answers otherwise/);
  await saveTinyModel(folder, { name: 'Another one' });
  tell({ manifest, kind: 'unlike' });
  assert.equal(lines.length, 2);
});

test('photos that queue for a model when it begins to rest go without it too', { skip: LINUX }, async (t) => {
  const { started, engine } = await shop(t, (pid) => process.kill(pid, 'SIGKILL'));
  const engines = await Promise.all(Array.from({ length: 6 }, () => engine()));
  assert.ok(!engines.includes('model'));
  assert.equal(started.length, 3);
});

test('a person waits for a slow model no longer than the limit by the clock, in the queue or while it runs', {
  skip: LINUX,
}, async (t) => {
  const { started, warnings, engine } = await shop(t, undefined, 'never');
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const [running, inLine] = [engine(true), engine(true)];
  t.mock.timers.tick(URGENT_MODEL_MS - 1);
  assert.notEqual(residentBytes(started[0] as number), null);
  t.mock.timers.tick(1);
  assert.ok(!(await Promise.all([running, inLine])).includes('model'));
  assert.equal(residentBytes(started[0] as number), null, 'it writes no mask afterwards');
  assert.deepEqual(warnings.sort(), ['image process lost', 'model gave up', 'model gave up']);
  assert.equal(started.length, 1);
});

test('a model that failed three times in a row rests for ten minutes, then one more failure is enough', () => {
  const clock = { now: 0 };
  const rest = restOfModels(() => clock.now);
  assert.deepEqual([rest.failed('a'), rest.failed('a')], [false, false]);
  rest.worked();
  assert.deepEqual([rest.failed('a'), rest.failed('a'), rest.isResting('a')], [false, false, false]);
  assert.equal(rest.failed('a'), true);
  assert.equal(rest.isResting('a'), true);
  assert.equal(rest.failed('a'), false, 'one that was under way says nothing new');
  clock.now = REST_MS;
  assert.equal(rest.isResting('a'), false);
  assert.equal(rest.failed('a'), true);
});

test('another model is tried at once while the one before it rests, and so is one that works when an admin tries it', () => {
  const rest = restOfModels(() => 0);
  for (let i = 0; i < 3; i++) rest.failed('a');
  assert.deepEqual([rest.isResting('a'), rest.isResting('b')], [true, false]);
  rest.worked();
  assert.equal(rest.isResting('a'), false);
});
