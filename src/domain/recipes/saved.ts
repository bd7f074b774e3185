/** Named recipes: those the product brings along, and one's own. Batches copy them and never point back. */
import { getRecipeAssets, type RecipeAssets } from './assets.ts';
import { DEFAULT_BACKGROUND } from './background.ts';
import { applyBrandKit, type BrandKit, NO_BRAND } from './brand-kit.ts';
import type { OutputChoice } from './outputs.ts';
import { DEFAULT_PLATE_COVER } from './plates.ts';
import type { Preset } from './presets.ts';
import { DEFAULT_RECIPE, type Recipe } from './recipe.ts';

export const LONGEST_NAME = 60;

export interface NamedRecipe {
  readonly id: string;
  readonly name: string;
  readonly recipe: Recipe;
  readonly outputs: readonly OutputChoice[];
  /** Of the files' names; null or missing: a batch that takes it keeps its own. */
  readonly filePattern?: string | null;
}

interface BuiltIn {
  readonly id: string;
  readonly name: string;
  readonly change: Partial<Recipe>;
  readonly presets: readonly string[];
}

const onWhite = { background: { ...DEFAULT_BACKGROUND, kind: 'white', shadow: 0 } } as const;
const platesCovered = { plates: { ...DEFAULT_PLATE_COVER, coverSure: true } } as const;
const sameLight = { ...DEFAULT_RECIPE.light, sameForLot: true };

/** Named after the job. Shops take the shadow for a trace of editing; clothes keep one tint over the whole batch. */
const BUILT_IN: readonly BuiltIn[] = [
  { id: 'autovit', name: 'Mașină pentru Autovit', change: platesCovered, presets: ['autovit', 'olx'] },
  {
    id: 'emag',
    name: 'Produs eMAG, fond alb',
    change: onWhite,
    presets: ['emag-principal', 'emag-secundar'],
  },
  { id: 'vinted', name: 'Haine pentru Vinted', change: { light: sameLight }, presets: ['vinted'] },
  { id: 'olx', name: 'Anunț OLX', change: {}, presets: ['olx'] },
  {
    id: 'storia',
    name: 'Apartament pe Storia',
    change: { light: { ...DEFAULT_RECIPE.light, levels: 65 } },
    presets: ['storia-imobiliare'],
  },
  { id: 'google', name: 'Produs Google, fond alb', change: onWhite, presets: ['google-merchant'] },
  {
    id: 'instagram',
    name: 'Postare și story Instagram',
    change: {},
    presets: ['instagram-postare', 'instagram-story'],
  },
];

/** Returns whole recipes with the seller's brand kit (logo, text, plate cover), without presets that are not on offer. */
export function builtInRecipes(brand: BrandKit, presets: readonly Preset[]): NamedRecipe[] {
  const offered = new Set(presets.flatMap(({ key, withdrawn }) => (withdrawn ? [] : [key])));
  return BUILT_IN.flatMap(({ id, name, change, presets: wanted }) => {
    const outputs = wanted
      .filter((key) => offered.has(key))
      .map((preset): OutputChoice => ({ kind: 'preset', preset }));
    const recipe = applyBrandKit({ ...DEFAULT_RECIPE, ...change }, brand);
    return outputs.length === 0 ? [] : [{ id, name, recipe, outputs }];
  });
}

/** Logo or text, frame, badge, own plate cover. */
export type Marks = Pick<Recipe, 'watermark' | 'frame' | 'badge' | 'plates'>;

/** Returns the marks of `last` that `next` removes. */
export function marksLost(last: Recipe, next: Recipe): Partial<Marks> {
  const { watermark, frame, badge, plates } = last;
  return {
    ...(watermark !== null && next.watermark === null && { watermark }),
    ...(frame !== null && next.frame === null && { frame }),
    ...(badge !== null && next.badge === null && { badge }),
    ...(plates.kind === 'logo' && next.plates.kind !== 'logo' && { plates }),
  };
}

/** A saved recipe whose own pictures may have gone since: it does without them. */
export function withoutLost(recipe: Recipe, isThere: (photoId: string) => boolean): Recipe {
  const gone = (asset: keyof RecipeAssets) => {
    const id = getRecipeAssets(recipe)[asset];
    return id !== null && !isThere(id);
  };
  const { plates, background } = recipe;
  return {
    ...recipe,
    watermark: gone('logo') ? null : recipe.watermark,
    plates: gone('plateLogo') ? { ...plates, kind: 'solid', photoId: null } : plates,
    background: gone('background') ? { ...background, kind: 'keep', photoId: null } : background,
  };
}

/**
 * The recipe that a batch has: also one that the product brings along as it was before the seller had marks of their own, which batches made
 * then still have.
 */
export function findChosen(
  set: Pick<NamedRecipe, 'recipe' | 'outputs' | 'filePattern'>,
  { own, brand, presets }: { own: readonly NamedRecipe[]; brand: BrandKit; presets: readonly Preset[] },
): NamedRecipe | null {
  const shipped = builtInRecipes(brand, presets);
  const isSet = (each: NamedRecipe) =>
    isSame(each, set) && set.filePattern === (each.filePattern ?? set.filePattern);
  const bare = builtInRecipes(NO_BRAND, presets).find(isSet);
  const found = [...own, ...shipped].find(isSet) ?? shipped.find(({ id }) => id === bare?.id);
  return found ?? null;
}

/** True when both have the same recipe and outputs. */
export function isSame(
  a: Pick<NamedRecipe, 'recipe' | 'outputs'>,
  b: Pick<NamedRecipe, 'recipe' | 'outputs'>,
): boolean {
  return toCanonicalJson([a.recipe, a.outputs]) === toCanonicalJson([b.recipe, b.outputs]);
}

/** The database does not keep the order of keys. */
function toCanonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}
