-- Accounts, sessions, plans, the credit ledger, photos, lots, runs, results, live events. SQL of PostgreSQL 15 level.

create table users (
  id text primary key,
  email text not null unique check (email = lower(email)),
  email_verified_at timestamptz,
  display_name text,
  photo_url text,
  photo_updated_at timestamptz,
  password_hash text,
  role text not null default 'user' check (role in ('user', 'admin')),
  plan text not null default 'free',
  plan_expires_at timestamptz,
  last_login_at timestamptz,
  created_at timestamptz not null default now(),
  rev bigint not null default 1,
  batch_count bigint not null default 0,
  stored_bytes bigint not null default 0 check (stored_bytes >= 0)
);

create table sessions (
  token_hash text primary key,
  id text not null unique,
  user_id text not null references users on delete cascade,
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);

create table rate_limits (
  key text primary key,
  hits integer not null,
  resets_at timestamptz not null
);
create index rate_limits_resets on rate_limits (resets_at);

create table idempotency_keys (
  user_id text not null references users on delete cascade,
  key text not null,
  route text not null,
  body_hash text not null,
  run_id text,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);

-- What a plan allows from a day on; the newest row not in the future counts. Prices come with payments.
create table plan_terms (
  plan text not null check (plan in ('free', 'basic', 'pro', 'dealer', 'test')),
  valid_from timestamptz not null,
  photos_per_lot integer not null check (photos_per_lot > 0),
  outputs_per_run integer not null check (outputs_per_run > 0),
  saved_recipes integer not null check (saved_recipes >= 0),
  retention_days integer not null check (retention_days > 0),
  storage_bytes bigint not null check (storage_bytes > 0),
  photos_at_once integer not null check (photos_at_once > 0),
  primary key (plan, valid_from)
);
insert into plan_terms values
  ('free', '2026-01-01', 20, 2, 2, 7, 2000000000, 1),
  ('basic', '2026-01-01', 60, 4, 10, 30, 10000000000, 1),
  ('pro', '2026-01-01', 150, 8, 50, 90, 40000000000, 2),
  ('dealer', '2026-01-01', 300, 8, 200, 365, 200000000000, 4),
  ('test', '2026-01-01', 300, 8, 50, 7, 10000000000, 1);

create table credit_accounts (
  user_id text primary key references users,
  balance bigint not null default 0 check (balance >= 0),
  unlimited_until timestamptz,
  seq bigint not null default 0
);

create table credit_grants (
  id text primary key,
  user_id text not null references credit_accounts,
  seq bigint not null,
  source text not null check (source in ('trial', 'plan', 'gift', 'bought')),
  granted bigint not null check (granted > 0),
  remaining bigint not null check (remaining >= 0 and remaining <= granted),
  expires_at timestamptz,
  extended_at timestamptz,
  expiries integer not null default 0,
  ref text not null,
  created_at timestamptz not null default now()
);
create index credit_grants_live on credit_grants (user_id) where remaining > 0;

create table credit_ledger (
  user_id text not null references credit_accounts,
  seq bigint not null check (seq > 0),
  kind text not null,
  delta bigint not null,
  amount bigint not null check (amount >= 0),
  balance_after bigint not null check (balance_after >= 0),
  ref text not null,
  actor text not null,
  reason text,
  created_at timestamptz not null default now(),
  primary key (user_id, seq),
  unique (kind, ref),
  check (case kind
    when 'grant' then delta = amount and amount > 0
    when 'hold' then delta = -amount and amount > 0
    when 'release' then delta = amount
    when 'spend' then delta = 0
    when 'expire' then delta = -amount and amount > 0
    when 'correct' then delta = amount or delta = -amount
    when 'refund' then delta = -amount
    when 'refund-undone' then delta = amount
    else false end)
);

create function credit_ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'credit_ledger is append-only';
end $$;
create trigger credit_ledger_no_change before update or delete on credit_ledger
  for each row execute function credit_ledger_is_append_only();
create trigger credit_ledger_no_truncate before truncate on credit_ledger
  for each statement execute function credit_ledger_is_append_only();

create table credit_hold_parts (
  ref text not null,
  position integer not null,
  grant_id text not null references credit_grants,
  amount bigint not null check (amount > 0),
  primary key (ref, position)
);

-- Gift once per normalised address, as a keyed hash, past deletion.
create table gift_claims (
  address_key text not null,
  kind text not null check (kind in ('registration', 'trial')),
  created_at timestamptz not null default now(),
  primary key (address_key, kind)
);

create table photos (
  id text primary key,
  owner_id text not null references users,
  name text not null,
  bytes bigint not null check (bytes >= 0),
  state text not null check (state in ('uploading', 'preparing', 'ready', 'refused', 'duplicate')),
  format text,
  width integer,
  height integer,
  sha256 text,
  thumbhash text,
  taken_at text, -- local time of the camera, ISO without zone
  has_gps boolean not null default false,
  has_alpha boolean not null default false,
  analysis jsonb,
  refusal jsonb,
  duplicate_of text,
  last_used_at timestamptz not null default now(),
  trashed_at timestamptz,
  purged_at timestamptz,
  created_at timestamptz not null default date_trunc('milliseconds', now()), -- as exact as a cursor
  check (state <> 'ready' or (sha256 is not null and width is not null and analysis is not null and format is not null))
);
create index photos_gallery on photos (owner_id, created_at desc, id desc) where purged_at is null;
create index photos_copies on photos (owner_id, sha256) where trashed_at is null and purged_at is null and state = 'ready';
create index photos_unfinished on photos (state, created_at) where state in ('uploading', 'preparing');
create index photos_trash on photos (trashed_at) where trashed_at is not null and purged_at is null;

create table batches (
  id text primary key,
  owner_id text not null references users,
  number bigint not null,
  name text not null,
  state text not null default 'draft'
    check (state in ('draft', 'queued', 'running', 'done', 'partial', 'cancelled', 'failed')),
  recipe jsonb not null,
  outputs jsonb not null,
  ordered_by_hand boolean not null default false,
  window_credits bigint not null default 0 check (window_credits >= 0),
  window_ends_at timestamptz,
  window_limits jsonb,
  deleted_at timestamptz,
  rev bigint not null default 1,
  created_at timestamptz not null default now(),
  unique (owner_id, number)
);
create index batches_list on batches (owner_id, created_at desc) where deleted_at is null;

create table batch_photos (
  batch_id text not null references batches on delete cascade,
  photo_id text not null references photos,
  position integer not null,
  primary key (batch_id, photo_id)
);
create index batch_photos_photo on batch_photos (photo_id);

-- W: photos done in any run of the lot's open window; they stay when removed, trashed or purged.
create table batch_window_photos (
  batch_id text not null references batches on delete cascade,
  photo_id text not null,
  primary key (batch_id, photo_id)
);

create table runs (
  id text primary key,
  batch_id text not null references batches,
  owner_id text not null references users,
  number integer not null,
  state text not null check (state in ('queued', 'running', 'done', 'partial', 'cancelled', 'failed')),
  recipe jsonb not null,
  outputs jsonb not null,
  lot_balance jsonb,
  logo_photo_id text,
  limits jsonb not null,
  photos_at_once integer not null,
  window_photo_ids jsonb not null,
  window_credits bigint not null,
  cost bigint not null check (cost >= 0),
  settled bigint check (settled >= 0 and settled <= cost),
  unlimited boolean not null,
  served_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  unique (batch_id, number),
  check ((state in ('queued', 'running')) = (finished_at is null)),
  check ((settled is null) = (finished_at is null))
);
create unique index runs_one_at_a_time on runs (batch_id) where state in ('queued', 'running');
create index runs_open on runs (owner_id) where state in ('queued', 'running');

create table run_photos (
  run_id text not null references runs on delete cascade,
  photo_id text not null references photos,
  position integer not null,
  state text not null default 'waiting' check (state in ('waiting', 'working', 'done', 'failed', 'cancelled')),
  error jsonb,
  attempts integer not null default 0,
  lease_token text,
  lease_until timestamptz,
  finished_at timestamptz,
  primary key (run_id, photo_id),
  check ((state = 'working') = (lease_token is not null)),
  check ((state = 'working') = (lease_until is not null))
);
create index run_photos_open on run_photos (run_id, position) where state in ('waiting', 'working');
create index run_photos_photo on run_photos (photo_id) where state in ('waiting', 'working');

create table results (
  id text primary key,
  owner_id text not null references users,
  batch_id text not null references batches on delete cascade,
  photo_id text not null references photos,
  run_id text not null references runs,
  output_key text not null,
  output_label text not null,
  output_position integer not null,
  suffix text not null,
  format text not null,
  width integer not null,
  height integer not null,
  bytes bigint not null,
  sha256 text not null,
  file_key text not null unique,
  warnings jsonb not null,
  created_at timestamptz not null default now(),
  unique (batch_id, photo_id, output_key, suffix)
);

-- Live events: per user numbered in commit order (the stream row is locked last in a transaction).
create table live_streams (
  user_id text primary key,
  seq bigint not null default 0
);
create table live_events (
  user_id text not null,
  seq bigint not null,
  event jsonb not null,
  created_at timestamptz not null default now(),
  primary key (user_id, seq)
);
create index live_events_age on live_events (created_at);
