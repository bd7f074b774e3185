-- Links by which a phone adds photos to one lot without signing in. Key and cookie are stored hashed. A link goes with the session that
-- made it, whichever version of the server ends that.
create table phone_links (
  id text primary key,
  key_hash text not null unique,
  cookie_hash text not null unique,
  user_id text not null references users on delete cascade,
  session_id text not null references sessions (id) on delete cascade,
  batch_id text not null references batches on delete cascade,
  -- Most photos that may come by it: the free places of the lot when it was made.
  places integer not null check (places > 0),
  used integer not null default 0 check (used between 0 and places),
  -- The browser that opened it last; null: none yet.
  user_agent text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Ended before it expired.
  ended_at timestamptz
);
create index phone_links_batch on phone_links (batch_id);
create index phone_links_session on phone_links (session_id);
create index phone_links_user on phone_links (user_id);
create index phone_links_age on phone_links (expires_at);
-- The link that a photo came by; null: its owner added it.
alter table photos add column phone_link text;
