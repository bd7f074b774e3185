-- Pages of lots that their owners made public. The code is the address, 128 random bits.
create table lot_pages (
  code text primary key,
  user_id text not null references users on delete cascade,
  -- Null once the lot is gone: the page is over then.
  batch_id text references batches on delete set null,
  title text not null,
  -- Whole units; null: none is said.
  price integer check (price > 0),
  currency text not null check (currency in ('RON', 'EUR')),
  words text not null,
  -- Digits with the country's in front; null: none.
  phone text,
  is_indexed boolean not null,
  has_downloads boolean not null,
  published_at timestamptz not null,
  ends_at timestamptz not null,
  -- When its owner or an admin ended it, or the account was erased.
  ended_at timestamptz,
  end_reason text check (end_reason in ('owner', 'taken-down', 'erased')),
  -- The admin's words to the owner.
  takedown_reason text
);
create unique index lot_pages_standing on lot_pages (batch_id) where ended_at is null;
create index lot_pages_user on lot_pages (user_id);
create index lot_pages_batch on lot_pages (batch_id);

-- Pictures of a page. A picture keeps its name, and so its address, when its photo is processed again.
create table lot_page_pictures (
  code text not null references lot_pages on delete cascade,
  name text not null,
  photo_id text not null references photos on delete cascade,
  position integer not null check (position >= 0),
  -- The file that the owner saw and published, and the one that the copy was made of.
  result_id text not null,
  copied_result_id text,
  picture_id text references public_pictures on delete set null,
  primary key (code, name)
);
create index lot_page_pictures_photo on lot_page_pictures (photo_id);
create index lot_page_pictures_picture on lot_page_pictures (picture_id);

-- What readers report of pages (DSA, article 16).
create table lot_page_reports (
  id text primary key,
  code text not null references lot_pages on delete cascade,
  kind text not null check (kind in ('illegal', 'fraud', 'private', 'other')),
  words text not null,
  -- Where the reader wants an answer; null: nowhere.
  email text,
  created_at timestamptz not null,
  decided_at timestamptz,
  is_taken_down boolean
);
create index lot_page_reports_open on lot_page_reports (created_at) where decided_at is null;
create index lot_page_reports_code on lot_page_reports (code);
