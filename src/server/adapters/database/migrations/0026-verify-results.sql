-- What the checks of the books and the files found, for the admins to see. SQL of PostgreSQL 15 level.
create table verify_results (
  id text primary key,
  asked_at timestamptz not null,
  ended_at timestamptz,
  violations jsonb not null default '[]',
  problem text
);
create index verify_results_newest on verify_results (asked_at desc);
