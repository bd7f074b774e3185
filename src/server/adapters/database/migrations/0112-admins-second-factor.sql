-- Whether admins must have a second factor. SQL of PostgreSQL 15 level.

-- One row at most: they must.
create table admin_second_factor (
  is_only boolean primary key default true check (is_only),
  since timestamptz not null
);
