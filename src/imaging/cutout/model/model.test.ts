import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import type { Sharp } from 'sharp';
import { NO_HINTS } from '#domain/recipes/cutout.ts';
import { cutOut, sketchObject } from '#imaging/cutout/cut-out.ts';
import { judgeConfidence } from '#imaging/cutout/gate/confidence.ts';
import { toLab } from '#imaging/cutout/lab.ts';
import { type Bench, openBench, readShownPixels, toSharp } from '#imaging/fixtures/bench.ts';
import { knownObject } from '#imaging/fixtures/objects.ts';
import { saveTinyModel, type TinyOutputs } from '#imaging/fixtures/tiny-model.ts';
import { readHeader } from '#imaging/read/header.ts';
import { answersAsKnown, askForAnswer } from './known-answers.ts';
import { byModel, lookByWitness, type ModelPaths } from './model.ts';
import { checkModel } from './model-check.ts';
import { openModel } from './open-model.ts';

const SIZE = { width: 800, height: 600 };
const SMALL = { width: 320, height: 240 };

describe('a model that the operator brought', () => {
  let bench: Bench;
  before(async () => {
    bench = await openBench();
  });
  after(() => bench.remove());

  test('is tried with a picture and says its name, licence, fingerprint, runtime and time', async () => {
    const report = await checkModel(await saveTinyModel(bench.path('good')), 'cutout');
    assert.deepEqual(
      [report.name, report.licence, report.runtime, report.problem],
      ['Redness', 'CC0', 'onnxruntime', null],
    );
    assert.match(report.sha256 ?? '', /^[0-9a-f]{64}$/);
    assert.ok(Number.isInteger(report.milliseconds));
  });

  /** The photo through this model, and what it found. */
  async function cut(folder: string, photo: Sharp, outputs: TinyOutputs = 'object') {
    const manifest = await saveTinyModel(bench.path(folder), {}, outputs);
    return cutWith(folder, photo, { manifest, witness: null });
  }

  async function cutWith(name: string, photo: Sharp, models: ModelPaths) {
    const source = await bench.save(`${name}.jpg`, photo.jpeg({ quality: 92 }));
    const maskPath = bench.path(`${name}.png`);
    const hints = { hints: NO_HINTS, previousMaskPath: null, knownStrokes: 0, urgent: false };
    const job = { source, proxyPath: source, maskPath, ...hints };
    const header = await readHeader(source);
    return { found: await cutOut(job, header, models), without: () => cutOut(job, header), maskPath };
  }

  test('finds the object, and the gate is sure of it as of any other engine; its edge is the picture’s', async () => {
    const known = knownObject('crate', 'green', { size: SIZE });
    const { found, maskPath } = await cut('used', toSharp(known.picture));
    assert.deepEqual([found.engine, found.sure], ['model', true]);
    const mask = await readShownPixels(
      await toSharp(await readShownPixels(maskPath))
        .resize(SIZE.width, SIZE.height)
        .png()
        .toBuffer(),
    );
    let [both, either] = [0, 0];
    known.alpha.forEach((share, i) => {
      const [is, was] = [share > 127, (mask.data[i * mask.channels] as number) > 127];
      both += is && was ? 1 : 0;
      either += is || was ? 1 : 0;
    });
    // The model sees 64 pixels: a mask enlarged from those alone has 0.965.
    assert.ok(both / either > 0.985, `IoU ${(both / either).toFixed(3)}`);
  });

  test('is read by its first output, and there by the plane that its manifest names', async () => {
    const problemOf = async (folder: string, plane: number, outputs: TinyOutputs) =>
      (await checkModel(await saveTinyModel(bench.path(folder), { plane }, outputs), 'cutout')).problem;
    assert.equal(await problemOf('two-outputs', 0, 'object, ground'), null);
    assert.equal(await problemOf('second-plane', 1, 'ground and object'), null);
    assert.match((await problemOf('no-plane', 1, 'object')) ?? '', /plane 1 of 64×64 is not in the 4096/);
  });

  test('that returns the ground for the object is refused with words for the operator', async () => {
    const manifest = await saveTinyModel(bench.path('ground'), {}, 'ground and object');
    assert.match((await checkModel(manifest, 'cutout')).problem ?? '', /returns the ground .* another plane/);
  });

  test('that leaves noise on an even wall is found noisy by its trial, and one that does not is not', async () => {
    const noisy = await checkModel(await saveTinyModel(bench.path('noisy'), {}, 'with noise'), 'cutout');
    assert.match(noisy.problem ?? '', /noise on the even ground/);
    assert.deepEqual([noisy.name, noisy.remark], ['Redness', 'noisy']);
    const even = await checkModel(await saveTinyModel(bench.path('even')), 'cutout');
    assert.deepEqual([even.problem, even.remark], [null, null]);
  });

  test('that is the eight-bit IS-Net is refused by its fingerprint, at its trial and at a photo', async () => {
    const eightBit = { sha256: '7001d60734fdc112dd9c062635fb59cd401fb82a9d4213134bce4dbd655c803a' };
    const manifest = await saveTinyModel(bench.path('eight-bit'), eightBit);
    const { problem, remark } = await checkModel(manifest, 'cutout');
    assert.deepEqual([remark, /quint8/.test(problem ?? '')], ['eight-bit', true]);
    await assert.rejects(openModel(manifest), /refused/);
  });

  test('that is one of the catalogue and answers otherwise than it is never sure', async () => {
    const { picture } = knownObject('crate', 'green', { size: SMALL });
    const lab = toLab(picture);
    const answer = await askForAnswer(await openModel(await saveTinyModel(bench.path('known'))));
    const sureWith = async (folder: string, stored: readonly number[] | null) => {
      const manifest = await saveTinyModel(bench.path(folder));
      await answersAsKnown(await openModel(manifest), () => stored);
      const [cut] = await byModel({ manifest, witness: null })({ box: null, at: async () => picture });
      assert.ok(cut);
      const words = ['model', 'both', 'models'] as const;
      // Two models must agree wholly where a crate's feet may be tyres.
      const agreed = { ...cut, witness: 'models', agreement: 1 } as const;
      return words.map(
        (witness) => judgeConfidence(lab, cut.mask, witness === 'models' ? agreed : { ...cut, witness }).sure,
      );
    };
    assert.deepEqual(await sureWith('own', null), [true, true, true]);
    const near = answer.map((share) => share - 0.009);
    assert.deepEqual(await sureWith('alike', near), [true, true, true]);
    const other = answer.map((share, i) => (i === 120 ? share + 0.011 : share));
    assert.deepEqual(await sureWith('unlike', other), [false, false, false]);
    const report = await checkModel(bench.path('unlike/model.json'), 'cutout');
    assert.deepEqual([report.problem, report.remark], [null, 'unlike']);
  });

  test('that sees nothing leaves the photo to the other engines', async () => {
    const { picture } = knownObject('shirt', 'street', { size: SIZE });
    const { found, without } = await cut('blind', toSharp(picture).greyscale());
    assert.equal(found.engine, 'grabcut');
    assert.deepEqual(found, await without());
  });

  test('that sees something else than a search by colours is not overruled by it: the person is asked', async () => {
    const { picture } = knownObject('vase', 'table', { size: SIZE });
    const { found, without } = await cut('elsewhere', toSharp(picture));
    assert.deepEqual([found.engine, found.sure], ['model', false]);
    assert.equal((await without()).sure, true);
  });

  test('is asked twice where it doubts: what it does not see in the mirror image is no object', async () => {
    const { picture } = knownObject('crate', 'green', { size: SIZE });
    const atLeft = toSharp(picture).extend({ right: 500, extendWith: 'copy' });
    const [whole, half] = [await cut('twice', atLeft), await cut('half', atLeft, 'left half')];
    assert.equal(whole.found.engine, 'model');
    assert.deepEqual(half.found, await half.without());
  });

  test('is asked once where a second model sees the same, without the mirror image', async () => {
    const { picture } = knownObject('crate', 'green', { size: SMALL });
    const atLeft = toSharp(picture).extend({ right: 200, extendWith: 'copy' });
    const witness = await saveTinyModel(bench.path('witness'));
    const manifest = await saveTinyModel(bench.path('half'), {}, 'left half');
    const { found } = await cutWith('witnessed', atLeft, { manifest, witness });
    assert.deepEqual([found.engine, found.sure], ['model', true]);
    const names = { witness: '../witness/model.json' };
    const naming = await saveTinyModel(bench.path('names-one'), names, 'left half');
    const again = await cutWith('named', atLeft, { manifest: naming, witness: null });
    assert.deepEqual(again.found, found);
  });

  test('that sees less than a second model is not trusted, however certain it is', async () => {
    const { picture } = knownObject('crate', 'green', { size: SMALL });
    const manifest = await saveTinyModel(bench.path('half'), {}, 'left half');
    const witness = await saveTinyModel(bench.path('whole'));
    const { found } = await cutWith('doubted', toSharp(picture), { manifest, witness });
    assert.deepEqual([found.engine, found.sure], ['model', false]);
  });

  test('that sees its object plainly is trusted where a second model sees a part of it and nothing else', async () => {
    const { picture } = knownObject('crate', 'green', { size: SMALL });
    const manifest = await saveTinyModel(bench.path('plain'), { limits: { plainFrom: 0.95 } });
    const witness = await saveTinyModel(bench.path('half'), {}, 'left half');
    const { found } = await cutWith('plain', toSharp(picture), { manifest, witness });
    assert.deepEqual([found.engine, found.sure], ['model', true]);
  });

  test('is as one without a witness where that is broken or answers otherwise than it is known to, which is told', async () => {
    const { picture } = knownObject('crate', 'green', { size: SMALL });
    const alone = await cut('no-witness', toSharp(picture));
    const manifest = await saveTinyModel(bench.path('whole'));
    const broken = bench.path('nowhere.json');
    const unlike = await saveTinyModel(bench.path('unlike-witness'), {}, 'left half');
    await answersAsKnown(await openModel(unlike), () => [1]);
    const told: string[] = [];
    const onTrouble: ModelPaths['onTrouble'] = (trouble) => told.push(trouble.kind, trouble.manifest);
    for (const witness of [broken, unlike])
      assert.deepEqual(
        (await cutWith('lone', toSharp(picture), { manifest, witness, onTrouble })).found,
        alone.found,
      );
    assert.deepEqual(told, ['failed', broken, 'unlike', unlike]);
  });

  test('is waited for with a sketch by its witness, whose look is not taken twice', async () => {
    const { picture } = knownObject('crate', 'green', { size: SMALL });
    const photo = await bench.save('sketched.png', toSharp(picture).png());
    const witness = await saveTinyModel(bench.path('sketching'));
    const bytes = (await sketchObject(photo, witness)) ?? new Uint8Array();
    const { width, height } = await toSharp(await readShownPixels(Buffer.from(bytes))).metadata();
    assert.deepEqual({ width, height }, SMALL);
    const look = () => lookByWitness(witness, picture, () => {});
    assert.notEqual(await look(), 'none');
    assert.equal(await look(), await look());
    assert.equal(await sketchObject(photo, bench.path('nowhere.json')), null);
  });

  test('has its witness again once a damaged one was replaced', async () => {
    const { picture } = knownObject('crate', 'green', { size: SMALL });
    const manifest = await saveTinyModel(bench.path('witnessed'));
    const witness = await saveTinyModel(bench.path('damaged'));
    await writeFile(bench.path('damaged/redness.onnx'), 'half');
    const look = async () => {
      const [cut] = await byModel({ manifest, witness })({ box: null, at: async () => picture });
      return cut?.witness;
    };
    assert.deepEqual([await look(), await look()], ['model', 'model']);
    await rm(witness);
    await saveTinyModel(bench.path('damaged'));
    assert.equal(await look(), 'models');
  });

  test('that finds the same as a search by colours is trusted with an object at the picture’s side', async () => {
    const { picture } = knownObject('crate', 'green', { size: SIZE });
    const half = toSharp(picture).extract({ left: 0, top: 0, width: 480, height: SIZE.height });
    const { found, without } = await cut('side', half);
    assert.deepEqual([found.engine, found.sure], ['model', true]);
    assert.equal((await without()).sure, false);
  });

  for (const [what, changes, problem] of [
    ['a fingerprint of another file', { sha256: '0'.repeat(64) }, /sha256 is not the file's/],
    ['a file elsewhere', { file: '../redness.onnx' }, /must lie beside it/],
    ['no licence', { licence: '' }, /licence must be a text/],
    ['an input of no size', { input: 7 }, /input must be a whole number/],
    ['two means', { mean: [0, 0] }, /mean must be three numbers/],
    ['half a plane', { plane: 0.5 }, /plane must be a whole number/],
    ['a witness that is no path', { witness: 7 }, /witness must be the path/],
    ['an unknown activation', { activation: 'relu' }, /activation must be none or sigmoid/],
    ['limits that are none', { limits: 0.9 }, /limits must be an object/],
    ['a limit in words', { limits: { sureFrom: 'high' } }, /limits\.sureFrom must be a number from 0 to 1/],
    ['a limit out of bounds', { limits: { plain: { rim: 16 } } }, /limits\.plain\.rim must be a number/],
  ] as const) {
    test(`with ${what} is refused with words for the operator`, async () => {
      const manifest = await saveTinyModel(bench.path(what.replaceAll(' ', '-')), changes);
      assert.match((await checkModel(manifest, 'cutout')).problem ?? '', problem);
    });
  }

  test('that is no model at all, or is not there, is refused', async () => {
    const manifest = await saveTinyModel(bench.path('broken'));
    await writeFile(bench.path('broken/redness.onnx'), 'weights');
    assert.match((await checkModel(manifest, 'cutout')).problem ?? '', /sha256/);
    assert.match((await checkModel(bench.path('nowhere/model.json'), 'cutout')).problem ?? '', /ENOENT/);
  });
});
