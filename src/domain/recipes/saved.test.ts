import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { type BrandKit, NO_BRAND } from '#domain/recipes/brand-kit.ts';
import { DEFAULT_WATERMARK } from '#domain/recipes/overlays.ts';
import type { PlateCover } from '#domain/recipes/plates.ts';
import { DEFAULT_RECIPE, type Recipe } from '#domain/recipes/recipe.ts';
import { builtInRecipes, findChosen, isSame, marksLost, withoutLost } from '#domain/recipes/saved.ts';
import { AUTOVIT, EMAG, OLX } from '#testing/presets.ts';

test('built-in recipes are named after the job and offered where their marketplace is', () => {
  const all = builtInRecipes(NO_BRAND, [OLX, AUTOVIT, EMAG]);
  deepEqual(
    all.map(({ name }) => name),
    ['Mașină pentru Autovit', 'Produs eMAG, fond alb', 'Anunț OLX'],
  );
  deepEqual(all[0]?.outputs, [
    { kind: 'preset', preset: 'autovit' },
    { kind: 'preset', preset: 'olx' },
  ]);
  equal(all[1]?.recipe.background.kind, 'white');
  const withdrawn = builtInRecipes(NO_BRAND, [{ ...OLX, withdrawn: true }]);
  deepEqual(withdrawn, []);
});

test('a built-in recipe is whole: nothing of the recipe before it stays, but what every new batch of the seller begins with', () => {
  const watermark = { ...DEFAULT_WATERMARK, text: 'Auto Ionescu' };
  const advert = (brand: BrandKit) =>
    builtInRecipes(brand, [OLX]).find(({ name }) => name === 'Anunț OLX')?.recipe;
  deepEqual(advert(NO_BRAND), DEFAULT_RECIPE);
  deepEqual(advert({ watermark, plates: null }), { ...DEFAULT_RECIPE, watermark });
});

test('the recipe for cars alone covers sure plates by itself, also with the seller’s own cover', () => {
  const cars = (plates: PlateCover | null) =>
    builtInRecipes({ watermark: null, plates }, [AUTOVIT, OLX]).map(({ id, recipe }) => [id, recipe.plates]);
  deepEqual(cars(null), [
    ['autovit', { ...DEFAULT_RECIPE.plates, coverSure: true }],
    ['olx', DEFAULT_RECIPE.plates],
  ]);
  const own = { kind: 'pixelated', colour: 'd9d9d9', photoId: null } as const;
  deepEqual(cars(own), [
    ['autovit', { ...own, coverSure: true }],
    ['olx', own],
  ]);
});

test('marks that another recipe takes off are known, so that they can be put on it again', () => {
  const frame = { width: 2, colour: 'ffffff' };
  const watermark = { ...DEFAULT_WATERMARK, text: 'Auto Ionescu' };
  const withFrame = { ...DEFAULT_RECIPE, frame };
  deepEqual(marksLost(withFrame, withFrame), {});
  deepEqual(marksLost(DEFAULT_RECIPE, withFrame), {});
  deepEqual(marksLost(withFrame, { ...DEFAULT_RECIPE, watermark }), { frame });
  const plates = { ...DEFAULT_RECIPE.plates, kind: 'logo', photoId: 'img_plate' } as const;
  deepEqual(marksLost({ ...withFrame, plates }, withFrame), { plates });
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

test('a batch is known to be set as a recipe says, in whatever order its keys come back', () => {
  const outputs = [{ kind: 'preset', preset: 'olx' }] as const;
  const turned = Object.fromEntries(Object.entries(DEFAULT_RECIPE).reverse()) as unknown as Recipe;
  ok(isSame({ recipe: DEFAULT_RECIPE, outputs }, { recipe: turned, outputs }));
  ok(!isSame({ recipe: DEFAULT_RECIPE, outputs }, { recipe: { ...turned, crop: '1:1' }, outputs }));
  ok(!isSame({ recipe: DEFAULT_RECIPE, outputs }, { recipe: turned, outputs: [] }));
});

test('a batch that was made before the seller had marks still has the recipe it began with, and one that was changed has none', () => {
  const presets = [OLX, AUTOVIT];
  const brand = { watermark: { ...DEFAULT_WATERMARK, text: 'Auto Ionescu' }, plates: null };
  const nameOf = (recipe: Recipe) => {
    const set = { recipe, outputs: [{ kind: 'preset', preset: 'olx' } as const] };
    return findChosen(set, { own: [], brand, presets })?.name;
  };
  equal(nameOf(DEFAULT_RECIPE), 'Anunț OLX');
  equal(nameOf({ ...DEFAULT_RECIPE, watermark: brand.watermark }), 'Anunț OLX');
  equal(nameOf({ ...DEFAULT_RECIPE, watermark: { ...brand.watermark, text: 'Altul' } }), undefined);
});
