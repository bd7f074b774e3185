-- Archives of all one's data, made when asked for and kept for some days. SQL of PostgreSQL 15 level.
create table data_exports (
  id text primary key,
  user_id text not null references users on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed')),
  bytes bigint,
  asked_at timestamptz not null,
  ready_at timestamptz,
  expires_at timestamptz,
  check ((state = 'ready') = (bytes is not null and expires_at is not null))
);
create index data_exports_user on data_exports (user_id, asked_at desc);
