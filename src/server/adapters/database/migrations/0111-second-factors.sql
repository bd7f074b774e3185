-- The second step of signing in: codes of an authenticator app. SQL of PostgreSQL 15 level.

-- The app, one of an account at most.
create table totp_factors (
  user_id text primary key references users on delete cascade,
  -- The key that server and app share, sealed with a key of the installation's secret for this account.
  sealed_key text not null,
  begun_at timestamptz not null,
  -- Since when codes are asked for; null: the app has not yet shown that it has the key.
  confirmed_at timestamptz,
  -- The newest span of 30 seconds, counted from 1970, of which a code was taken. Its code and earlier ones count no more.
  last_step integer not null default 0
);

-- Codes for an owner whose app is lost. Each counts once.
create table recovery_codes (
  -- Keyed with the installation's secret and the account: a copy of the table alone leads to no code.
  code_hash text primary key,
  user_id text not null references users on delete cascade,
  made_at timestamptz not null,
  used_at timestamptz
);
create index recovery_codes_user on recovery_codes (user_id);

-- Sign-ins whose password or Google was right and whose code is not given yet: no session, they open nothing else.
create table pending_sign_ins (
  -- Of the secret in the cookie of the browser that signs in.
  token_hash text primary key,
  user_id text not null references users on delete cascade,
  -- The identity that Google named; null: the password was given.
  identity jsonb,
  expires_at timestamptz not null
);
create index pending_sign_ins_user on pending_sign_ins (user_id);
create index pending_sign_ins_age on pending_sign_ins (expires_at);
