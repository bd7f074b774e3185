import type { ComponentType } from 'react';
import type { Photo } from '#contract/photos.ts';
import type { OutputChoice } from '#domain/recipes/outputs.ts';
import type { PhotoOverrides } from '#domain/recipes/photo-overrides.ts';
import type { Preset } from '#domain/recipes/presets.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import type { PhotoSource } from '#web/editor/photo-source.ts';

/** The target of a change: every photo of the batch, or the shown one alone. */
export type Scope = 'lot' | 'photo';

export interface SectionProps {
  readonly source: PhotoSource;
  readonly recipe: Recipe;
  readonly outputs: readonly OutputChoice[];
  /** Most outputs of one run. */
  readonly mostOutputs: number;
  /** The presets to choose from; empty until they are loaded. */
  readonly presets: readonly Preset[];
  /** The photo on the stage. */
  readonly photo: Photo | null;
  /** The batch's photos, in batch order. */
  readonly photos: readonly Photo[];
  /** The shown photo's differences from the recipe. */
  readonly overrides: PhotoOverrides;
  /** All photos' differences, by photo id. */
  readonly exceptions: Readonly<Record<string, PhotoOverrides>>;
  readonly scope: Scope;
  /** True when the page was opened for this section. */
  readonly asked?: boolean;
  /** Puts another photo of the batch on the stage. */
  readonly onSelect: (photoId: string) => void;
  readonly onRecipe: (change: Partial<Recipe>) => void;
  readonly onOutputs: (outputs: readonly OutputChoice[]) => void;
  readonly onOverrides: (change: Partial<PhotoOverrides>) => void;
}

/** A part of the panel. Its tool on the stage is a `StageTool` that its panel renders while the tool is in hand. */
export interface Section {
  readonly id: string;
  readonly label: string;
  /** The short name on a phone. */
  readonly tab: string;
  /** True when it also applies to the shown photo alone. */
  readonly perPhoto: boolean;
  /** The value that a closed row shows. */
  readonly summary: (props: SectionProps) => string;
  readonly Panel: ComponentType<SectionProps>;
}
