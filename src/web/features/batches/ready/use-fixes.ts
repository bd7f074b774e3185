import type { Batch } from '#contract/batches.ts';
import type { Fix, Tool } from '#domain/batches/ready.ts';
import { NO_EXCEPTION } from '#domain/recipes/exception.ts';
import { useRemovePhoto } from '#web/features/batches/editor/use-remove-photo.ts';
import type { LotEdit } from '#web/features/batches/lot/lot-autosave.ts';
import { useSplit } from '#web/features/batches/ready/use-split.ts';

/** Levels for a photo that came out dark: far, and still within what the light can do without washing out. */
const LIFTED = 85;

export interface Ways {
  readonly edit: (edit: LotEdit) => void;
  /** To the editor, at a photo and with a tool open. */
  readonly open: (photoId: string | null, tool: Tool | null) => void;
  readonly again: () => void;
  /** Runs the photos that have not been tried yet. */
  readonly rest: () => void;
}

/** Returns the function that carries out the one-tap fixes of „Gata de publicat”. */
export function useFixes(batch: Batch, { edit, open, again, rest }: Ways) {
  const remove = useRemovePhoto(batch);
  const split = useSplit(batch, edit);
  return (fix: Fix, photoIds: readonly string[]): void => {
    const first = photoIds[0] ?? null;
    switch (fix.kind) {
      case 'recipe':
        edit({ recipe: { ...batch.recipe, ...fix.change } });
        open(first, null);
        break;
      case 'add-output':
        edit({ outputs: [...batch.outputs, { kind: 'preset', preset: fix.preset }] });
        open(null, null);
        break;
      case 'lighten':
        edit({ exceptions: Object.fromEntries(photoIds.map((id) => [id, lifted(batch, id)])) });
        open(first, null);
        break;
      case 'leave-out':
        for (const id of photoIds) {
          const photo = batch.photos[id];
          if (photo) remove.mutate(photo);
        }
        break;
      case 'run-again':
        again();
        break;
      case 'run-rest':
        rest();
        break;
      case 'split':
        split(fix);
        break;
      case 'beyond-plan':
        break;
      case 'tool':
        open(first, fix.tool);
        break;
    }
  };
}

function lifted({ recipe, exceptions }: Batch, photoId: string) {
  const own = exceptions[photoId] ?? NO_EXCEPTION;
  return { ...own, light: { ...(own.light ?? recipe.light), levels: LIFTED } };
}
