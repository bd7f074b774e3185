import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { getBoxCorners } from '#domain/recipes/geometry.ts';
import type { OutputChoice } from '#domain/recipes/outputs.ts';
import { DEFAULT_PLATE_COVER, type PlateCover, probablePlates } from '#domain/recipes/plates.ts';
import { builtInRecipes } from '#domain/recipes/saved.ts';
import { SOME_PRESETS } from '#testing/presets.ts';

const plateAt = (y: number) => getBoxCorners({ x: 0.4, y, width: 0.2, height: 0.1 });
const [SURE, UNSURE] = [plateAt(0.5), plateAt(0.8)];
const FOUND = { plateSuggestions: [SURE, UNSURE], surePlates: [SURE] };
const at = (...presets: string[]) => presets.map((preset): OutputChoice => ({ kind: 'preset', preset }));
const asked = (
  outputs: readonly OutputChoice[],
  plates: PlateCover = DEFAULT_PLATE_COVER,
  found: object = {},
) => probablePlates({ ...FOUND, ...found }, { plates, outputs });

test('rooms, clothes and goods on white are asked about sure plates alone', () => {
  for (const place of ['storia-imobiliare', 'vinted', 'emag-principal', 'google-merchant'])
    deepEqual(asked(at(place)), [SURE], place);
  deepEqual(asked(at('vinted', 'storia-imobiliare'), DEFAULT_PLATE_COVER, { surePlates: [] }), []);
});

test('wherever a vehicle may be published, all that was found is asked about', () => {
  for (const places of [at('olx'), at('autovit'), at('vinted', 'olx'), at('instagram-story'), []])
    deepEqual(asked(places), [SURE, UNSURE]);
  deepEqual(asked(at('vinted'), { ...DEFAULT_PLATE_COVER, coverSure: true }), [SURE, UNSURE]);
});

test('photos that do not say which plates are sure are asked about all of them', () => {
  deepEqual(asked(at('vinted'), DEFAULT_PLATE_COVER, { surePlates: null }), [SURE, UNSURE]);
  deepEqual(asked(at('vinted'), DEFAULT_PLATE_COVER, { plateSuggestions: null }), null);
});

test('the recipe for cars asks, those for flats and clothes do not', () => {
  const recipes = builtInRecipes({ watermark: null, plates: null }, SOME_PRESETS);
  const isAsking = recipes.map(({ id, recipe, outputs }) => [
    id,
    asked(outputs, recipe.plates)?.length === 2,
  ]);
  const expected = recipes.map(({ id }) => [id, ['autovit', 'olx', 'instagram'].includes(id)]);
  deepEqual(isAsking, expected);
});
