-- What the backup tool did last, for the admins. A dump leaves it out: a restored copy has had no backup of its own.
create table last_backup (
  -- Of its folder, „fotolot-…Z”.
  name text not null,
  made_at timestamptz not null,
  -- When all of it was read again, and whether it was as it was written; null until then.
  checked_at timestamptz,
  is_whole boolean,
  is_only boolean primary key default true check (is_only),
  check ((checked_at is null) = (is_whole is null))
);
