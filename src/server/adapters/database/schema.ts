import type { ColumnType, Generated } from 'kysely';
import type { FileFacts } from '#domain/batches/file-facts.ts';
import type { BatchState } from '#domain/batches/states.ts';
import type { GrantSource } from '#domain/credits/grants.ts';
import type { Analysis } from '#domain/photos/analysis.ts';
import type { PhotoFormat, PhotoState } from '#domain/photos/limits.ts';
import type { Plan, PlanLimits } from '#domain/plans/plan.ts';
import type { CutoutEngine, CutoutHints } from '#domain/recipes/cutout.ts';
import type { Box, Quad } from '#domain/recipes/geometry.ts';
import type { FileWarning, OutputChoice, OutputFormat } from '#domain/recipes/outputs.ts';
import type { PhotoOverrides } from '#domain/recipes/photo-overrides.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import type { Theme } from '#domain/users/theme.ts';
import type { Role } from '#domain/users/user-document.ts';
import type { AccountTables, AdminTables } from './account-tables.ts';
import type { Computed, Defaulted, InstantColumn, Json } from './columns.ts';
import type { PaymentTables } from './payment-tables.ts';
import type { StudioTables } from './recipe-tables.ts';
import type { RunTables, StoredRefusal } from './run-tables.ts';

/** The tables as the newest migration leaves them. */
export interface DB extends AccountTables, AdminTables, PaymentTables, StudioTables, RunTables {
  users: {
    id: string;
    email: string;
    email_verified_at: InstantColumn | null;
    display_name: string | null;
    photo_url: string | null;
    photo_updated_at: InstantColumn | null;
    avatar_version: string | null;
    password_hash: string | null;
    role: Defaulted<Role>;
    theme: Defaulted<Theme>;
    long_run_mails: Defaulted<boolean>;
    plan: Defaulted<string>;
    subscription_status: string | null;
    subscription_activated_at: InstantColumn | null;
    subscription_renew_at: InstantColumn | null;
    subscription_expires_at: InstantColumn | null;
    subscription_cancel_at_period_end: boolean | null;
    legacy_plan_renew_at: InstantColumn | null;
    legacy_plan_expires_at: InstantColumn | null;
    legacy_plan_activated_at: InstantColumn | null;
    legacy_plan_cancel_at_period_end: boolean | null;
    trial_used: boolean | null;
    trial_activated_at: InstantColumn | null;
    trial_expires_at: InstantColumn | null;
    legacy_trial_activated: boolean | null;
    legacy_trial_activated_at: InstantColumn | null;
    legacy_trial_expires_at: InstantColumn | null;
    terms_version: string | null;
    terms_agreed_at: InstantColumn | null;
    deleted_at: InstantColumn | null;
    seen_at: Defaulted<Date>;
    unused_warned_at: InstantColumn | null;
    suspended_at: InstantColumn | null;
    last_login_at: InstantColumn | null;
    created_at: Defaulted<Date>;
    rev: Generated<number>;
    batch_count: Generated<number>;
    stored_bytes: Generated<number>;
  };
  /** A view: plan and trial of a user as the screen reads them, legacy fields where the current ones are null. */
  plans_as_read: {
    id: string;
    plan: Plan;
    activated_at: Date | null;
    renew_at: Date | null;
    expires_at: Date | null;
    cancel_at_period_end: boolean;
    trial_used: boolean;
    trial_activated_at: Date | null;
    trial_expires_at: Date | null;
  };
  rate_limits: { key: string; hits: number; resets_at: InstantColumn };
  idempotency_keys: {
    user_id: string;
    key: string;
    route: string;
    body_hash: string;
    run_id: string | null;
    created_at: Defaulted<Date>;
  };
  plan_terms: {
    plan: string;
    valid_from: InstantColumn;
    photos_per_lot: number;
    outputs_per_run: number;
    saved_recipes: number;
    retention_days: number;
    storage_bytes: number;
    photos_at_once: number;
    price_bani: Defaulted<number>;
    credits: Defaulted<number>;
  };
  retention_days: { user_id: string; days: number; seen_at: InstantColumn; warned_at: InstantColumn | null };
  retention_falls: { user_id: string; at: InstantColumn; seen_at: InstantColumn; days_before: number };
  plan_states: { user_id: string; state: ColumnType<unknown, string, string>; next_at: InstantColumn | null };
  credit_accounts: {
    user_id: string;
    balance: Generated<number>;
    unlimited_until: InstantColumn | null;
    seq: Generated<number>;
  };
  credit_grants: {
    id: string;
    user_id: string;
    seq: number;
    source: GrantSource;
    granted: number;
    remaining: number;
    expires_at: InstantColumn | null;
    extended_at: InstantColumn | null;
    expiries: Generated<number>;
    ref: string;
    created_at: Defaulted<Date>;
  };
  credit_ledger: {
    user_id: string;
    seq: number;
    kind: string;
    delta: number;
    amount: number;
    balance_after: number;
    ref: string;
    actor: string;
    reason: string | null;
    created_at: Defaulted<Date>;
  };
  credit_hold_parts: { ref: string; position: number; grant_id: string; amount: number };
  gift_claims: { address_key: string; kind: 'registration' | 'trial'; created_at: Defaulted<Date> };
  photos: {
    id: string;
    owner_id: string;
    name: string;
    name_key: Computed<string>;
    bytes: number;
    state: PhotoState;
    format: PhotoFormat | null;
    width: number | null;
    height: number | null;
    sha256: string | null;
    thumbhash: string | null;
    taken_at: string | null;
    has_gps: Defaulted<boolean>;
    has_alpha: Defaulted<boolean>;
    analysis: Json<Analysis> | null;
    plates: Json<Quad[]> | null;
    plate_suggestions: Json<Quad[]> | null;
    /** Those of the suggestions that the engine is sure of; null where it did not say. */
    sure_plates: Json<Quad[]> | null;
    refusal: Json<StoredRefusal> | null;
    duplicate_of: string | null;
    last_used_at: Defaulted<Date>;
    /** Kept under the brand kit, not among photographs. */
    is_logo: Defaulted<boolean>;
    trashed_at: InstantColumn | null;
    purged_at: InstantColumn | null;
    cutout_id: string | null;
    /** Drawn over a good one and not taken yet. */
    cutout_draft_id: string | null;
    /** The job that looks for its object gave up. */
    cutout_failed: Defaulted<boolean>;
    /** How often a person asked for a cut-out: only what was asked for last is stored. */
    cutout_asked: Defaulted<number>;
    /** The sender's own word for one upload: announced twice, it is the same photo. */
    upload_token: string | null;
    upload_until: InstantColumn | null;
    upload_key: string | null;
    created_at: Defaulted<Date>;
  };
  cutouts: {
    id: string;
    photo_id: string;
    engine: CutoutEngine;
    confidence: number;
    sure: boolean;
    subject: Json<Box> | null;
    /** It came in pieces or is hardly there; null in older ones. */
    broken: boolean | null;
    hints: Json<CutoutHints>;
    approved_at: InstantColumn | null;
    created_at: Defaulted<Date>;
  };
  batches: {
    id: string;
    owner_id: string;
    number: number;
    name: string;
    name_key: Computed<string>;
    state: Defaulted<BatchState>;
    recipe: Json<Recipe>;
    outputs: Json<OutputChoice[]>;
    ordered_by_hand: Defaulted<boolean>;
    photo_order: 'time' | 'name' | null;
    file_pattern: Defaulted<string>;
    window_credits: Generated<number>;
    window_ends_at: InstantColumn | null;
    window_limits: Json<PlanLimits> | null;
    deleted_at: InstantColumn | null;
    rev: Generated<number>;
    created_at: Defaulted<Date>;
  };
  batch_photos: {
    batch_id: string;
    photo_id: string;
    position: number;
    exception: Json<PhotoOverrides> | null;
  };
  batch_window_photos: { batch_id: string; photo_id: string };
  run_assets: { run_id: string; photo_id: string };
  results: {
    id: string;
    owner_id: string;
    batch_id: string;
    photo_id: string;
    run_id: string;
    output_key: string;
    output_label: string;
    output_position: number;
    suffix: string;
    format: OutputFormat;
    width: number;
    height: number;
    bytes: number;
    sha256: string;
    file_key: string;
    warnings: Json<FileWarning[]>;
    facts: Json<FileFacts> | null;
    created_at: Defaulted<Date>;
    downloaded_at: Date | null;
  };
  files_to_remove: { key: string; added_at: Defaulted<Date> };
  live_streams: { user_id: string; seq: Generated<number> };
  live_events: { user_id: string; seq: number; event: Json<StoredEvent>; created_at: Defaulted<Date> };
}

/** A change stored for the live stream: a patch, or word that a document or list has to be read again. */
export type StoredEvent =
  | { readonly type: 'patch'; readonly key: string; readonly rev: number; readonly patch: unknown }
  | { readonly type: 'document'; readonly key: string }
  | { readonly type: 'changed'; readonly key: string };
