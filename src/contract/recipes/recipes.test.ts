import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { recipe } from '#contract/recipes/recipes.ts';
import { SCENES, sceneOf } from '#domain/recipes/background.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';

test('a recipe that was stored before there were scenes is read as it was', () => {
  const stored = JSON.parse(
    '{"kind":"gradient","colour":"f4f0e8","bottom":"9a948a","photoId":null,"shadow":35}',
  );
  const { data } = recipe.safeParse({ ...DEFAULT_RECIPE, background: stored });
  deepEqual(data?.background, stored);
});

test('a recipe names one of the nine scenes or none', () => {
  const read = (scene: unknown) =>
    recipe.safeParse({
      ...DEFAULT_RECIPE,
      background: { ...DEFAULT_RECIPE.background, kind: 'scene', ...(scene === undefined ? {} : { scene }) },
    });
  for (const scene of SCENES) equal(read(scene).data?.background.scene, scene);
  equal(read('garage').success, false);
  const none = read(undefined).data?.background;
  equal(none && sceneOf({ ...DEFAULT_RECIPE.background, ...none }), 'showroom-light');
});
