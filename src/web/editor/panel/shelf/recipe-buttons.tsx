import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import type { Preset } from '#domain/recipes/presets.ts';
import { builtInRecipes, findChosen, type NamedRecipe } from '#domain/recipes/saved.ts';
import { recipesQuery } from '#web/api/queries/queries.ts';
import { useBrand } from '#web/editor/panel/shelf/use-brand.ts';

/** Returns the recipes to choose from, own ones first, and which of them is set. */
export function useRecipes(
  set: Pick<NamedRecipe, 'recipe' | 'outputs' | 'filePattern'>,
  presets: readonly Preset[],
) {
  const query = useQuery(recipesQuery);
  const brand = useBrand();
  const own = query.data?.recipes ?? [];
  const all: readonly NamedRecipe[] = [...own, ...builtInRecipes(brand, presets)];
  return { query, own, all, chosen: findChosen(set, { own, brand, presets }) };
}

interface RecipeButtonsProps {
  readonly recipes: readonly NamedRecipe[];
  readonly chosen: NamedRecipe | null;
  readonly onChoose: (recipe: NamedRecipe) => void;
}

/** The recipes, one press each; all are in sight. */
export function RecipeButtons(props: RecipeButtonsProps) {
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-1.5 py-0.5">
      <legend className="sr-only">Rețete</legend>
      <RecipeChips {...props} />
    </fieldset>
  );
}

/** The buttons alone, for a row that scrolls. */
export function RecipeChips({ recipes, chosen, onChoose }: RecipeButtonsProps) {
  return recipes.map((each) => (
    <button
      key={each.id}
      type="button"
      aria-pressed={each.id === chosen?.id}
      className={clsx(
        'min-h-9 shrink-0 rounded-full border px-3.5 text-sm font-medium lg:min-h-7.5 lg:px-3',
        each.id === chosen?.id ? 'border-signal bg-signal-wash' : 'border-line-strong hover:bg-sunken',
      )}
      onClick={() => onChoose(each)}
    >
      {each.name}
    </button>
  ));
}
