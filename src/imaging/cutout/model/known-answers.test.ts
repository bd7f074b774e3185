import { deepEqual } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Bench, openBench } from '#imaging/fixtures/bench.ts';
import { saveTinyModel } from '#imaging/fixtures/tiny-model.ts';
import { answersAsKnown, askForAnswer } from './known-answers.ts';
import { type CutoutModel, openModel } from './open-model.ts';

describe('the comparison of a model with its stored answer', () => {
  let bench: Bench;
  let model: CutoutModel;
  let stored: readonly number[];
  let looks = 0;
  before(async () => {
    bench = await openBench();
    model = await openModel(await saveTinyModel(bench.path('tiny')));
    stored = await askForAnswer(model);
  });
  after(() => bench.remove());

  /** Acts as a later process would, whose manifest differs by `changes`; returns what it finds and how often it looked. */
  const compareAnew = async (answer = stored, changes: Partial<CutoutModel['manifest']> = {}) => {
    looks = 0;
    const run: CutoutModel['run'] = (...picture) => {
      looks++;
      return model.run(...picture);
    };
    const anew = { manifest: { ...model.manifest, ...changes }, run };
    return [await answersAsKnown(anew, () => answer), await answersAsKnown(anew, () => answer), looks];
  };

  it('costs one look, and the next process none', async () => {
    deepEqual(await compareAnew(), [true, true, 1]);
    deepEqual(await compareAnew(), [true, true, 0]);
  });

  it('is made anew where file, manifest or stored answer are others', async () => {
    const other = stored.map((share) => share + 0.005);
    deepEqual(await compareAnew(other), [true, true, 1]);
    for (const changes of [{ sha256: '0'.repeat(64) }, { mean: [0.01, 0, 0] }])
      deepEqual((await compareAnew(stored, changes)).at(-1), 1);
  });

  it('is remembered for each of two manifests in one folder', async () => {
    const other = { sha256: '1'.repeat(64) };
    await compareAnew(stored);
    await compareAnew(stored, other);
    deepEqual(await compareAnew(stored), [true, true, 0]);
    deepEqual(await compareAnew(stored, other), [true, true, 0]);
  });

  it('that failed is never remembered as one that did not', async () => {
    const other = stored.map((share) => share + 0.011);
    for (let process = 0; process < 2; process++) deepEqual(await compareAnew(other), [false, false, 1]);
  });

  it('is made by each process where the folder cannot be written to', async () => {
    const folder = bench.path('gone');
    for (let process = 0; process < 2; process++)
      deepEqual(await compareAnew(stored, { folder }), [true, true, 1]);
  });

  it('is made again after a look that failed', async () => {
    let isBroken = true;
    const failing: CutoutModel = {
      manifest: { ...model.manifest, folder: bench.path('gone') },
      run: async (...picture) => {
        if (isBroken) throw new Error('no memory');
        return model.run(...picture);
      },
    };
    const isKnown = () => answersAsKnown(failing, () => stored).catch(() => null);
    deepEqual(await isKnown(), null);
    isBroken = false;
    deepEqual(await isKnown(), true);
  });
});
