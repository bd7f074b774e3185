import { deepEqual, equal, rejects } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DAY_MS } from '#domain/days.ts';
import type { OutputChoice } from '#domain/recipes/outputs.ts';
import { DEFAULT_WATERMARK } from '#domain/recipes/overlays.ts';
import { DEFAULT_RECIPE, type Recipe } from '#domain/recipes/recipe.ts';
import type { User } from '#server/app.ts';
import { editBatch } from '#server/batches/edit/edit-batch.ts';
import { trashPhotos } from '#server/batches/trash/trash-photos.ts';
import { listRecipes } from '#server/recipes/recipe-view.ts';
import { deleteRecipe, editRecipe, saveRecipe } from '#server/recipes/save-recipe.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { planShop } from '#testing/shop/plan-shop.ts';

const olx: OutputChoice[] = [{ kind: 'preset', preset: 'olx' }];
const content = (name: string, recipe: Recipe = DEFAULT_RECIPE) => ({ name, recipe, outputs: olx });

describe('saved recipes', () => {
  let t: TestApp;
  before(async () => {
    t = await testApp();
  });
  after(() => t.close());

  const names = async ({ id }: User) => (await listRecipes(t.app, id)).recipes.map(({ name }) => name);

  test('are kept by name, renamed, changed and deleted', async () => {
    const user = await t.newUser();
    const id = await saveRecipe(t.app, user, content('  Maşina/mea '));
    deepEqual(await names(user), ['Mașina-mea']);
    const recipe: Recipe = { ...DEFAULT_RECIPE, crop: '4:3' };
    await editRecipe(t.app, user, { id, edit: { name: 'Curte', recipe } });
    const { recipes } = await listRecipes(t.app, user.id);
    deepEqual([recipes[0]?.name, recipes[0]?.recipe, recipes[0]?.outputs], ['Curte', recipe, olx]);
    await deleteRecipe(t.app, user, id);
    deepEqual(await names(user), []);
    await rejects(deleteRecipe(t.app, user, id), { code: 'recipes/not-found' });
  });

  test('a name is used once per person, capitals or not, and is never empty', async () => {
    const user = await t.newUser();
    const id = await saveRecipe(t.app, user, content('Haine'));
    await rejects(saveRecipe(t.app, user, content('HAINE')), {
      code: 'recipes/name-taken',
      details: { recipeId: id },
    });
    await rejects(saveRecipe(t.app, user, content(' \u200b ')), { code: 'recipes/invalid' });
    await editRecipe(t.app, user, { id, edit: { name: 'haine' } });
    const other = await t.newUser();
    await saveRecipe(t.app, other, content('Haine'));
    await rejects(editRecipe(t.app, other, { id, edit: { name: 'Alta' } }), { code: 'recipes/not-found' });
  });

  test('are as many as the plan allows, also when saved at once; a plan that ends takes none away', async () => {
    const user = await t.newUser();
    equal((await listRecipes(t.app, user.id)).limit, 2);
    const saves = await Promise.allSettled(
      ['Una', 'Două', 'Trei', 'Patru'].map((name) => saveRecipe(t.app, user, content(name))),
    );
    equal(saves.filter(({ status }) => status === 'fulfilled').length, 2);
    await rejects(saveRecipe(t.app, user, content('Cinci')), {
      code: 'recipes/too-many',
      details: { limit: 2 },
    });
    const shop = planShop(t);
    await shop.pay(await shop.order(user, 'basic'));
    await saveRecipe(t.app, user, content('Cinci'));
    t.advance(31 * DAY_MS);
    deepEqual([(await listRecipes(t.app, user.id)).limit, (await names(user)).length], [2, 3]);
    await rejects(saveRecipe(t.app, user, content('Șase')), { code: 'recipes/too-many' });
  });

  test('a batch that took one keeps what it has: changing or deleting the recipe changes no batch', async () => {
    const user = await t.newUser();
    const { batchId } = await t.newBatch(user, 0);
    const recipe: Recipe = { ...DEFAULT_RECIPE, crop: '1:1' };
    const id = await saveRecipe(t.app, user, content('Pătrat', recipe));
    await editBatch(t.app, user, { batchId, edit: { recipe, outputs: olx } });
    await editRecipe(t.app, user, { id, edit: { recipe: DEFAULT_RECIPE } });
    await deleteRecipe(t.app, user, id);
    const batch = await t.app.db
      .selectFrom('batches')
      .select('recipe')
      .where('id', '=', batchId)
      .executeTakeFirstOrThrow();
    deepEqual(batch.recipe, recipe);
  });

  test('another person’s logo is refused; an own one that was deleted is left out, and the recipe says so', async () => {
    const user = await t.newUser();
    const { photoIds } = await t.newBatch(user, 1);
    const [photoId = ''] = photoIds;
    const marked: Recipe = { ...DEFAULT_RECIPE, watermark: { ...DEFAULT_WATERMARK, kind: 'logo', photoId } };
    await rejects(saveRecipe(t.app, await t.newUser(), content('A altuia', marked)), {
      code: 'photos/not-found',
    });
    await saveRecipe(t.app, user, content('Cu siglă', marked));
    const seen = async () => {
      const [saved] = (await listRecipes(t.app, user.id)).recipes;
      return [saved?.recipe.watermark?.photoId, saved?.incomplete];
    };
    deepEqual(await seen(), [photoId, false]);
    await trashPhotos(t.app, user, [photoId]);
    deepEqual(await seen(), [undefined, true]);
  });
});
