-- The seller's connection to ANAF (RO e-Factura). SQL of PostgreSQL 15 level.

-- One row at most: whose certificate let Fotolot in, and what keeps it from being used.
create table anaf_connection (
  is_only boolean primary key default true check (is_only),
  -- Another with each connecting: tokens are sealed for it.
  id text not null,
  -- Where the access was given.
  mode text not null check (mode in ('stand-in', 'test', 'live')),
  -- The seller's fiscal code, digits.
  cif text not null check (cif ~ '^[1-9][0-9]{1,9}$'),
  -- The admin who connected it; the account may be erased later.
  connected_by text not null,
  connected_at timestamptz not null,
  -- Since when an admin must connect again; null: it can be used.
  broken_since timestamptz,
  -- Since when the certificate lacks the right for this fiscal code, in ANAF's own sentence where it has one.
  right_missing_since timestamptz,
  right_words text
);

-- The access itself, one row at most. Dumps leave it out: a copy of the installation has to be connected anew, and renews nothing of ours.
create table anaf_grant (
  is_only boolean primary key default true check (is_only),
  connection_id text not null,
  -- Both tokens, sealed with a key of the installation's secret and the connection's id.
  sealed text not null,
  -- The pair before its renewal, kept until a call with the new one has worked; null: it has.
  sealed_before text,
  expires_at timestamptz not null,
  refresh_expires_at timestamptz not null,
  renewed_at timestamptz not null
);

-- Visits to ANAF's page: each counts once, in the session that it began in. The state is stored hashed.
create table anaf_attempts (
  state_hash text primary key,
  user_id text not null references users on delete cascade,
  session_id text not null references sessions (id) on delete cascade,
  redirect_uri text not null,
  begun_at timestamptz not null
);
create index anaf_attempts_user on anaf_attempts (user_id);
create index anaf_attempts_session on anaf_attempts (session_id);
create index anaf_attempts_age on anaf_attempts (begun_at);
