import type { ColumnType } from 'kysely';
import type { BreakReason } from '#domain/adverts/connection.ts';
import type { SiteName } from '#domain/adverts/sites.ts';
import type { FileFacts } from '#domain/batches/file-facts.ts';
import type { BatchState, RunPhotoState, RunState } from '#domain/batches/states.ts';
import type { GrantSource } from '#domain/credits/grants.ts';
import type { AnafBase, Sending, SendingState } from '#domain/invoices/anaf/sending.ts';
import type { InvoiceCause } from '#domain/invoices/series.ts';
import type { InvoiceKind } from '#domain/invoices/snapshot.ts';
import type { BillingDetails } from '#domain/payments/billing.ts';
import type { RegisteredFirm } from '#domain/payments/firms/registered-firm.ts';
import type { BlockReason, OrderState, ReviewReason } from '#domain/payments/order-state.ts';
import type { DeclineReason } from '#domain/payments/provider-status.ts';
import type { DebtCause, WayPaid } from '#domain/payments/withdrawals.ts';
import type { Analysis } from '#domain/photos/analysis.ts';
import type { PhotoFormat, PhotoState } from '#domain/photos/limits.ts';
import type { AgreedFigures } from '#domain/plans/agreed-figures.ts';
import type { Plan, PlanLimits } from '#domain/plans/plan.ts';
import type { CutoutEngine, CutoutHints } from '#domain/recipes/cutout.ts';
import type { Box, Quad } from '#domain/recipes/geometry.ts';
import type { LotLook } from '#domain/recipes/look/lot-look.ts';
import type {
  FileWarning,
  OutputChoice,
  OutputFormat,
  OutputSpec,
  Rendition,
} from '#domain/recipes/outputs.ts';
import type { Watermark } from '#domain/recipes/overlays.ts';
import type { PhotoOverrides } from '#domain/recipes/photo-overrides.ts';
import type { CoverAtStart, PlateCover } from '#domain/recipes/plates.ts';
import type { PresetRules } from '#domain/recipes/presets.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import type { ShotKind, ShotList } from '#domain/shots/shots.ts';
import type { KeyKind } from '#domain/users/api-keys.ts';
import type { AuditAction } from '#domain/users/audit-actions.ts';
import type { GooglePurpose } from '#domain/users/google.ts';
import type { LinkPurpose } from '#domain/users/mail-link.ts';
import type { Right } from '#domain/users/rights.ts';
import type { Theme } from '#domain/users/theme.ts';
import type { Role } from '#domain/users/user-document.ts';
import type { LotEvent, WebhookEvent, WebhookState } from '#domain/users/webhooks.ts';
import type { ProviderIdentity } from '#server/adapters/sign-in/port.ts';
import type { Timestamp } from './generated-tables.ts';
import type {
  CameAs,
  ChosenFiles,
  FrozenEdits,
  StoredAction,
  StoredConsents,
  StoredEvent,
  StoredRefusal,
  StoredSnapshot,
} from './stored-json.ts';

/** The database alone says it. */
type Computed<T> = ColumnType<T, never, never>;
/** JSON that every insert writes, although the database has a default. */
type Written<T> = ColumnType<T, string, string>;

/**
 * Columns of which the code knows more than the database: the shape of JSON, the words of a text. Whether a column may be null or left out
 * comes from the database (`generated-tables.ts`) by `schema.ts`. A `ColumnType` is taken as it is, here where the code always writes a
 * column that has a default.
 */
export interface ColumnTypes {
  // Users and the ways into their accounts
  users: { role: Role; theme: Theme };
  sessions: { claims_role: Role; user_agent: ColumnType<string, string, string> };
  api_keys: { kind: KeyKind };
  webhooks: { events: LotEvent[]; state: WebhookState };
  webhook_deliveries: { event: WebhookEvent };
  google_attempts: {
    mode: 'popup' | 'redirect';
    identity: ProviderIdentity;
    purpose: GooglePurpose;
  };
  pending_sign_ins: { identity: ProviderIdentity };
  advert_connections: { site: SiteName; broken_reason: BreakReason };
  advert_attempts: { site: SiteName };
  mail_links: { purpose: LinkPurpose };
  data_exports: { state: 'waiting' | 'ready' | 'failed' };
  mails: { data: Written<Record<string, unknown>> };

  // Plans and credits
  /** View: plan and trial of a user as the screen reads them, with legacy fields where the current ones are null. */
  plans_as_read: {
    id: Computed<string>;
    plan: Computed<Plan>;
    activated_at: Computed<Date | null>;
    renew_at: Computed<Date | null>;
    expires_at: Computed<Date | null>;
    cancel_at_period_end: Computed<boolean>;
    trial_used: Computed<boolean>;
    trial_activated_at: Computed<Date | null>;
    trial_expires_at: Computed<Date | null>;
  };
  credit_grants: { source: GrantSource };
  gift_claims: { kind: 'registration' | 'trial' };

  // Photos and batches
  photos: {
    name_key: Computed<string>;
    state: PhotoState;
    format: PhotoFormat;
    analysis: Analysis;
    plates: Quad[];
    plate_suggestions: Quad[];
    /** The suggestions that the engine is sure of; null where it did not say. */
    sure_plates: Quad[];
    refusal: StoredRefusal;
    shot_kind: ShotKind;
  };
  cutouts: { engine: CutoutEngine; subject: Box; hints: CutoutHints };
  batches: {
    name_key: Computed<string>;
    state: BatchState;
    recipe: Recipe;
    outputs: OutputChoice[];
    photo_order: 'time' | 'name';
    window_limits: PlanLimits;
    shot_list: ShotList;
  };
  batch_photos: { exception: PhotoOverrides; came_as: CameAs };
  results: { format: OutputFormat; warnings: FileWarning[]; facts: FileFacts };
  live_events: { event: StoredEvent };

  // Runs
  runs: {
    state: RunState;
    recipe: Recipe;
    outputs: OutputSpec[];
    lot_balance: [number, number, number];
    lot_look: LotLook;
    limits: PlanLimits;
    window_photo_ids: string[];
  };
  wanted_starts: {
    upload_keys: string[];
    /** Plates to cover besides confirmed ones; null: none. */
    cover_plates: CoverAtStart;
    /** Photos whose found plates stay uncovered. */
    wrong_plates_on: string[];
    refusal: StoredRefusal;
  };
  run_photos: { state: RunPhotoState; error: StoredRefusal; edits: FrozenEdits };

  // Recipes, their outputs and downloads
  presets: { renditions: Rendition[]; rules: PresetRules };
  newer_presets: { rules: PresetRules };
  trial_images: { prepared: { format: PhotoFormat; analysis: Analysis } };
  trial_cutouts: { engine: CutoutEngine; subject: Box; hints: CutoutHints };
  brand_kits: { watermark: Watermark; plates: PlateCover };
  recipes: { recipe: Recipe; outputs: OutputChoice[] };
  shot_lists: { lists: ShotList[] };
  zips: { items: ChosenFiles };

  // Packages, checkouts, orders, purchases
  credit_packages: { currency: 'RON' };
  registered_firms: { facts: RegisteredFirm; asked_at: Timestamp };
  firm_registry_turns: { next_at: Timestamp };
  billing_profiles: { details: BillingDetails; updated_at: Timestamp };
  checkouts: {
    billing: BillingDetails;
    consents: StoredConsents;
    figures: AgreedFigures;
    created_at: Timestamp;
  };
  orders: {
    number: Computed<string>;
    kind: 'package' | 'plan';
    currency: 'RON';
    mode: 'simulator' | 'sandbox' | 'live' | 'imported';
    state: OrderState;
    held_for: BlockReason;
    told_admins: ReviewReason[];
    customer_action: StoredAction;
    decline_reason: DeclineReason;
    created_at: Timestamp;
  };
  order_events: {
    source: 'us' | 'user' | 'notification' | 'status' | 'admin' | 'import';
    data: Written<Record<string, unknown>>;
    created_at: Timestamp;
  };
  payment_notices: { received_at: Timestamp };
  refunds: { state: 'asked' | 'done' | 'refused'; created_at: Timestamp };
  withdrawals: { came_by: 'settings' | 'page' | 'earlier' };
  withdrawal_debts: {
    cause: DebtCause;
    /** Days as „2026-12-08”. */
    pay_until: ColumnType<string, string, never>;
    paid_way: WayPaid;
    paid_on: ColumnType<string | null, string | null, string>;
  };
  invoices: {
    kind: InvoiceKind;
    cause: InvoiceCause;
    mode: 'simulator' | 'sandbox' | 'live';
    snapshot: StoredSnapshot;
  };
  anaf_connection: { mode: 'stand-in' | 'test' | 'live' };
  hand_in_marks: { kind: 'handed-in' | 'undone'; created_at: Timestamp };
  efactura_periods: { base: AnafBase; began_at: Timestamp };
  efactura_sendings: { base: AnafBase; state: SendingState; zip: Sending['zip'] };
  efactura_messages: { base: AnafBase; kind: 'T' | 'R'; created_at: Timestamp };
  credit_purchases: { kind: 'package' | 'plan'; currency: 'RON' };

  // Tables for admins, and the processes
  account_rights: { name: Right };
  admin_acts: { kind: AuditAction; details: Written<Record<string, unknown>>; created_at: Timestamp };
  verify_results: { violations: { rule: string; rows: string[] }[] };
  processes: { role: 'all' | 'web' | 'worker' };
  /** Hashes by file name; null where a version without them noted the build. */
  web_builds: { sha256s: Record<string, string> };
}
