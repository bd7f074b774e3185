import { equal } from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Batch } from '#contract/batches.ts';
import { lookWords } from '#web/features/upload/pile/look-words.ts';

const RUN = { id: 'run_1' } as Batch['run'];
const ran = (needsLook: boolean) => ({ lot: { run: RUN }, needsLook });
const draft = (needsLook: boolean) => ({ lot: { run: null }, needsLook });

describe('what is said above the lots of a pile', () => {
  test('counts those that ran and have something to see, which stand first', () => {
    equal(lookWords([ran(true), ran(false), ran(false)]), '1 lot din 3 are ceva de văzut: stă primul.');
    equal(lookWords([ran(true), ran(true), ran(false)]), '2 loturi din 3 au ceva de văzut: stau primele.');
    equal(lookWords([ran(true), ran(true)]), 'Toate loturile au ceva de văzut.');
    equal(lookWords([ran(true)]), 'Lotul are ceva de văzut.');
    equal(lookWords([ran(false), draft(false)]), null);
  });

  test('says of lots that never ran that they do not start, not that they have something to see', () => {
    equal(lookWords([draft(true), draft(true)]), 'Niciun lot nu pornește încă: sub fiecare scrie de ce.');
    equal(lookWords([draft(true)]), 'Lotul nu pornește încă.');
    equal(lookWords([draft(true), ran(false), ran(false)]), '1 lot din 3 nu pornește încă: stă primul.');
    equal(
      lookWords([draft(true), draft(true), ran(true), ran(false)]),
      '2 loturi din 4 nu pornesc încă, 1 are ceva de văzut: stau primele.',
    );
    equal(
      lookWords([draft(true), ran(true)]),
      '1 lot din 2 nu pornește încă, 1 are ceva de văzut: sub fiecare scrie ce.',
    );
  });
});
