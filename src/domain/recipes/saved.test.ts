import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_WATERMARK } from '#domain/recipes/overlays.ts';
import { DEFAULT_RECIPE, type Recipe } from '#domain/recipes/recipe.ts';
import { builtInRecipes, isSame, withoutLost } from '#domain/recipes/saved.ts';
import { AUTOVIT, EMAG, OLX } from '#testing/presets.ts';

test('built-in recipes are named after the job and offered where their marketplace is', () => {
  const all = builtInRecipes(DEFAULT_RECIPE, [OLX, AUTOVIT, EMAG]);
  deepEqual(
    all.map(({ name }) => name),
    ['Mașină pentru Autovit', 'Produs eMAG, fond alb', 'Anunț OLX'],
  );
  deepEqual(all[0]?.outputs, [
    { kind: 'preset', preset: 'autovit' },
    { kind: 'preset', preset: 'olx' },
  ]);
  equal(all[1]?.recipe.background.kind, 'white');
  const withdrawn = builtInRecipes(DEFAULT_RECIPE, [{ ...OLX, withdrawn: true }]);
  deepEqual(withdrawn, []);
});

test('a built-in recipe keeps the seller’s own logo, frame and badge', () => {
  const watermark = { ...DEFAULT_WATERMARK, text: 'Auto Ionescu' };
  const frame = { width: 2, colour: 'ffffff' };
  for (const { recipe } of builtInRecipes({ ...DEFAULT_RECIPE, watermark, frame, crop: '1:1' }, [OLX]))
    deepEqual([recipe.watermark, recipe.frame, recipe.crop], [watermark, frame, 'original']);
});

test('a recipe does without pictures that are gone', () => {
  const recipe: Recipe = {
    ...DEFAULT_RECIPE,
    watermark: { ...DEFAULT_WATERMARK, kind: 'logo', photoId: 'img_logo' },
    plates: { ...DEFAULT_RECIPE.plates, kind: 'logo', photoId: 'img_plate' },
    background: { ...DEFAULT_RECIPE.background, kind: 'photo', photoId: 'img_behind' },
  };
  deepEqual(
    withoutLost(recipe, () => true),
    recipe,
  );
  const bare = withoutLost(recipe, () => false);
  deepEqual([bare.watermark, bare.plates.kind, bare.background.kind], [null, 'solid', 'keep']);
});

test('a lot is known to be set as a recipe says, in whatever order its keys come back', () => {
  const outputs = [{ kind: 'preset', preset: 'olx' }] as const;
  const turned = Object.fromEntries(Object.entries(DEFAULT_RECIPE).reverse()) as unknown as Recipe;
  ok(isSame({ recipe: DEFAULT_RECIPE, outputs }, { recipe: turned, outputs }));
  ok(!isSame({ recipe: DEFAULT_RECIPE, outputs }, { recipe: { ...turned, crop: '1:1' }, outputs }));
  ok(!isSame({ recipe: DEFAULT_RECIPE, outputs }, { recipe: turned, outputs: [] }));
});
