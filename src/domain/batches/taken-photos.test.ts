import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { findCover, findHalves, partByOutputs } from '#domain/batches/taken-photos.ts';
import { computeSettlement, PHOTOS_PER_CREDIT, runCost } from '#domain/credits/cost.ts';
import { resolveOutputs, TAKEN_PHOTOS, takesPhoto } from '#domain/recipes/outputs.ts';
import { EMAG, EMAG_OTHERS, OLX } from '#testing/presets.ts';

const [main, rest, olx] = resolveOutputs(
  [EMAG, EMAG_OTHERS, OLX].map(({ key }) => ({ kind: 'preset', preset: key }) as const),
  [EMAG, EMAG_OTHERS, OLX],
);

const runs = fc.record({
  photoIds: fc.uniqueArray(fc.nat(60).map(String), { minLength: 1, maxLength: 60 }),
  outputs: fc.array(fc.record({ photos: fc.constantFrom(...TAKEN_PHOTOS) }), { minLength: 1, maxLength: 4 }),
  window: fc.record({ photoIds: fc.uniqueArray(fc.nat(60).map(String)), credits: fc.nat(4) }),
});

describe('what outputs take of a batch', () => {
  it('is all, the cover alone or all others; two halves of a marketplace share them out', () => {
    ok(main && rest && olx);
    const taken = (outputs: (typeof main)[]) =>
      partByOutputs(['a', 'b', 'c'], { outputs, coverId: 'a' }).taken.join('');
    deepEqual([[main], [rest], [main, rest], [olx], [main, olx]].map(taken), [
      'a',
      'bc',
      'abc',
      'abc',
      'abc',
    ]);
  });

  it('goes by the first photo that is ready', () => {
    equal(
      findCover([
        { id: 'a', state: 'preparing' },
        { id: 'b', state: 'ready' },
      ])?.id,
      'b',
    );
    equal(findCover([]), undefined);
  });

  it('every photo is taken or left out, and both halves never take the same one', () => {
    fc.assert(
      fc.property(runs, ({ photoIds, outputs }) => {
        const coverId = photoIds[0] ?? null;
        const { taken, leftOut } = partByOutputs(photoIds, { outputs, coverId });
        deepEqual([...taken, ...leftOut].sort(), [...photoIds].sort());
        for (const id of photoIds) {
          const takers = outputs.filter((output) => takesPhoto(output, id === coverId));
          equal(takers.length > 0, taken.includes(id));
          ok(new Set(takers.map(({ photos }) => photos).filter((photos) => photos !== 'all')).size <= 1);
        }
      }),
    );
  });

  it('a run costs what its taken photos cost, and settles no more than those of them that came out', () => {
    fc.assert(
      fc.property(runs, fc.nat(60), ({ photoIds, outputs, window }, finished) => {
        const { taken, leftOut } = partByOutputs(photoIds, { outputs, coverId: photoIds[0] ?? null });
        const held = runCost(window, taken);
        ok(held <= runCost(window, photoIds));
        equal(runCost({ ...window, photoIds: [...window.photoIds, ...taken] }, taken), held);
        const most = Math.max(
          0,
          Math.ceil(new Set([...window.photoIds, ...taken]).size / PHOTOS_PER_CREDIT) - window.credits,
        );
        equal(held, most, 'what is left out adds nothing');
        ok(leftOut.every((id) => !taken.includes(id)));
        const settled = computeSettlement(window, taken.slice(0, finished), held);
        ok(settled >= 0 && settled <= held);
        if (finished === 0) equal(settled, 0);
      }),
    );
  });
});

describe('a cover’s own file', () => {
  it('stands in for former covers’ main files and for its own among the others', () => {
    ok(main && rest && olx);
    const half = { main: 'emag-principal', rest: 'emag-secundar' };
    deepEqual(findHalves([main, rest, olx]), { mains: ['emag-principal'], halves: [half, half] });
    deepEqual(findHalves([main]), { mains: ['emag-principal'], halves: [half] }, 'once among the others');
    deepEqual(findHalves([rest]), { mains: [], halves: [half] });
    deepEqual(findHalves([olx]), { mains: [], halves: [] });
    const frozenBefore = { key: 'emag-principal' };
    deepEqual(
      findHalves([frozenBefore, olx]),
      { mains: [], halves: [] },
      'a run of before keeps its meaning',
    );
  });
});
