import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { countDraws, drawRows } from '#testing/draws.ts';

const DRAWS = { local: 500, ci: 5000, soak: 50_000 };

/** Runs with other settings of the machine. */
function withSettings<T>(settings: Readonly<Record<string, string>>, work: () => T): T {
  const { CI, TEST_SOAK, TEST_SLOW_MACHINE, ...rest } = process.env;
  const own = process.env;
  process.env = { ...rest, ...settings };
  try {
    return work();
  } finally {
    process.env = own;
  }
}

describe('the number of drawn cases', () => {
  it('is small by hand and on a slow machine, whole in continuous integration and large in the soak', () => {
    const settings: Record<string, string>[] = [{}, { CI: 'false' }, { CI: 'true' }, { TEST_SOAK: '1' }];
    deepEqual(
      settings.map((each) => withSettings(each, () => countDraws(DRAWS))),
      [500, 500, 5000, 50_000],
    );
    equal(
      withSettings({ CI: 'true', TEST_SLOW_MACHINE: '1' }, () => countDraws(DRAWS)),
      500,
    );
    equal(
      withSettings({ CI: 'true', TEST_SOAK: '1' }, () => countDraws({ local: 1, ci: 2 })),
      2,
    );
  });

  it('is a part of the rows by hand, by luck and in their order, and all of them in continuous integration', () => {
    const rows = Array.from({ length: 40 }, (_, at) => at);
    const draw = (TEST_DRAW: string) => withSettings({ TEST_DRAW }, () => drawRows(rows, 5));
    equal(draw('1').length, 5);
    deepEqual(
      draw('1'),
      draw('1').toSorted((a, b) => a - b),
    );
    deepEqual(draw('1'), draw('1'));
    const seen = new Set(Array.from({ length: 100 }, (_, at) => draw(`${at}`)).flat());
    equal(seen.size, rows.length);
    deepEqual(
      withSettings({ CI: 'true' }, () => drawRows(rows, 5)),
      rows,
    );
    equal(withSettings({ CI: 'true', TEST_DRAW: '1' }, () => drawRows(rows, 1, 5)).length, 5);
  });

  it('is still enough by hand to find an amount that is cut instead of rounded', () => {
    const isKept = fc.property(fc.integer({ min: 0, max: 10_000_000 }), (bani) => {
      equal(Math.trunc((bani / 100) * 100), bani);
    });
    const numRuns = withSettings({}, () => countDraws(DRAWS));
    for (const seed of [1, 2, 3, 4, 5]) ok(fc.check(isKept, { numRuns, seed }).failed, `seed ${seed}`);
  });
});
