import { createContext, type ReactNode, useContext } from 'react';
import type { LotLook } from '#domain/recipes/look/lot-look.ts';
import type { OutputChoice } from '#domain/recipes/outputs.ts';
import type { PhotoOverrides } from '#domain/recipes/photo-overrides.ts';
import type { Preset } from '#domain/recipes/presets.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import type { EditablePhoto } from '#web/editor/editable-photo.ts';
import type { BatchHistory } from '#web/editor/edits/use-history.ts';
import type { PhotoSource } from '#web/editor/photo-source.ts';
import type { PanelState } from '#web/editor/use-panel-state.ts';
import type { SelectedPhoto } from '#web/editor/use-selected-photo.ts';

/** The batch under edit and the ways to change it; the test image is a batch of one. */
export interface Editing extends SelectedPhoto {
  readonly source: PhotoSource;
  readonly recipe: Recipe;
  readonly outputs: readonly OutputChoice[];
  /** Names of the files; null for the test image, which is given away under no name. */
  readonly naming: { readonly name: string; readonly pattern: string } | null;
  /** Most outputs of one run. */
  readonly mostOutputs: number;
  /** The presets to choose from; empty until they are loaded. */
  readonly presets: readonly Preset[];
  /** In batch order. */
  readonly photos: readonly EditablePhoto[];
  /** All photos' differences, by photo id. */
  readonly exceptions: Readonly<Record<string, PhotoOverrides>>;
  /** How the objects stand on another ground, as the files will; null where all keep their own. */
  readonly lotLook: LotLook | null;
  readonly history: BatchHistory;
  readonly panel: PanelState;
  onRecipe(change: Partial<Recipe>): void;
  onOutputs(outputs: readonly OutputChoice[]): void;
  /** Changes the shown photo alone. */
  onOverrides(change: Partial<PhotoOverrides>): void;
}

const EditorContext = createContext<Editing | null>(null);

/**
 * Hands the edited batch to the stage, the strip and the panel. The value changes with every edit, and then all of them do; state that
 * changes between edits (pictures, the tool in hand, the zoom of the stage) is not in it.
 */
export function EditorProvider({ editing, children }: { editing: Editing; children: ReactNode }) {
  return <EditorContext value={editing}>{children}</EditorContext>;
}

export function useEditing(): Editing {
  const editing = useContext(EditorContext);
  if (editing === null) throw new Error('no editor around this part');
  return editing;
}
