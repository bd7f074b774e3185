import { deepEqual, equal, throws } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CUTOUT_MODELS, findModelByHash } from '#domain/photos/cutout-models.ts';
import { refuseCertainty, USUAL_LIMITS } from '#domain/photos/model-limits.ts';
import { parseLimits } from './manifest-limits.ts';
import { ANSWERS } from './stored-answers.ts';

describe('the limits of a model', () => {
  it('of U²-Net-P and of unknown models are those that its planes were measured by', () => {
    deepEqual(USUAL_LIMITS, {
      seam: 0.01,
      doubtWeight: 17.5,
      usualDoubt: 0.2,
      seenAtOnce: 0.99,
      sureFrom: 0.93,
      confirmedFrom: 0.8,
      plainFrom: 0.98,
      agreedFrom: 0.98,
      agreedOnWheelsFrom: 0.99,
      witnessAlone: 0.005,
      plain: { leastArea: 0.01, rim: 0.16, leftOut: 0.03, along: 0.1, within: 0.6 },
    });
    const [small] = CUTOUT_MODELS;
    equal(findModelByHash(small.manifest.sha256)?.limits, USUAL_LIMITS);
  });

  it('are the catalogue’s for any file with the same weights, and an answer is stored for each', () => {
    for (const { key, manifest, alike, limits } of CUTOUT_MODELS) {
      for (const sha256 of [manifest.sha256, ...alike])
        equal(findModelByHash(sha256.toUpperCase())?.limits, limits);
      deepEqual(
        [ANSWERS.get(key)?.length, ANSWERS.get(key)?.every((share) => share >= 0 && share <= 1)],
        [256, true],
      );
      equal('limits' in manifest, false, 'a server of the version before finds its model.json unchanged');
    }
    equal(findModelByHash('0'.repeat(64)), null);
  });

  it('of a manifest count one by one; what it does not name or this version does not know changes nothing', () => {
    deepEqual(parseLimits(undefined, USUAL_LIMITS), USUAL_LIMITS);
    deepEqual(parseLimits({ witness: 0.5, plain: { colour: 1 } }, USUAL_LIMITS), USUAL_LIMITS);
    deepEqual(parseLimits({ sureFrom: 0.9, plain: { rim: 0.2 } }, USUAL_LIMITS), {
      ...USUAL_LIMITS,
      sureFrom: 0.9,
      plain: { ...USUAL_LIMITS.plain, rim: 0.2 },
    });
    throws(() => parseLimits({ plain: null }, USUAL_LIMITS), /limits\.plain must be an object/);
  });

  it('that no mask reaches keep how certainty is measured', () => {
    const { sureFrom, confirmedFrom, agreedFrom, ...rest } = refuseCertainty(USUAL_LIMITS);
    equal(sureFrom > 1 && confirmedFrom > 1 && agreedFrom > 1, true);
    deepEqual({ ...USUAL_LIMITS, ...rest }, USUAL_LIMITS);
  });
});
