-- What a seller lays over every lot, kept once; the recipe that new lots begin with. SQL of PostgreSQL 15 level.
create table brand_kits (
  user_id text primary key references users on delete cascade,
  watermark jsonb,
  plates jsonb,
  updated_at timestamptz not null
);
alter table recipes add column is_default boolean not null default false;
create unique index recipes_default on recipes (owner_id) where is_default;
