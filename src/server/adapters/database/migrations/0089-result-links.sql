-- Links by which a phone reads the results of one lot without signing in. A table of its own: a server that knows only phone_links can take
-- neither kind for the other. Key and cookie are stored hashed. A link goes with the session that made it.
create table result_links (
  id text primary key,
  key_hash text not null unique,
  cookie_hash text not null unique,
  user_id text not null references users on delete cascade,
  session_id text not null references sessions (id) on delete cascade,
  batch_id text not null references batches on delete cascade,
  -- The browser that opened it last; null: none yet.
  user_agent text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Ended before it expired.
  ended_at timestamptz
);
create index result_links_batch on result_links (batch_id);
create index result_links_session on result_links (session_id);
create index result_links_user on result_links (user_id);
create index result_links_age on result_links (expires_at);
