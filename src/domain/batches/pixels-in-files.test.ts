import { deepEqual, equal } from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FileFacts } from '#domain/batches/file-facts.ts';
import { measurePhotoSide } from '#domain/batches/pixels-in-files.ts';
import { findingsFor, type ReadyFile, type ReadyPhoto } from '#domain/batches/ready.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { EMAG } from '#testing/presets.ts';

const FACTS: FileFacts = { whiteEdge: 1, fill: 85, marked: false, replaced: true, metadata: false };
const SMALLEST = { width: 825, height: 825, warnings: ['smaller-than-asked'] } as const;

/** Returns what is said of a cover at eMAG. */
function findFinding(rule: 'size' | 'fill', file: Partial<ReadyFile>) {
  const photo: ReadyPhoto = {
    id: 'a',
    failed: false,
    plates: 'none',
    background: null,
    cutout: 'usable',
    checks: null,
  };
  const files = [
    { photoId: 'a', suffix: '', width: 1500, height: 1500, bytes: 1, facts: FACTS, ...file } as const,
  ];
  const batch = { photos: [photo], recipe: DEFAULT_RECIPE, outputKeys: [EMAG.key] };
  return findingsFor(batch, { spec: EMAG, rules: EMAG.rules, files }).find((each) => each.rule === rule);
}

describe('too few pixels', () => {
  test('are blamed on a file that is too small itself, and on the photo otherwise', () => {
    const small = findFinding('size', { width: 700, height: 500 });
    deepEqual([small?.passes, small?.cause], [false, undefined]);
    const photo = findFinding('size', { ...SMALLEST, facts: { ...FACTS, photoSide: 480 } });
    deepEqual([photo?.passes, photo?.cause], [false, 'pixels']);
  });

  test('are measured on the same pixels before the start as on the file', () => {
    const side = { photoSide: 480 };
    const before = findFinding('size', { ...SMALLEST, ...side, facts: null });
    deepEqual(before, findFinding('size', { ...SMALLEST, facts: { ...FACTS, ...side } }));
    equal(findFinding('size', { ...SMALLEST, photoSide: 825, facts: null })?.passes, true);
  });

  test('bring no help with the cut-out, which is offered only where it is the cause', () => {
    const facts = { ...FACTS, fill: 61 };
    const short = findFinding('fill', { ...SMALLEST, facts });
    deepEqual([short?.cause, short?.fix], ['pixels', { kind: 'tool', tool: 'photo' }]);
    for (const file of [{}, { warnings: SMALLEST.warnings, width: 1200, height: 1200 }]) {
      const loose = findFinding('fill', { ...file, facts });
      deepEqual([loose?.cause, loose?.fix], [undefined, { kind: 'tool', tool: 'background' }]);
    }
  });
});

describe('the pixels that a photo gives to its file', () => {
  const canvas = { width: 1080, height: 1920 };
  const photo = { width: 1000, height: 750 };

  test('are all of the file’s where an object was brought down to its place on a new ground', () => {
    equal(measurePhotoSide({ canvas, photo, scale: 0.4 }, true), 1920);
  });

  test('are the photo’s own where it has no more, and where margins stand around it', () => {
    equal(measurePhotoSide({ canvas, photo, scale: 1 }, true), 1000);
    equal(measurePhotoSide({ canvas, photo, scale: 0.4 }, false), 1000);
  });
});
