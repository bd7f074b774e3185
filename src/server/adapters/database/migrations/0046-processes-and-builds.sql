-- Which processes live, by a row that each renews: what older code cannot bear waits for its end.
create table processes (
  id text primary key,
  role text not null check (role in ('all', 'web', 'worker')),
  -- The page that it was started with; null where none is built.
  build text,
  -- Number of the newest migration that its code has.
  migration text not null,
  started_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp()
);

-- Builds of the page whose files are stored below web/, for tabs that were opened with them.
create table web_builds (
  id text primary key,
  -- Number of the newest migration of its code: tells older from newer.
  migration text not null,
  -- Below web/.
  files text[] not null,
  first_seen_at timestamptz not null default clock_timestamp(),
  -- Of a web process that has it.
  seen_at timestamptz not null default clock_timestamp()
);
