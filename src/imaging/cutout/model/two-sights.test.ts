import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ISNET_LIMITS } from '#domain/photos/model-limits.ts';
import type { Mask } from '#imaging/cutout/mask.ts';
import { cutByTwo, measureAgreement, type Sight } from './two-sights.ts';

const SIZE = { width: 200, height: 150 };
type At = (x: number, y: number) => boolean;

const maskWhere = (isObject: At): Mask => ({
  ...SIZE,
  data: Uint8Array.from({ length: SIZE.width * SIZE.height }, (_, i) =>
    isObject(i % SIZE.width, Math.floor(i / SIZE.width)) ? 255 : 0,
  ),
});
const sight = (isObject: At, certainty = 0.9, certaintyOfAll = certainty): Sight => ({
  mask: maskWhere(isObject),
  measureCertainty: () => certainty,
  measureCertaintyOfAll: () => certaintyOfAll,
});
const cutFirst = (own: Sight | null, other: Sight | null) => cutByTwo(own, other, ISNET_LIMITS)[0];

const coat: At = (x, y) => x >= 40 && x < 160 && y >= 20 && y < 130;
/** As a coarse model draws it: a pixel larger at one side. */
const coarsely: At = (x, y) => x >= 40 && x < 161 && y >= 20 && y < 130;
const withCushion: At = (x, y) => coat(x, y) || (x >= 160 && x < 175 && y >= 100 && y < 115);
const print: At = (x, y) => x >= 80 && x < 120 && y >= 50 && y < 90;

const { agreedFrom: sure } = ISNET_LIMITS;

describe('two models that look at one photo', () => {
  it('agree where one draws the outline less exactly, not where one has a cushion more', () => {
    ok(measureAgreement(maskWhere(coat), maskWhere(coarsely)) >= sure);
    // Its intersection over union alone would do: 0.983.
    ok(measureAgreement(maskWhere(coat), maskWhere(withCushion)) < sure);
    ok(measureAgreement(maskWhere(withCushion), maskWhere(coat)) < sure);
  });

  it('have the large one’s mask where they agree, however sure the other is', () => {
    const cut = cutFirst(sight(coat, 0.5), sight(coarsely, 1));
    equal(measureAgreement(cut?.mask as Mask, maskWhere(coat)), 1);
  });

  it('are together no surer of it than the large one is', () => {
    equal(cutFirst(sight(coat, 0.9), sight(coat, 1))?.agreement, 0.9);
    equal(cutFirst(sight(coat, 1), sight(coat, 0.5))?.agreement, 1);
  });

  it('have the surer one’s mask where they see different things, and disagree', () => {
    for (const [own, other, shown] of [
      [sight(print, 0.6), sight(coat, 0.9), coat],
      [sight(coat, 0.9), sight(print, 0.6), coat],
      [null, sight(coat, 0.1), coat],
      [sight(print, 0.1), null, print],
    ] as const) {
      const cut = cutFirst(own, other);
      equal(measureAgreement(cut?.mask as Mask, maskWhere(shown)), 1);
      ok((cut?.agreement ?? 1) < sure);
    }
    deepEqual(cutByTwo(null, null, ISNET_LIMITS), []);
  });

  it('count apart where the large one sees plainly legs that the other does not, and that sees nothing more', () => {
    const withLegs: At = (x, y) => coat(x, y) || (y >= 130 && y < 150 && x % 30 < 9);
    const plainly = (own: At, other: At, certaintyOfAll = 0.98) =>
      cutByTwo(sight(own, 0.9, certaintyOfAll), sight(other), ISNET_LIMITS)
        .slice(1)
        .map(({ witness, agreement }) => [witness, agreement]);
    deepEqual(plainly(withLegs, coat), [['model', 0.98]]);
    deepEqual(plainly(withLegs, coat, 0.97), []);
    deepEqual(plainly(coat, withCushion), [], 'the witness sees a cushion more');
    deepEqual(plainly(print, coat), [], 'the witness sees the coat around the print');
    deepEqual(cutByTwo(sight(withLegs, 1), null, ISNET_LIMITS).length, 1, 'the witness sees nothing');
  });
});
