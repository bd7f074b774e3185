-- Rows in the order in which a store lists their files, whatever the language of the database.
create index photos_by_key on photos (id collate "C") where purged_at is null;
create index results_by_key on results (file_key collate "C");
create index results_by_id on results (id collate "C");
create index cutouts_by_id on cutouts (id collate "C");

-- Part of the key of the avatar's file. Null: the file lies at users/{id}/avatar.jpg, where avatars used to take each other's place.
alter table users add column avatar_version text;

-- Pictures of the test page, one a user, for as long as they are used: the files trials/{id}, trials/{id}.jpg and the masks of their cut-outs.
create table trial_images (
  id text primary key,
  user_id text not null unique references users,
  prepared jsonb not null,
  used_at timestamptz not null
);
create index trial_images_use on trial_images (used_at);
create table trial_cutouts (
  id text primary key,
  image_id text not null references trial_images on delete cascade,
  engine text not null check (engine in ('grabcut', 'plain', 'model')),
  confidence double precision not null check (confidence between 0 and 1),
  sure boolean not null,
  subject jsonb,
  hints jsonb not null,
  made_at timestamptz not null default clock_timestamp()
);
create index trial_cutouts_image on trial_cutouts (image_id, made_at);

-- The lease of the request that writes an upload: another process waits until it is given back or runs out.
alter table photos
  add column upload_token text,
  add column upload_until timestamptz,
  add constraint photos_upload_lease check ((upload_token is null) = (upload_until is null));
