import type { ColumnType, Generated } from 'kysely';
import type { RunPhotoState, RunState } from '#domain/batches/states.ts';
import type { PlanLimits } from '#domain/plans/plan.ts';
import type { Quad } from '#domain/recipes/geometry.ts';
import type { LotLook } from '#domain/recipes/look/lot-look.ts';
import type { OutputSpec } from '#domain/recipes/outputs.ts';
import type { PhotoOverrides } from '#domain/recipes/photo-overrides.ts';
import type { CoverAtStart } from '#domain/recipes/plates.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import type { Defaulted, InstantColumn, Json } from './columns.ts';

/** Why a photo was refused or failed: an error's code, with what its sentence needs. */
export interface StoredRefusal {
  readonly code: string;
  readonly details: Record<string, unknown>;
}

/** The settings of one photo that a run froze. */
export interface FrozenEdits {
  readonly exception: PhotoOverrides;
  /** Those that it covers: confirmed ones, and what the recipe or the start covers by itself; missing in runs that started before plates were known. */
  readonly plates?: readonly Quad[];
  /** Null: the photo's cut-out was not to be trusted. Missing: it had none yet, the run makes one if it needs it. */
  readonly cutoutId?: string | null;
}

/** Tables of what a batch is processed by. */
export interface RunTables {
  runs: {
    id: string;
    batch_id: string;
    owner_id: string;
    number: number;
    state: RunState;
    recipe: Json<Recipe>;
    outputs: Json<OutputSpec[]>;
    /** The batch's cover at the start; null in runs of before outputs could take it alone. */
    cover_id: string | null;
    lot_balance: Json<[number, number, number]> | null;
    lot_look: Json<LotLook> | null;
    limits: Json<PlanLimits>;
    photos_at_once: number;
    window_photo_ids: Json<string[]>;
    window_credits: number;
    cost: number;
    settled: number | null;
    unlimited: boolean;
    served_at: Defaulted<Date>;
    created_at: Defaulted<Date>;
    started_at: InstantColumn | null;
    finished_at: InstantColumn | null;
    tell_at: InstantColumn | null;
    self_started: Defaulted<boolean>;
  };
  wanted_starts: {
    batch_id: string;
    owner_id: string;
    upload_keys: Json<string[]>;
    most_cost: number;
    /** Which plates it covers besides confirmed ones; null: none. */
    cover_plates: CoverAtStart | null;
    /** Photos on which it covers nothing that was found. */
    wrong_plates_on: ColumnType<string[], string | undefined, string>;
    asked_at: InstantColumn;
    refusal: Json<StoredRefusal> | null;
    tell_at: InstantColumn | null;
  };
  run_photos: {
    run_id: string;
    photo_id: string;
    position: number;
    state: Defaulted<RunPhotoState>;
    error: Json<StoredRefusal> | null;
    edits: Json<FrozenEdits> | null;
    attempts: Generated<number>;
    lease_token: string | null;
    lease_until: InstantColumn | null;
    finished_at: InstantColumn | null;
  };
}
