-- Names as a search compares them: „Țeavă” is found by „teava”. The same function folds what is typed.
create function fold(words text) returns text language sql immutable parallel safe
  return lower(regexp_replace(normalize(words, nfd), '[\u0300-\u036f]', '', 'g'));

alter table photos add column name_key text not null generated always as (fold(name)) stored;
alter table batches add column name_key text not null generated always as (fold(name)) stored;

create index photos_names on photos (owner_id, name_key, id) where purged_at is null;
create index photos_thrown on photos (owner_id, trashed_at desc, id desc) where trashed_at is not null and purged_at is null;

-- As exact as a cursor.
alter table results alter column created_at set default date_trunc('milliseconds', now());
update results set created_at = date_trunc('milliseconds', created_at);
create index results_gallery on results (owner_id, created_at desc, id desc);

-- What somebody chose to download as one file; the browser fetches it in a request of its own.
create table zips (
  id text primary key,
  owner_id text not null references users on delete cascade,
  items jsonb not null,
  created_at timestamptz not null default now()
);
create index zips_age on zips (created_at);
