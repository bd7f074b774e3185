-- Accounts that are left: files that go, and when an account was used last. SQL of PostgreSQL 15 level.

-- Files that nothing names any more, until they are off the disk: written with the rows that let go of them, so that a crash loses none.
create table files_to_remove (
  key text primary key,
  added_at timestamptz not null default now()
);

-- The last use in any session, some minutes old at most; when its owner was told that it is unused.
alter table users
  add column seen_at timestamptz not null default now(),
  add column unused_warned_at timestamptz;
update users set seen_at = greatest(created_at, last_login_at,
  (select max(s.seen_at) from sessions s where s.user_id = users.id));
create index users_unused on users (seen_at) where deleted_at is null;
