import type { ComponentType } from 'react';
import type { Photo } from '#contract/photos.ts';
import type { Exception } from '#domain/recipes/exception.ts';
import type { OutputChoice } from '#domain/recipes/outputs.ts';
import type { Preset } from '#domain/recipes/presets.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import type { PhotoSource } from '#web/features/recipes/photo-source.ts';

/** Whom a change is for: every photo of the lot, or the shown one alone. */
export type Scope = 'lot' | 'photo';

export interface SectionProps {
  readonly source: PhotoSource;
  readonly recipe: Recipe;
  readonly outputs: readonly OutputChoice[];
  /** How many of them one run may have. */
  readonly mostOutputs: number;
  /** Where one can publish; empty until it is known. */
  readonly presets: readonly Preset[];
  /** On the stage. */
  readonly photo: Photo | null;
  /** Of the lot, in its order. */
  readonly photos: readonly Photo[];
  /** What the shown photo does differently from the recipe. */
  readonly exception: Exception;
  /** What every photo does differently. */
  readonly exceptions: Readonly<Record<string, Exception>>;
  readonly scope: Scope;
  /** Somebody came to the page for this section. */
  readonly asked?: boolean;
  /** Puts another photo of the lot on the stage. */
  readonly onSelect: (photoId: string) => void;
  readonly onRecipe: (change: Partial<Recipe>) => void;
  readonly onOutputs: (outputs: readonly OutputChoice[]) => void;
  readonly onException: (change: Partial<Exception>) => void;
}

/** A part of the panel. Its tool on the stage is a `StageTool` that its panel renders while the tool is in hand. */
export interface Section {
  readonly id: string;
  readonly label: string;
  /** The short name on a phone. */
  readonly tab: string;
  /** It has something to say when only the shown photo is meant. */
  readonly perPhoto: boolean;
  /** The value that a closed row shows. */
  readonly summary: (props: SectionProps) => string;
  readonly Panel: ComponentType<SectionProps>;
}
