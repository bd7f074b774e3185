-- Keys by which a person's programs use the API. A key is stored hashed. One that is withdrawn, or whose account is suspended, goes.
create table api_keys (
  id text primary key,
  key_hash text not null unique,
  user_id text not null references users on delete cascade,
  name text not null,
  -- What it may do: read, or read and work.
  kind text not null check (kind in ('read', 'work')),
  created_at timestamptz not null,
  -- To a minute; null: not yet.
  used_at timestamptz
);
create index api_keys_user on api_keys (user_id);
