-- A copy of what an advert had before is a public picture, too, and no result's.
alter table public_pictures alter column result_id drop not null;
-- Difference hash of 64 bits in hexadecimal; null for pictures of earlier versions.
alter table public_pictures add column fingerprint text;

-- A lot's pictures on their way into an advert. No text of an advert is kept: a hash, and the addresses of its pictures.
create table advert_sendings (
  id text primary key,
  user_id text not null references users on delete cascade,
  connection_id text references advert_connections on delete set null,
  batch_id text references batches on delete set null,
  site text not null,
  is_test boolean not null,
  -- The account's number and name at the site.
  seller_id text not null,
  seller text not null,
  advert_id text not null,
  -- Empty until the advert was read.
  advert_title text not null default '',
  advert_url text not null default '',
  -- The advert as the person saw it.
  seen text not null,
  without_undo boolean not null,
  -- The press that it came from.
  request_key text not null,
  state text not null
    check (state in ('preparing', 'waiting', 'sending', 'checking', 'done', 'failed', 'stopped')),
  failure text,
  failure_detail text not null default '',
  failure_fields jsonb not null default '[]',
  -- Not looked at before.
  due_at timestamptz not null,
  -- Since when and how often a busy site was waited for.
  waiting_since timestamptz,
  waits integer not null default 0,
  -- When the change went to the site, and when all was over.
  sent_at timestamptz,
  finished_at timestamptz,
  -- The site's own addresses of the former pictures; null until they were read.
  former_addresses jsonb,
  taken integer,
  cover text check (cover in ('right', 'other', 'unknown')),
  after_state text,
  after_raw text,
  after_reason text,
  -- Looks at the advert: until an unknown outcome is known, then at what the site makes of it. Null: none is left.
  looks integer not null default 0,
  look_at timestamptz,
  lease_token text,
  lease_until timestamptz,
  created_at timestamptz not null,
  unique (user_id, request_key)
);
-- An advert takes one sending at a time, no matter whose.
create unique index advert_sendings_under_way on advert_sendings (site, is_test, advert_id)
  where state in ('preparing', 'waiting', 'sending', 'checking');
create index advert_sendings_due on advert_sendings (due_at)
  where state in ('preparing', 'waiting', 'sending', 'checking') or look_at is not null;
create index advert_sendings_batch on advert_sendings (batch_id, created_at);
create index advert_sendings_connection on advert_sendings (connection_id);
create index advert_sendings_age on advert_sendings (created_at) where batch_id is null;

-- All pictures that the advert has afterwards, in order.
create table advert_sending_pictures (
  sending_id text not null references advert_sendings on delete cascade,
  position integer not null check (position >= 0),
  -- A result's id, a former picture's id, or the place of a picture that the advert had.
  kind text not null check (kind in ('result', 'former', 'kept')),
  source text not null,
  -- The copy that the site fetches; null until it is made, and once it is gone.
  picture_id text references public_pictures on delete set null,
  primary key (sending_id, position)
);
create index advert_sending_pictures_picture on advert_sending_pictures (picture_id);

-- Copies of the pictures that an advert had before, in order.
create table advert_former_pictures (
  sending_id text not null references advert_sendings on delete cascade,
  position integer not null check (position >= 0),
  picture_id text not null references public_pictures on delete cascade,
  primary key (sending_id, position)
);
create index advert_former_pictures_picture on advert_former_pictures (picture_id);
