import type { PhotoOverrides } from '#domain/recipes/photo-overrides.ts';
import { usePresets } from '#web/api/queries/use-presets.ts';
import type { EditableBatch } from '#web/editor/editable-photo.ts';
import type { Editing } from '#web/editor/editor-context.tsx';
import { withChange } from '#web/editor/edits/edit-overrides.ts';
import { type BatchHistory, inSight } from '#web/editor/edits/use-history.ts';
import { measureShownLook } from '#web/editor/panel/outputs/output-size.ts';
import type { PhotoSource } from '#web/editor/photo-source.ts';
import { usePanelState } from '#web/editor/use-panel-state.ts';
import { useSelectedPhoto } from '#web/editor/use-selected-photo.ts';

interface EditorStateInput {
  readonly batch: EditableBatch;
  readonly source: PhotoSource;
  readonly mostOutputs: number;
  readonly history: BatchHistory;
  /** The photo and the part of the panel that the page was opened for. */
  readonly cameFor?: { readonly photoId: string | null; readonly panel: string | null };
}

/** Returns the state that the parts of an editor share. */
export function useEditorState({ batch, source, mostOutputs, history, cameFor }: EditorStateInput): Editing {
  const presets = usePresets();
  const panel = usePanelState(cameFor?.panel);
  const shown = useSelectedPhoto(batch, cameFor?.photoId);
  const { recipe, outputs, exceptions } = batch;
  const onEdit = history.edit;
  return {
    ...shown,
    source,
    recipe,
    outputs,
    naming: batch.filePattern === undefined ? null : { name: batch.name ?? '', pattern: batch.filePattern },
    mostOutputs,
    presets,
    photos: batch.photoIds.flatMap((id) => batch.photos[id] ?? []),
    exceptions,
    lotLook: measureShownLook(batch, recipe),
    history: inSight(history, shown),
    panel,
    onRecipe: (change) => onEdit({ recipe: { ...recipe, ...change } }),
    onOutputs: (next) => onEdit({ outputs: [...next] }),
    onOverrides(change: Partial<PhotoOverrides>) {
      if (shown.photoId === null) return;
      onEdit({ exceptions: { [shown.photoId]: withChange(shown.overrides, change) } });
    },
  };
}
