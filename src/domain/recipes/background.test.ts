import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseGround, DEFAULT_BACKGROUND, isOnWall } from '#domain/recipes/background.ts';

test('a scene chosen after a ground without a shadow has its floor, until a person takes the shadow away there', () => {
  const bare = { ...DEFAULT_BACKGROUND, kind: 'white', shadow: 0 } as const;
  const scene = chooseGround(bare, 'scene');
  assert.equal(isOnWall(scene), false);
  assert.equal(chooseGround({ ...scene, shadow: 12 }, 'scene').shadow, 12);
  assert.equal(isOnWall(chooseGround({ ...scene, shadow: 0 }, 'scene')), true);
  assert.equal(chooseGround(bare, 'colour').shadow, 0);
});
