-- What admins did, and accounts that are suspended. SQL of PostgreSQL 15 level.
alter table users add column suspended_at timestamptz;
create index users_suspended on users (suspended_at) where suspended_at is not null;

-- Append-only; written in the transaction of what it tells.
create table admin_acts (
  id text primary key,
  -- A user, or „operator” for a tool of whoever runs the server.
  admin_id text not null,
  kind text not null,
  -- Whose account it is about.
  user_id text references users,
  -- What else: an order, a package, a plan, a preset.
  subject text,
  reason text,
  details jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index admin_acts_newest on admin_acts (created_at desc, id desc);
create index admin_acts_user on admin_acts (user_id, created_at desc, id desc) where user_id is not null;

create function is_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger admin_acts_no_change before update or delete on admin_acts
  for each row execute function is_append_only();
create trigger admin_acts_no_truncate before truncate on admin_acts
  for each statement execute function is_append_only();
