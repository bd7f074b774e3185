-- Guided shots: a lot may have a list of what it is photographed from, a photo may be one of these, and people have lists of their own.
alter table batches add column shot_list jsonb;
alter table photos add column shot text;
-- exterior, interior or detail.
alter table photos add column shot_kind text;
create table shot_lists (
  user_id text primary key references users on delete cascade,
  lists jsonb not null,
  updated_at timestamptz not null
);
