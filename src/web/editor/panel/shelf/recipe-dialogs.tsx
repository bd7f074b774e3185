import { SaveRecipeDialog, type SaveRecipeDialogProps } from '#web/editor/panel/shelf/save-recipe-dialog.tsx';
import { SavedRecipeList } from '#web/shared/recipes/saved-recipe-list.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';

interface RecipeDialogsProps extends Omit<SaveRecipeDialogProps, 'open'> {
  readonly dialog: 'save' | 'manage' | null;
}

export function RecipeDialogs({ dialog, onClose, ...set }: RecipeDialogsProps) {
  return (
    <>
      <SaveRecipeDialog {...set} open={dialog === 'save'} onClose={onClose} />
      <Dialog
        open={dialog === 'manage'}
        onOpenChange={(open) => open || onClose()}
        title="Rețetele mele"
        sheet
      >
        <SavedRecipeList />
      </Dialog>
    </>
  );
}
