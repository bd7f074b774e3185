import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { editRecipe, saveRecipe } from '#contract/recipes/saved-recipes.ts';
import { withCommaLetters } from '#domain/language/fold.ts';
import type { OutputChoice } from '#domain/recipes/outputs.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import { LONGEST_NAME } from '#domain/recipes/saved.ts';
import { ApiError, errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { Switch } from '#web/ui/fields/switch.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { showToast } from '#web/ui/layers/toast.ts';

export interface SaveRecipeDialogProps {
  readonly open: boolean;
  readonly recipe: Recipe;
  readonly outputs: readonly OutputChoice[];
  /** Null where nothing is named. */
  readonly filePattern: string | null;
  readonly onClose: () => void;
}

export function SaveRecipeDialog({ open, onClose, ...content }: SaveRecipeDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title="Salvează rețeta"
      description="O găsești la „Rețetă”. Ține minte setările, unde publici și cum se numesc fișierele."
      sheet
    >
      <SaveForm {...content} onSaved={onClose} />
    </Dialog>
  );
}

interface SaveFormProps extends Pick<SaveRecipeDialogProps, 'recipe' | 'outputs' | 'filePattern'> {
  readonly onSaved: () => void;
}

function SaveForm({ recipe, outputs, filePattern, onSaved }: SaveFormProps) {
  const [name, setName] = useState('');
  const [isDefault, setDefault] = useState(true);
  const save = useMutation({
    meta: { silent: true },
    /** Saves the recipe. `instead`: the recipe of that name, which it replaces. */
    mutationFn: (instead: string | null) => {
      const body = { recipe, outputs: [...outputs], filePattern, isDefault };
      return instead === null
        ? call(saveRecipe, { body: { ...body, name: name.trim() } })
        : call(editRecipe, { params: { recipeId: instead }, body });
    },
    // biome-ignore lint/complexity/useMaxParams: the order is TanStack Query's
    onSuccess(saved, _instead, _result, { client }) {
      void client.invalidateQueries({ queryKey: keys.recipes });
      const begins = saved.isDefault ? ' Loturile noi încep cu ea.' : '';
      showToast({ text: `Rețeta „${saved.name}” e salvată.${begins}` });
      onSaved();
    },
  });
  const taken = takenBy(save.error);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '' && !save.isPending) save.mutate(null);
  };
  return (
    <form noValidate onSubmit={handleSubmit} className="mt-4 flex flex-col gap-4">
      <TextField
        data-first
        label="Numele rețetei"
        autoComplete="off"
        maxLength={LONGEST_NAME}
        placeholder="de exemplu: Mașini în curte"
        value={name}
        error={save.error ? errorMessage(save.error) : undefined}
        onValueChange={(value) => {
          save.reset();
          setName(withCommaLetters(value));
        }}
      />
      <Switch label="Loturile noi încep cu ea" checked={isDefault} onChange={setDefault} />
      <div className="flex flex-wrap justify-end gap-2">
        {taken && (
          <Button type="button" look="quiet" busy={save.isPending} onClick={() => save.mutate(taken)}>
            Înlocuiește-o
          </Button>
        )}
        <Button type="submit" busy={save.isPending} disabled={name.trim() === ''}>
          Salvează
        </Button>
      </div>
    </form>
  );
}

function takenBy(error: Error | null): string | null {
  if (!(error instanceof ApiError) || error.code !== 'recipes/name-taken') return null;
  return String(error.details.recipeId ?? '') || null;
}
