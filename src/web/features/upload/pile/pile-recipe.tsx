import { Link } from 'react-router';
import type { Batch } from '#contract/batches.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { readArticles } from '#domain/piles/read-articles.ts';
import type { Preset } from '#domain/recipes/presets.ts';
import type { NamedRecipe } from '#domain/recipes/saved.ts';
import { outputsSummary, PresetCards } from '#web/editor/panel/outputs/output-cards.tsx';
import { OutputLimit } from '#web/editor/panel/outputs/output-limit.tsx';
import { RecipeChips, useRecipes } from '#web/editor/panel/shelf/recipe-buttons.tsx';
import type { SharedRecipe } from '#web/features/upload/pile/find-shared.ts';
import type { SharedChange } from '#web/features/upload/pile/use-pile-lots.ts';
import { KeepNamesSwitch } from '#web/shared/batches/keep-names-switch.tsx';
import { ScrollRow } from '#web/ui/fields/scroll-row.tsx';

interface PileRecipeProps {
  /** Path of this view, which a lot's page leads back to. */
  readonly path: string;
  readonly shared: SharedRecipe;
  /** True where it is the recipe of all lots of the pile: none has run or has its own. */
  readonly isForAll: boolean;
  /** A change that is on its way. */
  readonly coming: SharedChange | null;
  readonly presets: readonly Preset[];
  readonly onRecipe: (recipe: NamedRecipe) => void;
  /** Changes the lots that share the recipe. */
  readonly onChange: (change: SharedChange) => void;
  /** Names the files of all lots, whatever their recipe. */
  readonly onPattern: (pattern: string) => void;
}

/** Recipe and outputs of all lots of a pile at once; a lot that was given its own keeps it. */
export function PileRecipe({
  path,
  shared,
  isForAll,
  coming,
  presets,
  onRecipe,
  onChange,
  onPattern,
}: PileRecipeProps) {
  const { lots, own } = shared;
  const [first] = lots as [Batch];
  const set = { ...first, ...coming };
  const { all, chosen } = useRecipes(set, presets);
  return (
    <section
      aria-label="Rețeta tuturor loturilor"
      className="mt-4 rounded-2xl border border-line bg-card p-4"
    >
      <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg">
          {isForAll
            ? 'Aceeași rețetă pentru toate'
            : `Aceeași rețetă pentru ${formatCount(lots.length, NOUNS.batch)}`}
        </h2>
        <Link
          to={`/process/${first.id}`}
          state={{ pile: path }}
          className="link inline-block min-h-6 text-sm wrap-anywhere"
        >
          Toate setările, pe {first.name}
        </Link>
      </div>
      <ScrollRow legend="Rețete" className="-mx-4 px-4 py-1 sm:mx-0 sm:flex-wrap sm:gap-1.5 sm:px-0">
        <RecipeChips recipes={all} chosen={chosen} onChoose={onRecipe} />
      </ScrollRow>
      <details className="mt-2">
        <summary className="min-h-6">
          Unde publici: <strong>{outputsSummary({ outputs: set.outputs, presets })}</strong>
        </summary>
        <div className="mt-2 flex flex-col gap-2">
          <OutputLimit chosen={set.outputs.length} most={first.outputsPerRun} />
          <PresetCards
            outputs={set.outputs}
            presets={presets}
            recipe={set.recipe}
            onChange={(outputs) => onChange({ outputs: [...outputs] })}
          />
        </div>
      </details>
      {isTold([...lots, ...own]) && (
        <div className="mt-2 max-w-md">
          <KeepNamesSwitch pattern={set.filePattern} onPattern={onPattern} />
        </div>
      )}
    </section>
  );
}

/** True where folders or names tell the things on most photos: then the names are worth keeping. */
function isTold(lots: readonly Batch[]): boolean {
  const photos = lots.flatMap((lot) => lot.photoIds.flatMap((id) => lot.photos[id] ?? []));
  const known = readArticles(photos.map(({ folder = null, ...photo }) => ({ ...photo, folder })));
  return known.size * 2 > photos.length;
}
