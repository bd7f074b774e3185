import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { recipe } from '#contract/recipes/recipes.ts';
import { getScene, hasClearWindows, isOnWall, SCENES } from '#domain/recipes/background.ts';
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
  equal(none && getScene({ ...DEFAULT_RECIPE.background, ...none }), 'showroom-light');
});

test('a recipe may say that a car’s windows stay as they are; in a scene they show it where it says nothing', () => {
  const read = (change: object) =>
    recipe.safeParse({
      ...DEFAULT_RECIPE,
      background: { ...DEFAULT_RECIPE.background, kind: 'scene', ...change },
    });
  const says = (change: object) =>
    hasClearWindows(read(change).data?.background ?? DEFAULT_RECIPE.background);
  equal('windows' in (read({}).data?.background ?? {}), false);
  deepEqual([says({}), says({ windows: true }), says({ windows: false })], [true, true, false]);
  equal(says({ kind: 'white' }), false);
  equal(read({ windows: 'toned' }).success, false);
});

test('a recipe may say that the object hangs on the scene’s wall; it stands on the floor where it says nothing', () => {
  const read = (change: object) =>
    recipe.safeParse({
      ...DEFAULT_RECIPE,
      background: { ...DEFAULT_RECIPE.background, kind: 'scene', ...change },
    });
  const says = (change: object) => isOnWall(read(change).data?.background ?? DEFAULT_RECIPE.background);
  equal('onWall' in (read({}).data?.background ?? {}), false);
  deepEqual([says({}), says({ onWall: true }), says({ onWall: false })], [false, true, false]);
  equal(says({ shadow: 0 }), true);
  equal(read({ onWall: 'left' }).success, false);
});
