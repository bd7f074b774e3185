import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fixNote, troubleText } from '#web/editor/ready/ready-words.ts';

const plan = { places: 2, source: 'planul Pro' };

describe('a crop that one place asks for', () => {
  it('is said to change all of them, before it is pressed', () => {
    const fix = { kind: 'crop', aspect: 1 } as const;
    const finding = { rule: 'shape', passes: false, photoIds: ['a'], figure: 44, fix } as const;
    assert.equal(
      fixNote(finding, { photos: 2, ...plan }),
      'Tăierea e a fotografiei: se schimbă la toate locurile alese.',
    );
    assert.equal(fixNote(finding, { photos: 2, ...plan, places: 1 }), null);
  });

  it('speaks of one photo as of one, and of several as of several', () => {
    const fix = { kind: 'crop', aspect: 0.5 } as const;
    const finding = { rule: 'shape', passes: false, figure: 44, fix } as const;
    assert.match(troubleText({ ...finding, photoIds: ['a'] }, ['a', 'b']), /^Nu încape întreagă .*: 01$/);
    assert.match(
      troubleText({ ...finding, photoIds: ['a', 'b'] }, ['a', 'b']),
      /^Nu încap întregi .*: 01, 02$/,
    );
  });
});

describe('the price of a lot of its own for what does not fit in this one', () => {
  it('is that of all its photos', () => {
    const fix = { kind: 'split', change: {}, outputs: [], labels: ['Storia'], against: ['eMAG'] } as const;
    const finding = { rule: 'background', passes: false, photoIds: ['a'], figure: null, fix } as const;
    assert.match(fixNote(finding, { photos: 20, ...plan }) ?? '', /\(1 credit\)\.$/);
    assert.match(fixNote(finding, { photos: 22, ...plan }) ?? '', /\(2 credite\)\.$/);
  });
});
