import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { isTriedAgain, nextStep, tellOfRefusalAt, WAITS_MS } from '#domain/batches/wanted-start.ts';

const instant = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
const outstanding = fc.record({ missing: fc.nat(300), preparing: fc.nat(300) });
const after = (askedAt: Date, ms: number) => ({ askedAt, now: new Date(askedAt.getTime() + ms) });

describe('a start that waits for its photos', () => {
  test('runs exactly when nothing is outstanding, however long that took', () => {
    fc.assert(
      fc.property(outstanding, instant, fc.nat(10 * WAITS_MS), (left, askedAt, ms) => {
        equal(nextStep(left, after(askedAt, ms)) === 'start', left.missing + left.preparing === 0);
      }),
    );
  });

  test('never waits for longer than a day, and gives nothing up before', () => {
    fc.assert(
      fc.property(outstanding, instant, fc.nat(10 * WAITS_MS), (left, askedAt, ms) => {
        const step = nextStep(left, after(askedAt, ms));
        if (step === 'wait') ok(ms < WAITS_MS);
        if (step === 'give-up') ok(ms >= WAITS_MS);
      }),
    );
  });

  test('is never delayed by a photo that arrives', () => {
    const order = ['give-up', 'wait', 'start'];
    fc.assert(
      fc.property(outstanding, instant, fc.nat(10 * WAITS_MS), (left, askedAt, ms) => {
        const fewer = { ...left, missing: Math.max(0, left.missing - 1) };
        const [before, then] = [left, fewer].map((now) => order.indexOf(nextStep(now, after(askedAt, ms))));
        ok((then ?? -1) >= (before ?? 0));
      }),
    );
  });

  test('is tried again for a day where the disk is full or a logo is being prepared, and given up at once without credits', () => {
    const asked = new Date('2026-11-25T10:00:00Z');
    const tries = (code: Parameters<typeof isTriedAgain>[0]) =>
      [0, WAITS_MS - 1, WAITS_MS].map((ms) => isTriedAgain(code, after(asked, ms)));
    deepEqual(tries('batches/disk-low'), [true, true, false]);
    deepEqual(tries('batches/photos-not-ready'), [true, true, false]);
    deepEqual(tries('credits/not-enough'), [false, false, false]);
  });

  test('leaves an open page a minute to tell why it did not run', () => {
    const stopped = new Date('2026-11-25T10:00:00Z');
    equal(tellOfRefusalAt(stopped).toISOString(), '2026-11-25T10:01:00.000Z');
  });
});
