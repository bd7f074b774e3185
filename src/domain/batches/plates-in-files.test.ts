import { deepEqual, equal } from 'node:assert/strict';
import { describe, test } from 'node:test';
import { platesInFiles, type ReadyPlates } from '#domain/batches/plates-in-files.ts';
import type { Quad } from '#domain/recipes/geometry.ts';
import { DEFAULT_PLATE_COVER, type PlateCover } from '#domain/recipes/plates.ts';

const plateAt = (x: number): Quad => [
  { x, y: 0.5 },
  { x: x + 0.1, y: 0.5 },
  { x: x + 0.1, y: 0.55 },
  { x, y: 0.55 },
];
const [A, B] = [plateAt(0.1), plateAt(0.5)];
const CAR: PlateCover = { ...DEFAULT_PLATE_COVER, coverSure: true };

const none = (id: string): ReadyPlates => ({ id, plates: 'none', covers: [], asked: [] });
const confirmed = (id: string, covers: readonly Quad[]): ReadyPlates => ({
  id,
  plates: 'confirmed',
  covers,
  asked: [],
});
const found = (id: string, asked: readonly Quad[]): ReadyPlates => ({
  id,
  plates: 'found',
  covers: [],
  asked,
});
const file = (photoId: string, covers?: readonly Quad[], gone?: readonly Quad[]) => ({
  photoId,
  facts: { covers, gone },
});

function seen(
  photos: readonly ReadyPlates[],
  files: Parameters<typeof platesInFiles>[1],
  cover: PlateCover = DEFAULT_PLATE_COVER,
) {
  const { covered, unseen, bare, none: without, ...rest } = platesInFiles(photos, files, cover);
  const ids = (list: readonly ReadyPlates[]) => list.map(({ id }) => id).join('');
  return { covered, unseen: ids(unseen), bare: ids(bare), none: ids(without), ...rest };
}
const FINE = { covered: 0, unseen: '', bare: '', none: '', isTold: true, isAboutCars: true };

describe('plates in delivered files', () => {
  test('are covered where every file of their photo covers them', () => {
    const files = [file('a', [A, B]), file('a', [A, B]), file('b', [A])];
    deepEqual(seen([confirmed('a', [A, B]), confirmed('b', [A])], files), { ...FINE, covered: 3 });
  });

  test('are in sight where one file lacks a cover, or has it elsewhere', () => {
    const files = [file('a', [A, B]), file('a', [A]), file('b', [A])];
    deepEqual(seen([confirmed('a', [A, B]), confirmed('b', [B])], files), {
      ...FINE,
      covered: 2,
      bare: 'ab',
    });
  });

  test('are not counted as covered where no file shows the place: the ground gave way, or the frame leaves it out', () => {
    const gone = [file('a', [A, B], [A]), file('a', [A, B], [A, B])];
    deepEqual(seen([confirmed('a', [A, B])], gone), { ...FINE, covered: 1 });
    deepEqual(seen([confirmed('a', [A])], [file('a', [A], [A])]), FINE);
  });

  test('that were found wait for an answer unless the start covered them', () => {
    const files = [file('a', []), file('b', [A])];
    deepEqual(seen([found('a', [A]), found('b', [A])], files), { ...FINE, covered: 1, unseen: 'a' });
  });

  test('that were not found are named by their photo, those that a person denied are not', () => {
    const denied: ReadyPlates = { id: 'c', plates: 'denied', covers: [], asked: [] };
    const files = [file('a', [A]), file('b', []), file('c', [])];
    deepEqual(seen([confirmed('a', [A]), none('b'), denied], files), { ...FINE, covered: 1, none: 'b' });
  });

  test('that were not found are named only where something is sure to be a plate: lettering makes no lot one of cars', () => {
    const files = [file('a', []), file('b', [])];
    const lettering = seen([found('a', [A]), none('b')], files);
    deepEqual([lettering.unseen, lettering.none, lettering.isAboutCars], ['a', '', true]);
    equal(seen([{ ...found('a', [A]), isSure: true }, none('b')], files).none, 'b');
    equal(seen([confirmed('a', [A]), none('b')], files).none, 'b');
    equal(seen([found('a', [A]), none('b')], files, CAR).none, 'b');
  });

  test('are not mentioned for shoes, but for every batch with a recipe for cars', () => {
    const files = [file('a', []), file('b', [])];
    equal(seen([none('a'), none('b')], files).isAboutCars, false);
    equal(seen([none('a'), none('b')], files, CAR).isAboutCars, true);
    equal(seen([none('a'), none('b')], files, { ...CAR, kind: 'off' }).isAboutCars, false);
  });

  test('are unknown in files of older versions, of which nothing is claimed', () => {
    deepEqual(seen([confirmed('a', [A])], [file('a')]), { ...FINE, isTold: false });
    deepEqual(seen([confirmed('a', [A])], [file('a', [A]), file('a')]), { ...FINE, isTold: false });
    equal(seen([confirmed('a', [A])], [file('a')], { ...CAR, kind: 'off' }).bare, 'a');
  });
});
