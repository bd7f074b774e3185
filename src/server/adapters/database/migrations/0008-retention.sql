-- How long photos are kept. SQL of PostgreSQL 15 level.

-- The days in force as they were seen last, and each time they had fallen: at = when it was seen, seen_at = when they still stood.
create table retention_days (
  user_id text primary key references users,
  days integer not null check (days > 0),
  seen_at timestamptz not null,
  -- Warnings that were due by then have been sent.
  warned_at timestamptz
);
create table retention_falls (
  user_id text not null references users,
  at timestamptz not null,
  seen_at timestamptz not null,
  days_before integer not null check (days_before > 0),
  primary key (user_id, at)
);
create index photos_used on photos (owner_id, last_used_at, id) where state = 'ready' and trashed_at is null and purged_at is null;
create index batch_window_photos_photo on batch_window_photos (photo_id);
create index runs_logo on runs (logo_photo_id) where logo_photo_id is not null;
create index results_photo on results (photo_id);

-- Nothing was deleted by age before: the days count from here.
update photos set last_used_at = now() where purged_at is null;

-- The storage counts results as well as originals.
update users u set stored_bytes = stored_bytes + r.total
from (select owner_id, sum(bytes) as total from results group by 1) r where r.owner_id = u.id;
