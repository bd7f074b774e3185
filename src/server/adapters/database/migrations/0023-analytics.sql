-- What the reports over time read without touching the rows: measured by bench/analytics.ts. SQL of PostgreSQL 15 level.
create index runs_begun on runs (created_at) include (owner_id);
create index runs_ended on runs (finished_at) include (state, created_at, started_at) where finished_at is not null;
create index runs_owner on runs (owner_id, created_at) include (state);
create index batches_begun on batches (created_at) include (owner_id);
create index run_photos_failed on run_photos (finished_at) where state = 'failed';

-- Sums of days that are over (Bucharest's), so that a report reads days instead of every row; a job adds each day once.
create table report_days (
  report text not null,
  day date not null,
  series text not null,
  value bigint not null,
  primary key (report, day, series)
);
-- The last day that is summed up.
create table report_sums (
  report text primary key,
  until date not null
);
