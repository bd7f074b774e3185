import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Quad } from '#domain/recipes/geometry.ts';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import {
  type Edit,
  type History,
  NO_HISTORY,
  recordEdit,
  redoEdit,
  stepWords,
  undoEdit,
} from '#web/editor/edits/history.ts';

const batch = { recipe: DEFAULT_RECIPE, outputs: [], exceptions: {}, photoIds: ['a', 'b'], photos: {} };
const lit = (levels: number) => ({ ...DEFAULT_RECIPE, light: { ...DEFAULT_RECIPE.light, levels } });
const turned = { ...NO_OVERRIDES, rotate: 90 } as const;

/** Undoes as often as it goes; the edits in their order. */
function allUndone(history: History) {
  const edits = [];
  for (let move = undoEdit(history); move !== null; move = undoEdit(move.history)) edits.push(move.edit);
  return edits;
}

describe('taking edits back', () => {
  it('goes back step by step and forward again', () => {
    let history = recordEdit(NO_HISTORY, batch, { edit: { recipe: lit(60) }, at: 0 });
    history = recordEdit(
      history,
      { ...batch, recipe: lit(60) },
      { edit: { photoIds: ['b', 'a'] }, at: 5000 },
    );
    const first = undoEdit(history);
    assert.deepEqual([first?.edit, first?.part], [{ photoIds: ['a', 'b'] }, 'photoIds']);
    const second = undoEdit(first?.history ?? NO_HISTORY);
    assert.deepEqual(second?.edit, { recipe: DEFAULT_RECIPE });
    assert.equal(undoEdit(second?.history ?? NO_HISTORY), null);
    const again = redoEdit(second?.history ?? NO_HISTORY);
    assert.deepEqual(again?.edit, { recipe: lit(60) });
    assert.deepEqual(redoEdit(again?.history ?? NO_HISTORY)?.edit, { photoIds: ['b', 'a'] });
  });

  it('takes one pull at a slider as one step, and two pulls as two', () => {
    let history = NO_HISTORY;
    let levels = 50;
    for (const [next, at] of [
      [55, 0],
      [60, 100],
      [70, 600],
      [75, 3000],
    ] as const) {
      history = recordEdit(history, { ...batch, recipe: lit(levels) }, { edit: { recipe: lit(next) }, at });
      levels = next;
    }
    assert.deepEqual(allUndone(history), [{ recipe: lit(70) }, { recipe: DEFAULT_RECIPE }]);
  });

  it('tells two controls apart however quickly they follow each other', () => {
    let history = recordEdit(NO_HISTORY, batch, { edit: { recipe: lit(60) }, at: 0 });
    history = recordEdit(
      history,
      { ...batch, recipe: lit(60) },
      { edit: { recipe: { ...lit(60), crop: '1:1' } }, at: 50 },
    );
    assert.equal(allUndone(history).length, 2);
  });

  it('names the photos that a step changed by their numbers, and only those that are still in the batch', () => {
    const words = (edit: Edit, photoIds = ['a', 'b', 'c']) => {
      const move = undoEdit(recordEdit(NO_HISTORY, batch, { edit, at: 0 }));
      return move && stepWords('Înapoi', move, photoIds);
    };
    assert.equal(words({ exceptions: { b: turned } }), 'Înapoi: fotografia 02');
    assert.equal(words({ exceptions: { c: turned, a: turned } }), 'Înapoi: fotografiile 01, 03');
    assert.equal(words({ exceptions: { c: turned, a: turned } }, ['a', 'b']), 'Înapoi: fotografia 01');
    assert.equal(words({ plates: { b: [] } }), 'Înapoi: numerele de la fotografia 02');
    assert.equal(words({ recipe: lit(60) }), 'Înapoi: rețeta');
  });

  it('gives a photo back what it had before, also when that was nothing', () => {
    const history = recordEdit(NO_HISTORY, batch, { edit: { exceptions: { a: turned } }, at: 0 });
    assert.deepEqual(allUndone(history), [{ exceptions: { a: null } }]);
    const back = recordEdit(
      NO_HISTORY,
      { ...batch, exceptions: { a: turned } },
      { edit: { exceptions: { a: null } }, at: 0 },
    );
    assert.deepEqual(allUndone(back), [{ exceptions: { a: turned } }]);
  });

  it('takes the first pull at a photo’s own slider as one step, and its way back to the recipe as another', () => {
    const own = (levels: number) => ({ ...NO_OVERRIDES, light: { ...DEFAULT_RECIPE.light, levels } });
    let history = recordEdit(NO_HISTORY, batch, { edit: { exceptions: { a: own(55) } }, at: 0 });
    history = recordEdit(
      history,
      { ...batch, exceptions: { a: own(55) } },
      { edit: { exceptions: { a: own(70) } }, at: 50 },
    );
    history = recordEdit(
      history,
      { ...batch, exceptions: { a: own(70) } },
      { edit: { exceptions: { a: null } }, at: 100 },
    );
    assert.deepEqual(allUndone(history), [{ exceptions: { a: own(70) } }, { exceptions: { a: null } }]);
  });

  it('gives photos back the plates they had: found and unanswered, moved, or none; moving corners is one step', () => {
    const plate = (x: number): Quad => [
      { x, y: 0.5 },
      { x: x + 0.2, y: 0.5 },
      { x: x + 0.2, y: 0.6 },
      { x, y: 0.6 },
    ];
    let history = NO_HISTORY;
    let photos: Record<string, { plates: Quad[] | null }> = {};
    for (const [n, plates] of [[plate(0.1)], [plate(0.2)], [plate(0.3)], []].entries()) {
      history = recordEdit(history, { ...batch, photos }, { edit: { plates: { a: plates } }, at: n * 100 });
      photos = { a: { plates } };
    }
    assert.deepEqual(allUndone(history), [
      { plates: { a: [plate(0.3)] } },
      { plates: { a: [plate(0.1)] } },
      { plates: { a: null } },
    ]);
    assert.equal(undoEdit(history)?.part, 'plates');
  });

  it('forgets the way forward with a new edit, and remembers neither names nor edits without a change', () => {
    const once =
      undoEdit(recordEdit(NO_HISTORY, batch, { edit: { recipe: lit(60) }, at: 0 }))?.history ?? NO_HISTORY;
    const next = recordEdit(once, batch, { edit: { recipe: lit(40) }, at: 100 });
    assert.equal(redoEdit(next), null);
    assert.equal(recordEdit(NO_HISTORY, batch, { edit: { name: 'Dacia' }, at: 0 }), NO_HISTORY);
    assert.equal(
      recordEdit(NO_HISTORY, batch, { edit: { recipe: { ...DEFAULT_RECIPE } }, at: 0 }),
      NO_HISTORY,
    );
  });

  it('keeps the last hundred steps', () => {
    let history = NO_HISTORY;
    for (let n = 0; n < 130; n++)
      history = recordEdit(
        history,
        { ...batch, recipe: lit(n) },
        { edit: { recipe: lit(n + 1) }, at: n * 1000 },
      );
    assert.deepEqual([allUndone(history).length, allUndone(history).at(-1)], [100, { recipe: lit(30) }]);
  });
});
