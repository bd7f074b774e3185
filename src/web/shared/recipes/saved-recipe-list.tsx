import { useMutation, useQuery } from '@tanstack/react-query';
import { Pencil, Star, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { deleteRecipe, editRecipe, type SavedRecipe, saveRecipe } from '#contract/recipes/saved-recipes.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { LONGEST_NAME } from '#domain/recipes/saved.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';
import { recipesQuery } from '#web/api/queries/queries.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { Button } from '#web/ui/fields/button.tsx';
import { IconButton } from '#web/ui/fields/icon-button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { showToast } from '#web/ui/layers/toast.ts';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

/** Own recipes: renamed or deleted in place. */
export function SavedRecipeList() {
  const query = useQuery(recipesQuery);
  const { data } = query;
  const [renaming, setRenaming] = useState<string | null>(null);
  if (data === undefined) {
    return query.error ? (
      <ReadFailed query={query} />
    ) : (
      <div>
        <LoadingNote>Se încarcă rețetele…</LoadingNote>
        <Skeleton className="h-12 w-full" />
      </div>
    );
  }
  const { recipes, limit } = data;
  return (
    <>
      {recipes.length === 0 ? (
        <p className="text-ink-soft">
          Nicio rețetă salvată încă. Într-un lot, potrivește setările și apasă „Salvează rețeta”.
        </p>
      ) : (
        <ul className="mt-2 flex flex-col">
          {recipes.map((recipe) =>
            recipe.id === renaming ? (
              <li key={recipe.id} className="border-b border-line py-2 last:border-0">
                <RenameForm recipe={recipe} onDone={() => setRenaming(null)} />
              </li>
            ) : (
              <SavedRecipeRow key={recipe.id} recipe={recipe} onRename={() => setRenaming(recipe.id)} />
            ),
          )}
        </ul>
      )}
      <p className="mt-3 text-sm text-ink-soft">
        Ai {formatCount(recipes.length, NOUNS.recipe)}; planul tău păstrează {limit}.
      </p>
    </>
  );
}

interface SavedRecipeRowProps {
  readonly recipe: SavedRecipe;
  readonly onRename: () => void;
}

function SavedRecipeRow({ recipe, onRename }: SavedRecipeRowProps) {
  const putBack = useMutation({
    mutationFn: ({ name, recipe: content, outputs, isDefault }: SavedRecipe) =>
      call(saveRecipe, { body: { name, recipe: content, outputs, isDefault } }),
    // biome-ignore lint/complexity/useMaxParams: the order is TanStack Query's
    onSuccess: (_saved, _input, _result, { client }) =>
      void client.invalidateQueries({ queryKey: keys.recipes }),
  });
  const begin = useMutation({
    mutationFn: ({ id, isDefault }: SavedRecipe) =>
      call(editRecipe, { params: { recipeId: id }, body: { isDefault: !isDefault } }),
    // biome-ignore lint/complexity/useMaxParams: the order is TanStack Query's
    onSuccess: (_saved, _input, _result, { client }) =>
      void client.invalidateQueries({ queryKey: keys.recipes }),
  });
  const remove = useMutation({
    mutationFn: ({ id }: SavedRecipe) => call(deleteRecipe, { params: { recipeId: id } }),
    // biome-ignore lint/complexity/useMaxParams: the order is TanStack Query's
    onSuccess(_nothing, gone, _result, { client }) {
      void client.invalidateQueries({ queryKey: keys.recipes });
      showToast({
        text: `Rețeta „${gone.name}” e ștearsă. Loturile își păstrează setările.`,
        timeout: 8000,
        action: { label: 'Pune-o înapoi', onPress: () => putBack.mutate(gone) },
      });
    },
  });
  return (
    <li className="flex items-center gap-2 border-b border-line py-1.5 last:border-0">
      <span className="min-w-0 flex-1">
        <span className="block break-words font-semibold">{recipe.name}</span>
        {recipe.isDefault && <span className="block text-sm text-ink-soft">Loturile noi încep cu ea.</span>}
        {recipe.incomplete && (
          <span className="block text-sm text-signal-text">
            O imagine a ei a fost ștearsă; rețeta merge fără ea.
          </span>
        )}
      </span>
      <IconButton
        label={
          recipe.isDefault
            ? `Loturile noi să nu mai înceapă cu ${recipe.name}`
            : `Loturile noi încep cu ${recipe.name}`
        }
        aria-pressed={recipe.isDefault}
        disabled={begin.isPending}
        onClick={() => begin.mutate(recipe)}
      >
        <Star aria-hidden size={17} fill={recipe.isDefault ? 'currentColor' : 'none'} />
      </IconButton>
      <IconButton label={`Redenumește ${recipe.name}`} onClick={onRename}>
        <Pencil aria-hidden size={17} />
      </IconButton>
      <IconButton
        label={`Șterge ${recipe.name}`}
        disabled={remove.isPending}
        onClick={() => remove.mutate(recipe)}
      >
        <Trash2 aria-hidden size={17} />
      </IconButton>
    </li>
  );
}

interface RenameFormProps {
  readonly recipe: SavedRecipe;
  readonly onDone: () => void;
}

function RenameForm({ recipe, onDone }: RenameFormProps) {
  const [name, setName] = useState(recipe.name);
  const rename = useMutation({
    meta: { silent: true },
    mutationFn: () => call(editRecipe, { params: { recipeId: recipe.id }, body: { name: name.trim() } }),
    // biome-ignore lint/complexity/useMaxParams: the order is TanStack Query's
    onSuccess(_saved, _input, _result, { client }) {
      void client.invalidateQueries({ queryKey: keys.recipes });
      onDone();
    },
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '' || name.trim() === recipe.name) return onDone();
    if (!rename.isPending) rename.mutate();
  };
  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-wrap items-end gap-2">
      <div className="min-w-0 flex-1 basis-48">
        <TextField
          label="Noul nume"
          autoComplete="off"
          maxLength={LONGEST_NAME}
          value={name}
          error={rename.error ? errorMessage(rename.error) : undefined}
          onValueChange={(value) => {
            rename.reset();
            setName(value);
          }}
        />
      </div>
      <Button type="submit" small busy={rename.isPending}>
        Păstrează
      </Button>
      <Button type="button" look="quiet" small onClick={onDone}>
        Renunță
      </Button>
    </form>
  );
}
