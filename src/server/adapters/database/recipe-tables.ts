import type { Analysis } from '#domain/photos/analysis.ts';
import type { PhotoFormat } from '#domain/photos/limits.ts';
import type { CutoutEngine, CutoutHints } from '#domain/recipes/cutout.ts';
import type { Box } from '#domain/recipes/geometry.ts';
import type { OutputChoice, Rendition } from '#domain/recipes/outputs.ts';
import type { Watermark } from '#domain/recipes/overlays.ts';
import type { PlateCover } from '#domain/recipes/plates.ts';
import type { PresetRules } from '#domain/recipes/presets.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import type { Defaulted, InstantColumn, Json } from './columns.ts';

/** Photos and results that a user wants in one ZIP. */
export interface ChosenFiles {
  readonly photoIds: readonly string[];
  readonly resultIds: readonly string[];
}

/** Tables of recipes, their outputs and downloads. */
export interface StudioTables {
  presets: {
    key: string;
    valid_from: InstantColumn;
    position: number;
    label: string;
    overlays: boolean;
    renditions: Json<Rendition[]>;
    source: string;
    source_url: string | null;
    /** A day, ISO. */
    verified: string | null;
    rules: Json<PresetRules>;
    withdrawn: Defaulted<boolean>;
    added_by: string | null;
    added_at: Defaulted<Date>;
  };
  newer_presets: { key: string; rules: Json<PresetRules>; brought_at: Defaulted<Date> };
  trial_images: {
    id: string;
    user_id: string;
    prepared: Json<{ format: PhotoFormat; analysis: Analysis }>;
    used_at: InstantColumn;
  };
  trial_cutouts: {
    id: string;
    image_id: string;
    engine: CutoutEngine;
    confidence: number;
    sure: boolean;
    subject: Json<Box> | null;
    hints: Json<CutoutHints>;
    made_at: Defaulted<Date>;
  };
  brand_kits: {
    user_id: string;
    watermark: Json<Watermark> | null;
    plates: Json<PlateCover> | null;
    updated_at: InstantColumn;
  };
  recipes: {
    id: string;
    owner_id: string;
    name: string;
    recipe: Json<Recipe>;
    outputs: Json<OutputChoice[]>;
    file_pattern: string | null;
    is_default: Defaulted<boolean>;
    created_at: Defaulted<Date>;
    updated_at: Defaulted<Date>;
  };
  zips: { id: string; owner_id: string; items: Json<ChosenFiles>; created_at: Defaulted<Date> };
}
