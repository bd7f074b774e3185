import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { EMAG, EMAG_OTHERS, OLX } from '#testing/presets.ts';
import type { EditablePhoto } from '#web/editor/editable-photo.ts';
import { describeSmall } from '#web/editor/ready/small-for-places.ts';

const around = { recipe: DEFAULT_RECIPE, overrides: NO_OVERRIDES, presets: [OLX, EMAG, EMAG_OTHERS] };
const said = (width: number, height: number, ...places: string[]) => {
  const photo = { id: 'a', width, height, signs: null, cutout: null, plates: null, plateSuggestions: null };
  const outputs = places.map((preset) => ({ kind: 'preset', preset }) as const);
  return describeSmall(photo as unknown as EditablePhoto, outputs, around);
};

test('a picture with too few pixels for a place gets the words that a batch has for it', () => {
  deepEqual(said(400, 534, 'olx'), ['OLX: Sub 800 px pe latura lungă']);
  deepEqual(said(400, 534, 'olx', 'emag-principal'), [
    'OLX: Sub 800 px pe latura lungă',
    'eMAG principal: Fotografia dă prea puțini pixeli (sub 800 pe latura lungă)',
  ]);
  deepEqual(said(4000, 3000, 'olx', 'emag-principal'), []);
});

test('a place that does not take the picture has no wish about it', () => {
  deepEqual(said(400, 534, 'emag-secundar'), []);
});
