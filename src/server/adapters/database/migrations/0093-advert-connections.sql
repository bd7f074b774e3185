-- Accounts at sites with adverts that people let Fotolot into.
create table advert_connections (
  id text primary key,
  user_id text not null references users on delete cascade,
  site text not null,
  -- True for an account at the site's stand-in, which is none at the site.
  is_test boolean not null,
  -- Number and name of the account at the site; null: it says no name.
  seller_id text not null,
  seller_name text,
  -- Tokens, sealed with a key of the installation's secret and this row's id; null once the connection is broken.
  sealed_grant text,
  -- Until when the access token counts.
  expires_at timestamptz not null,
  renewed_at timestamptz not null,
  connected_at timestamptz not null,
  -- Why and since when it cannot be used; null: it can.
  broken_reason text,
  broken_since timestamptz,
  unique (user_id, site, is_test, seller_id)
);
create index advert_connections_renewed on advert_connections (renewed_at);

-- Visits to a site's page of consent: each counts once, for 15 minutes, in the session that it began in. The state is stored hashed.
create table advert_attempts (
  state_hash text primary key,
  user_id text not null references users on delete cascade,
  session_id text not null references sessions (id) on delete cascade,
  site text not null,
  redirect_uri text not null,
  -- The batch that the person comes back to; null: the settings.
  batch_id text references batches on delete cascade,
  expires_at timestamptz not null
);
create index advert_attempts_age on advert_attempts (expires_at);
create index advert_attempts_user on advert_attempts (user_id);
create index advert_attempts_session on advert_attempts (session_id);
create index advert_attempts_batch on advert_attempts (batch_id);
