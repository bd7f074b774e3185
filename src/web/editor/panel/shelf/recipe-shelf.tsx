import { Bookmark } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { DEFAULT_PATTERN } from '#domain/batches/file-names.ts';
import { isSame, type Marks, marksLost, type NamedRecipe } from '#domain/recipes/saved.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { useEditing } from '#web/editor/editor-context.tsx';
import { RecipeButtons, useRecipes } from '#web/editor/panel/shelf/recipe-buttons.tsx';
import { showToast } from '#web/ui/layers/toast.ts';
import { useHasOpened } from '#web/ui/use-has-opened.ts';

const MARK_WORDS: Record<keyof Marks, string> = {
  watermark: 'sigla sau textul',
  frame: 'rama',
  badge: 'eticheta',
  plates: 'sigla de pe numere',
};

/** Time for which a hint with a way back stays. */
const TIME_TO_READ_MS = 8000;

const RecipeDialogs = lazy(async () => ({
  default: (await import('#web/editor/panel/shelf/recipe-dialogs.tsx')).RecipeDialogs,
}));

/** Returns the recipes to choose from, and which of them the editor has. */
export function useShelf() {
  const { recipe, outputs, naming, presets } = useEditing();
  const set = { recipe, outputs, filePattern: naming?.pattern ?? null };
  return { ...useRecipes(set, presets), set };
}

interface RecipeShelfProps {
  readonly shelf: ReturnType<typeof useShelf>;
  /** Heading beside the stage, where no row says it. */
  readonly title?: string;
}

/** Own recipes and those the product brings along, one press each; and a way to keep what is set now. */
export function RecipeShelf({ shelf: { query, own, all, set, chosen }, title }: RecipeShelfProps) {
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null);
  const wasOpen = useHasOpened(dialog !== null);
  const apply = useApply();
  const isKept = own.some(
    (each) =>
      isSame(each, set) && (each.filePattern ?? DEFAULT_PATTERN) === (set.filePattern ?? DEFAULT_PATTERN),
  );
  return (
    <>
      <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-4">
        {title && <h2 className="text-lg">{title}</h2>}
        <p className="flex flex-wrap items-center gap-x-4 text-sm">
          {own.length > 0 && (
            <button type="button" className="link min-h-6" onClick={() => setDialog('manage')}>
              Rețetele mele
            </button>
          )}
          {!isKept && (
            <button
              type="button"
              className="link inline-flex min-h-6 items-center gap-1.5"
              onClick={() => setDialog('save')}
            >
              <Bookmark aria-hidden size={15} /> Salvează rețeta
            </button>
          )}
        </p>
      </div>
      <RecipeButtons recipes={all} chosen={chosen} onChoose={apply} />
      {!query.data && <ReadFailed query={query} what="Rețetele tale nu s-au putut citi." />}
      {wasOpen && (
        <Suspense fallback={null}>
          <RecipeDialogs dialog={dialog} {...set} onClose={() => setDialog(null)} />
        </Suspense>
      )}
    </>
  );
}

/** Returns a function that sets a recipe, and offers back the marks that it does not have. */
function useApply() {
  const { recipe, naming, history } = useEditing();
  return ({ name, recipe: next, outputs: wanted, filePattern }: NamedRecipe) => {
    const named = naming !== null && filePattern ? { filePattern } : {};
    history.edit({ recipe: next, outputs: [...wanted], ...named });
    const marks = marksLost(recipe, next);
    const lost = Object.keys(marks).map((part) => MARK_WORDS[part as keyof Marks]);
    if (lost.length === 0) return;
    showToast({
      text: `„${name}” e fără ce era pus pe fotografii: ${lost.join(', ')}.`,
      timeout: TIME_TO_READ_MS,
      action: {
        label: 'Pune-le înapoi',
        onPress: () => history.edit({ recipe: { ...next, ...marks }, outputs: [...wanted] }),
      },
    });
  };
}
