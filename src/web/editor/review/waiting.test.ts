import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_BACKGROUND } from '#domain/recipes/background.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { EMAG, EMAG_OTHERS, SOME_PRESETS } from '#testing/presets.ts';
import type { EditablePhoto } from '#web/editor/editable-photo.ts';
import { coveredAloneIn, isTaken, takenIn, waitingIn, waitingWords } from '#web/editor/review/waiting.ts';
import { isLeftOut } from '#web/editor/taken-photos.ts';

/** A batch without a chosen place. */
const ALL_PLACES = { outputs: [], presets: [] };

const WHITE = { ...DEFAULT_RECIPE, background: { ...DEFAULT_BACKGROUND, kind: 'white' as const } };
const BOX = { x: 0.2, y: 0.2, width: 0.5, height: 0.5 };
const QUAD = [
  { x: 0.4, y: 0.6 },
  { x: 0.6, y: 0.6 },
  { x: 0.6, y: 0.65 },
  { x: 0.4, y: 0.65 },
];

const photo = (id: string, change: object = {}) =>
  ({
    id,
    state: 'ready',
    cutout: null,
    cutoutFailed: false,
    plates: null,
    plateSuggestions: [],
    ...change,
  }) as unknown as EditablePhoto;
const cut = (change: object) => ({
  cutout: {
    id: 'cut',
    engine: 'classical',
    confidence: 0.5,
    sure: false,
    approved: false,
    subject: BOX,
    ...change,
  },
});

describe('the list of items that wait for a person', () => {
  const photos = [
    photo('unsure', cut({})),
    photo('taken', cut({ approved: true })),
    photo('sure', cut({ sure: true })),
    photo('empty', cut({ subject: null })),
    photo('failed', { cutoutFailed: true }),
    photo('awaited'),
    photo('plate', { ...cut({ sure: true }), plateSuggestions: [QUAD, QUAD] }),
  ];

  const waited = { photos, recipe: WHITE, exceptions: {} };

  it('has cut-outs to look at, photos without an object, plates, and photos whose object is still looked for', () => {
    const waiting = waitingIn({ photos, recipe: WHITE, exceptions: {}, ...ALL_PLACES });
    const ids = (list: readonly EditablePhoto[]) => list.map(({ id }) => id);
    assert.deepEqual(
      [ids(waiting.unsure), ids(waiting.lost), ids(waiting.plated), waiting.awaited],
      [['unsure'], ['empty', 'failed'], ['plate'], 1],
    );
    assert.equal(waitingWords(waiting, 1), '3\u00a0decupări, 2\u00a0numere, 1\u00a0observație');
  });

  it('leaves out plates that the recipe covers by itself; approved items can be taken back', () => {
    const OTHER = QUAD.map(({ x, y }) => ({ x, y: y - 0.4 }));
    const sure = photo('sure', { plateSuggestions: [QUAD], surePlates: [QUAD] });
    const both = photo('both', { plateSuggestions: [QUAD, OTHER], surePlates: [QUAD] });
    const said = photo('said', { plateSuggestions: [QUAD], plates: [QUAD] });
    const recipe = { ...WHITE, plates: { ...WHITE.plates, coverSure: true } };
    const cars = { photos: [...photos, sure, both, said], recipe, exceptions: {}, ...ALL_PLACES };
    assert.deepEqual(
      waitingIn(cars).plated.map(({ id }) => id),
      ['plate', 'both'],
    );
    assert.deepEqual([waitingIn(cars).plates, coveredAloneIn(cars)], [3, 2]);
    const taken = takenIn(cars);
    assert.deepEqual(
      [taken.cutouts, taken.plated].map((list) => list.map(({ id }) => id)),
      [['taken'], ['said']],
    );
  });

  it('holds the cover alone where the only place takes no other photo: no file is made of those', () => {
    const outputs = [{ kind: 'preset', preset: 'emag-principal' } as const];
    const main = { ...waited, outputs, presets: SOME_PRESETS };
    assert.deepEqual(waitingWords(waitingIn(main), 0), '1\u00a0decupare');
    assert.deepEqual(isLeftOut(main, photos[1] ?? null, outputs[0] ?? null), true);
    assert.deepEqual(isLeftOut(main, photos[0] ?? null, outputs[0] ?? null), false);
    const both = { ...main, outputs: [...outputs, { kind: 'preset', preset: 'emag-secundar' } as const] };
    assert.deepEqual(
      waitingWords(waitingIn({ ...both, presets: [EMAG, EMAG_OTHERS] }), 0),
      '3\u00a0decupări, 2\u00a0numere',
    );
  });

  it('is taken together, but for cut-outs that touch the border or came in pieces: each waits for a tick of its own', () => {
    const item = (key: string, change: object, kind: 'cutout' | 'plates' = 'cutout') => ({
      key,
      kind,
      photo: photo(key, cut(change)),
    });
    const atBorder = { subject: { ...BOX, x: 0 } };
    const items = [
      item('whole', {}),
      item('border', atBorder),
      item('pieces', { broken: true }),
      item('plates', atBorder, 'plates'),
    ];
    const takenAfter = (said: Record<string, boolean>) =>
      items
        .filter((each) =>
          isTaken(each, { has: (key) => said[key] === true, isTicked: (key) => said[key] === false }),
        )
        .map(({ key }) => key);
    assert.deepEqual(takenAfter({}), ['whole', 'plates']);
    assert.deepEqual(takenAfter({ border: false, whole: true, pieces: true }), ['border', 'plates']);
  });

  it('is empty where the background stays and plates are not covered', () => {
    const recipe = { ...DEFAULT_RECIPE, plates: { ...DEFAULT_RECIPE.plates, kind: 'off' as const } };
    const waiting = waitingIn({ photos, recipe, exceptions: {}, ...ALL_PLACES });
    assert.equal(waitingWords(waiting, 0), null);
    assert.equal(waiting.awaited, 0);
  });
});
