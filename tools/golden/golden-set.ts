import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { batchBalance } from '#domain/photos/analysis.ts';
import { DEFAULT_BACKGROUND } from '#domain/recipes/background.ts';
import { NO_BRAND } from '#domain/recipes/brand-kit.ts';
import {
  DEFAULT_CUSTOM,
  OUTPUT_FORMATS,
  type OutputSpec,
  resolveOutput,
  resolveOutputs,
} from '#domain/recipes/outputs.ts';
import type { Preset } from '#domain/recipes/presets.ts';
import { DEFAULT_RECIPE, type Recipe } from '#domain/recipes/recipe.ts';
import { builtInRecipes } from '#domain/recipes/saved.ts';
import { type Fingerprint, takeFingerprint } from './fingerprint.ts';
import { drawPhotos, type GoldenPhoto } from './photos.ts';
import { type Lot, runRecipe } from './run-recipe.ts';

/** The fingerprint of each file, by photo and then by „recipe → output”. */
export type GoldenSet = Readonly<Record<string, Readonly<Record<string, Fingerprint>>>>;

interface Treated {
  readonly name: string;
  readonly recipe: Recipe;
  readonly specs: readonly OutputSpec[];
}

/** Of these photos every ground and every format is made as well. */
const ON_GROUNDS = ['yard-3x2', 'shirt-3x4'];
const GROUNDS = ['white', 'colour', 'gradient', 'scene', 'transparent'] as const;

/**
 * Made in `folder` by the engine as it is now. With `turns` each photo goes through one recipe in so many alone, the next photo through
 * the next one: all recipes are run, on fewer photos each.
 */
export async function makeGoldenSet(
  presets: readonly Preset[],
  folder: string,
  turns = 1,
): Promise<GoldenSet> {
  const photos = await drawPhotos(folder);
  const balance = batchBalance(photos.map(({ prepared }) => prepared.analysis));
  const made: Record<string, Record<string, Fingerprint>> = {};
  for (const [index, photo] of photos.entries()) {
    const all = [
      ...takeTurn(listRecipes(presets), { turns, turn: index }),
      ...takeTurn(ON_GROUNDS.includes(photo.name) ? listGrounds() : [], {
        turns: Math.min(turns, ON_GROUNDS.length),
        turn: ON_GROUNDS.indexOf(photo.name),
      }),
    ];
    made[photo.name] = {};
    // What is the same recipe under several names is run once.
    for (const same of Map.groupBy(all, ({ recipe }) => JSON.stringify(recipe)).values()) {
      const specs = new Map(same.flatMap((each) => each.specs).map((spec) => [spec.key, spec]));
      const lot = { recipe: same[0]?.recipe ?? DEFAULT_RECIPE, specs: [...specs.values()], balance };
      const files = await takeFingerprints(photo, lot, join(folder, photo.name, same[0]?.name ?? ''));
      for (const { name, specs } of same)
        for (const { key, file, fingerprint } of files)
          if (specs.some((spec) => spec.key === key))
            Object.assign(made[photo.name] ?? {}, { [`${name} → ${file}`]: fingerprint });
    }
  }
  return made;
}

function takeTurn(all: readonly Treated[], { turns, turn }: { turns: number; turn: number }): Treated[] {
  return all.filter((_, i) => i % turns === turn % turns);
}

function listRecipes(presets: readonly Preset[]): Treated[] {
  const specs = presets.filter(({ withdrawn }) => !withdrawn);
  return [
    { name: 'default', recipe: DEFAULT_RECIPE, specs },
    ...builtInRecipes(NO_BRAND, presets).map(({ id, recipe, outputs }) => ({
      name: id,
      recipe,
      specs: resolveOutputs(outputs, presets),
    })),
  ];
}

/** All formats where their clearness differs, a JPEG of each ground. */
function listGrounds(): Treated[] {
  const forms = OUTPUT_FORMATS.map(makeSquare);
  return [
    { name: 'keep', recipe: DEFAULT_RECIPE, specs: forms },
    ...GROUNDS.map((kind) => ({
      name: kind,
      recipe: { ...DEFAULT_RECIPE, background: { ...DEFAULT_BACKGROUND, kind } },
      specs: kind === 'transparent' ? forms : forms.slice(0, 1),
    })),
  ];
}

function makeSquare(format: (typeof OUTPUT_FORMATS)[number]): OutputSpec {
  const custom = { ...DEFAULT_CUSTOM, width: 900, height: 900, fit: 'contain', format } as const;
  const spec = resolveOutput({ kind: 'custom', custom }, format, []);
  if (spec === null) throw new Error('a form of one’s own needs no preset');
  return spec;
}

async function takeFingerprints(photo: GoldenPhoto, lot: Lot, to: string) {
  await mkdir(to, { recursive: true });
  const files = await runRecipe(photo, lot, (name) => join(to, name));
  return Promise.all(
    files.map(async ({ outputKey, suffix, path }) => ({
      key: outputKey,
      file: `${outputKey}${suffix}`,
      fingerprint: await takeFingerprint(path),
    })),
  );
}
