import { deepEqual, equal, rejects } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createBatch } from '#contract/batches.ts';
import { saveBrandKit } from '#contract/recipes/brand-kit.ts';
import { editRecipe, listRecipes, saveRecipe } from '#contract/recipes/saved-recipes.ts';
import { DAY_MS } from '#domain/days.ts';
import { DEFAULT_OUTPUTS, type OutputChoice } from '#domain/recipes/outputs.ts';
import { DEFAULT_WATERMARK } from '#domain/recipes/overlays.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { dailyCleanup } from '#server/batches/retention/daily-cleanup.ts';
import { withClock } from '#testing/app.ts';
import { uploadPhotos } from '#testing/files/photos.ts';
import { type Client, type TestServer, testServer } from '#testing/server.ts';

describe('the first settings of a new batch', () => {
  let server: TestServer;
  let user: Client & { uid: string };
  before(async () => {
    server = await testServer();
    user = await server.newUser();
  });
  after(() => server.close());

  const begun = async () => {
    const { recipe, outputs } = await user.call(createBatch, { body: {} });
    return { recipe, outputs };
  };
  const plates = { kind: 'pixelated', colour: 'd9d9d9', photoId: null } as const;
  const text = { ...DEFAULT_WATERMARK, text: 'Auto Ionescu' };

  it('are the product’s recipe, with the seller’s own text and plate cover once they are kept', async () => {
    deepEqual(await begun(), { recipe: DEFAULT_RECIPE, outputs: DEFAULT_OUTPUTS });
    await user.call(saveBrandKit, { body: { watermark: text, plates } });
    deepEqual((await begun()).recipe, { ...DEFAULT_RECIPE, watermark: text, plates });
  });

  it('are the saved recipe that was chosen, with its own choices; one at a time, and none again', async () => {
    const own = { ...DEFAULT_RECIPE, watermark: { ...DEFAULT_WATERMARK, text: 'Al rețetei' } };
    const outputs: OutputChoice[] = [{ kind: 'preset', preset: 'vinted' }];
    const [first, second] = [
      await user.call(saveRecipe, { body: { name: 'Una', recipe: own, outputs } }),
      await user.call(saveRecipe, { body: { name: 'Alta', recipe: DEFAULT_RECIPE, outputs: [] } }),
    ];
    const choose = (recipeId: string, isDefault: boolean) =>
      user.call(editRecipe, { params: { recipeId }, body: { isDefault } });
    equal((await choose(first.id, true)).isDefault, true);
    deepEqual(await begun(), { recipe: { ...own, plates }, outputs });
    await choose(second.id, true);
    const { recipes } = await user.call(listRecipes, {});
    deepEqual(
      recipes.map(({ name, isDefault }) => [name, isDefault]),
      [
        ['Alta', true],
        ['Una', false],
      ],
    );
    await choose(second.id, false);
    equal((await begun()).recipe.watermark?.text, 'Auto Ionescu');
  });

  it('name its files as that recipe does; a recipe without names leaves them as ever', async () => {
    const user = await server.newUser();
    const save = (name: string, filePattern: string | null) =>
      user.call(saveRecipe, { body: { name, recipe: DEFAULT_RECIPE, outputs: [], filePattern } });
    const patternWith = async (recipeId: string) => {
      await user.call(editRecipe, { params: { recipeId }, body: { isDefault: true } });
      return (await user.call(createBatch, { body: {} })).filePattern;
    };
    equal(await patternWith((await save('Cu nume', '{original}')).id), '{original}');
    const { recipes } = await user.call(listRecipes, {});
    const [kept] = recipes.filter(({ name }) => name === 'Cu nume');
    equal(kept?.filePattern, '{original}');
    const params = { recipeId: kept?.id ?? '' };
    const plain = await user.call(editRecipe, { params, body: { filePattern: '{lot}_{nr:02}' } });
    equal(plain.filePattern, null, 'the product’s own pattern is none');
    equal(await patternWith(params.recipeId), '{lot}_{nr:02}');
    equal((await user.call(createBatch, { body: { filePattern: '{original}' } })).filePattern, '{original}');
    await rejects(user.call(editRecipe, { params, body: { filePattern: '{vin}' } }), {
      code: 'recipes/invalid',
    });
    await user.call(editRecipe, { params, body: { isDefault: false } });
  });

  it('are the recipe that was saved as the default, which replaces an earlier default', async () => {
    const other = await server.newUser();
    const save = (name: string, body: { outputs: OutputChoice[]; isDefault?: boolean }) =>
      other.call(saveRecipe, { body: { name, recipe: DEFAULT_RECIPE, ...body } });
    const begins = async () => (await other.call(createBatch, { body: {} })).outputs;
    const vinted: OutputChoice[] = [{ kind: 'preset', preset: 'vinted' }];
    const autovit: OutputChoice[] = [{ kind: 'preset', preset: 'autovit' }];
    equal((await save('Una', { outputs: vinted, isDefault: true })).isDefault, true);
    deepEqual(await begins(), vinted);
    await save('Alta', { outputs: autovit, isDefault: true });
    deepEqual(await begins(), autovit);
    const { recipes } = await other.call(listRecipes, {});
    deepEqual(
      recipes.map(({ isDefault }) => isDefault),
      [true, false],
    );
  });

  it('name only own pictures; the kit’s logo stays while it is named, and a lost one is left out', async () => {
    const other = await server.newUser();
    const [foreign = ''] = await uploadPhotos(other, [1]);
    const logo = (photoId: string) => ({ ...DEFAULT_WATERMARK, kind: 'logo' as const, photoId });
    await rejects(user.call(saveBrandKit, { body: { watermark: logo(foreign), plates: null } }), {
      code: 'photos/not-found',
    });
    const [own = ''] = await uploadPhotos(user, [2]);
    await user.call(saveBrandKit, { body: { watermark: logo(own), plates: null } });
    const later = withClock(server.app, () => new Date(Date.now() + 40 * DAY_MS));
    await dailyCleanup(later, server.uploads);
    equal((await begun()).recipe.watermark?.photoId, own);
    await server.database.pool.query('update photos set trashed_at = now() where id = $1', [own]);
    equal((await begun()).recipe.watermark, null);
  });
});
