import * as contract from '#contract/presets.ts';
import type { App } from '#server/app.ts';
import { type Handled, handle } from '#server/http/handle.ts';
import { addPresetVersion } from '#server/recipes/add-preset-version.ts';
import { presetsAt, presetVersions } from '#server/recipes/preset-store.ts';

export function recipeRoutes(app: App): Handled[] {
  return [
    handle(contract.listPresets, async () => ({
      presets: (await presetsAt(app.db, app.now())).map(copied),
    })),
    handle(contract.listPresetVersions, () => versions(app)),
    handle(contract.addPresetVersion, async ({ user, params, body: { validFrom, ...figures } }) => {
      const from = validFrom === null ? null : new Date(validFrom);
      await addPresetVersion(app, user, { key: params.presetKey, ...figures }, from);
      return versions(app);
    }),
  ];
}

async function versions(app: App) {
  const all = await presetVersions(app.db);
  return {
    versions: all.map(({ validFrom, ...preset }) => ({
      ...copied(preset),
      validFrom: validFrom.toISOString(),
    })),
  };
}

/** The wire's arrays may be written to. */
function copied<P extends { readonly renditions: readonly unknown[] }>(preset: P) {
  return { ...preset, renditions: [...preset.renditions] as P['renditions'][number][] };
}
