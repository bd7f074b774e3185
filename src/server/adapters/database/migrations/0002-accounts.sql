-- The whole user document (current and legacy fields), Google identities, links by mail, mails. SQL of PostgreSQL 15 level.

alter table users rename column plan_expires_at to subscription_expires_at;
-- Null in a current field means that the legacy one is read; a write sets the current fields and clears the legacy ones.
alter table users
  add column subscription_status text,
  add column subscription_activated_at timestamptz,
  add column subscription_renew_at timestamptz,
  add column subscription_cancel_at_period_end boolean,
  add column legacy_plan_renew_at timestamptz,
  add column legacy_plan_expires_at timestamptz,
  add column legacy_plan_activated_at timestamptz,
  add column legacy_plan_cancel_at_period_end boolean,
  add column trial_used boolean,
  add column trial_activated_at timestamptz,
  add column trial_expires_at timestamptz,
  add column legacy_trial_activated boolean,
  add column legacy_trial_activated_at timestamptz,
  add column legacy_trial_expires_at timestamptz,
  add column deleted_at timestamptz;

-- Who somebody is at an OpenID provider: (issuer, subject), never the address.
create table identities (
  issuer text not null,
  subject text not null,
  user_id text not null references users,
  email text,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index identities_user on identities (user_id);

-- A way through the provider that is not back yet; the browser that began it holds the key.
create table google_attempts (
  state_hash text primary key,
  browser_hash text not null,
  nonce text not null,
  verifier text not null,
  mode text not null check (mode in ('popup', 'redirect')),
  redirect text,
  redirect_uri text not null,
  -- Set once the provider has answered but the password of an existing account is still to come.
  identity jsonb,
  expires_at timestamptz not null
);
create index google_attempts_age on google_attempts (expires_at);

-- Links sent by mail: only the hash of the secret is kept.
create table mail_links (
  token_hash text primary key,
  purpose text not null check (purpose in ('reset-password', 'verify-email')),
  user_id text not null references users,
  email text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index mail_links_user on mail_links (user_id);
create index mail_links_age on mail_links (expires_at);

-- Every mail once per event; a job sends it. user_id is null while nobody may be told whether an account exists.
create table mails (
  id text primary key,
  kind text not null,
  ref text not null,
  user_id text references users,
  address text not null,
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  unique (kind, ref)
);
create index mails_age on mails (created_at);
