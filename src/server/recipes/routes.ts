import { apiListRecipes } from '#contract/api/v1.ts';
import * as brand from '#contract/recipes/brand-kit.ts';
import * as contract from '#contract/recipes/presets.ts';
import * as saved from '#contract/recipes/saved-recipes.ts';
import * as shots from '#contract/shots/shot-lists.ts';
import type { App } from '#server/app.ts';
import { implementRoute, type RouteHandler } from '#server/http/handle.ts';
import { consumeRateLimit } from '#server/http/limits/rate-limit.ts';
import { readBrandKit, saveBrandKit } from '#server/recipes/brand-kit.ts';
import { addPresetVersion, deletePresetVersion } from '#server/recipes/edit-preset-versions.ts';
import { newerPresets, presetsAt, presetVersions } from '#server/recipes/preset-store.ts';
import { listRecipes, readRecipe } from '#server/recipes/recipe-view.ts';
import { deleteRecipe, editRecipe, saveRecipe } from '#server/recipes/save-recipe.ts';
import { findShotLists } from '#server/recipes/shot-list-store.ts';
import { saveShotLists } from '#server/recipes/shot-lists.ts';

const SAVES = { hits: 60, seconds: 600 };

export function recipeRoutes(app: App): RouteHandler[] {
  return [...presetRoutes(app), ...savedRoutes(app), ...brandRoutes(app), ...shotRoutes(app)];
}

function presetRoutes(app: App): RouteHandler[] {
  return [
    implementRoute(contract.listPresets, async () => ({
      presets: (await presetsAt(app.db, app.now())).map(toWirePreset),
    })),
    implementRoute(contract.listPresetVersions, () => readPresetVersions(app)),
    implementRoute(contract.addPresetVersion, async ({ user, params, body: { validFrom, ...figures } }) => {
      const from = validFrom === null ? null : new Date(validFrom);
      await addPresetVersion(app, user, { preset: { key: params.presetKey, ...figures }, validFrom: from });
      return readPresetVersions(app);
    }),
    implementRoute(contract.deletePresetVersion, async ({ user, params, body }) => {
      await deletePresetVersion(app, user, { key: params.presetKey, validFrom: new Date(body.validFrom) });
      return readPresetVersions(app);
    }),
  ];
}

function savedRoutes(app: App): RouteHandler[] {
  return [
    implementRoute(saved.listRecipes, ({ user }) => listRecipes(app, user.id)),
    implementRoute(apiListRecipes, ({ user }) => listRecipes(app, user.id)),
    implementRoute(saved.saveRecipe, async ({ user, body }) => {
      await consumeRateLimit(app, `recipes:${user.id}`, { limit: SAVES, code: 'http/too-many-requests' });
      return readRecipe(app, user.id, await saveRecipe(app, user, body));
    }),
    implementRoute(saved.editRecipe, async ({ user, params, body }) => {
      await editRecipe(app, user, { id: params.recipeId, edit: body });
      return readRecipe(app, user.id, params.recipeId);
    }),
    implementRoute(saved.deleteRecipe, async ({ user, params }) => {
      await deleteRecipe(app, user, params.recipeId);
      return {};
    }),
  ];
}

function shotRoutes(app: App): RouteHandler[] {
  return [
    implementRoute(shots.readShotLists, async ({ user }) => ({
      lists: await findShotLists(app.db, user.id),
    })),
    implementRoute(shots.saveShotLists, async ({ user, body }) => {
      await consumeRateLimit(app, `recipes:${user.id}`, { limit: SAVES, code: 'http/too-many-requests' });
      return { lists: await saveShotLists(app, user, body.lists) };
    }),
  ];
}

function brandRoutes(app: App): RouteHandler[] {
  return [
    implementRoute(brand.readBrandKit, ({ user }) => readBrandKit(app, user.id)),
    implementRoute(brand.saveBrandKit, async ({ user, body }) => {
      await consumeRateLimit(app, `recipes:${user.id}`, { limit: SAVES, code: 'http/too-many-requests' });
      await saveBrandKit(app, user, body);
      return readBrandKit(app, user.id);
    }),
  ];
}

async function readPresetVersions(app: App) {
  const all = await presetVersions(app.db);
  return {
    versions: all.map(({ validFrom, ...preset }) => ({
      ...toWirePreset(preset),
      validFrom: validFrom.toISOString(),
    })),
    newer: await newerPresets(app.db),
  };
}

/** Copies the arrays: those of the wire's type are mutable. */
function toWirePreset<P extends { readonly renditions: readonly unknown[] }>(preset: P) {
  return { ...preset, renditions: [...preset.renditions] as P['renditions'][number][] };
}
