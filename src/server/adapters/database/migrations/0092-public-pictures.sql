-- Pictures that other sites fetch by an address: copies of delivered files, which stay as they are whatever happens to the lot.
create table public_pictures (
  id text primary key,
  user_id text not null references users on delete cascade,
  -- The result that it is a copy of, which may be gone since.
  result_id text not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  bytes integer not null check (bytes > 0),
  sha256 text not null,
  created_at timestamptz not null,
  -- Its address answers until then.
  expires_at timestamptz not null,
  -- When its file was given to be removed; null: it is there.
  removed_at timestamptz
);
create index public_pictures_user on public_pictures (user_id);
create index public_pictures_age on public_pictures (expires_at);

-- Who fetched them: all that some sites tell of a single picture.
create table picture_fetches (
  id bigint generated always as identity primary key,
  picture_id text not null references public_pictures on delete cascade,
  fetched_at timestamptz not null,
  method text not null check (method in ('GET', 'HEAD')),
  status integer not null,
  -- Bytes of the picture that went out; fewer than it has where the reader left.
  bytes integer not null check (bytes >= 0),
  ip text not null,
  user_agent text not null
);
create index picture_fetches_picture on picture_fetches (picture_id, fetched_at);
create index picture_fetches_age on picture_fetches (fetched_at);
