-- Documents on their way into RO e-Factura by ANAF's interfaces. SQL of PostgreSQL 15 level.

-- Times in which documents are sent: from the first call that ANAF takes in a mode until another mode is found. One is open at most.
create table efactura_periods (
  base text not null check (base in ('stand-in', 'test', 'live')),
  began_at timestamptz not null,
  ended_at timestamptz check (ended_at >= began_at),
  primary key (base, began_at)
);
create unique index efactura_periods_open on efactura_periods ((true)) where ended_at is null;

-- One row: until when all sending waits, and for what.
create table efactura_queue (
  is_only boolean primary key default true check (is_only),
  paused_until timestamptz,
  pause_reason text,
  -- The last look for messages of buyers.
  buyers_asked_at timestamptz
);
insert into efactura_queue default values;

-- A document's sending: one, ever. No foreign key, whose lock a storno of the document would wait for; no document is ever deleted.
create table efactura_sendings (
  invoice_id text primary key,
  -- Where it goes: trials go to the stand-in and to ANAF's test system alone, real documents to the live one.
  base text not null check (base in ('stand-in', 'test', 'live')),
  -- The invoice that a storno waits for; null: it waits for none.
  waits_for text,
  -- From when it may be sent: the document's issue, or an admin's press.
  released_at timestamptz not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'sending', 'unknown', 'sent', 'nok', 'accepted', 'rejected')),
  next_at timestamptz,
  tries integer not null default 0 check (tries >= 0),
  -- All uploads of it that were begun.
  uploads integer not null default 0 check (uploads >= 0),
  started_at timestamptz,
  unknown_since timestamptz,
  again_at timestamptz,
  looked_at timestamptz,
  upload_index text check (upload_index ~ '^[1-9][0-9]{0,19}$'),
  follows integer not null default 0 check (follows >= 0),
  download_id text check (download_id ~ '^[1-9][0-9]{0,19}$'),
  accepted_at timestamptz,
  zip text not null default 'none' check (zip in ('none', 'kept', 'gone')),
  zip_sha256 text check (zip_sha256 ~ '^[0-9a-f]{64}$'),
  errors text,
  -- SHA-256 of the bytes that were uploaded.
  xml_sha256 text check (xml_sha256 ~ '^[0-9a-f]{64}$'),
  -- What the admins were mailed of: a rejection; an accepted document without its signed file.
  told_rejected_at timestamptz,
  told_zip_at timestamptz,
  -- The last press by which an admin had it sent again.
  again_key text,
  -- Counts its changes: an answer counts only while nothing else has come.
  version integer not null default 1,
  check ((state = 'accepted') = (accepted_at is not null)),
  check (state <> 'accepted' or (upload_index is not null and download_id is not null)),
  check (state not in ('sent', 'nok') or upload_index is not null),
  check (state <> 'nok' or download_id is not null),
  check (state <> 'rejected' or (errors is not null and next_at is null)),
  check (state not in ('sending', 'unknown') or (started_at is not null and xml_sha256 is not null)),
  check ((state = 'unknown') <= (unknown_since is not null and again_at is not null)),
  check ((next_at is null) = (state = 'rejected' or (state = 'accepted' and zip <> 'none'))),
  check ((zip = 'kept') = (zip_sha256 is not null)),
  check (zip = 'none' or state = 'accepted')
);
-- An upload of ANAF's is one document's, among those that may count.
create unique index efactura_sendings_index on efactura_sendings (base, upload_index)
  where state in ('sent', 'nok', 'accepted');
create index efactura_sendings_due on efactura_sendings (next_at) where next_at is not null;
create index efactura_sendings_waits on efactura_sendings (waits_for) where waits_for is not null;

create function efactura_sending_fits() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if not exists (select from invoices where id = new.invoice_id and (mode = 'live') = (new.base = 'live')) then
    raise exception '% is no document for %', new.invoice_id, new.base;
  end if;
  return new;
end $$;
create trigger efactura_sendings_fit before insert on efactura_sendings
  for each row execute function efactura_sending_fits();

create function efactura_sending_is_kept() returns trigger language plpgsql as $$
begin
  if new.invoice_id <> old.invoice_id or new.base <> old.base or new.uploads < old.uploads then
    raise exception 'a sending is of one document and goes to one place';
  end if;
  if old.zip = 'kept' and (to_jsonb(new) - array['told_zip_at', 'version'])
      <> (to_jsonb(old) - array['told_zip_at', 'version']) then
    raise exception 'an accepted document with its signed file never changes';
  end if;
  return new;
end $$;
create trigger efactura_sendings_kept before update on efactura_sendings
  for each row execute function efactura_sending_is_kept();
create trigger efactura_sendings_no_delete before delete on efactura_sendings
  for each row execute function is_append_only();
create trigger efactura_sendings_no_truncate before truncate on efactura_sendings
  for each statement execute function is_append_only();

-- Messages of ANAF's lists: our own accepted documents, read while one is looked for (T), and what buyers object (R).
create table efactura_messages (
  base text not null check (base in ('stand-in', 'test', 'live')),
  download_id text not null,
  kind text not null check (kind in ('T', 'R')),
  upload_index text,
  type text not null,
  details text not null,
  created_at timestamptz not null,
  -- Of the document in its file; null: not read.
  xml_sha256 text,
  -- Downloads of it: a few.
  tries integer not null default 0,
  told_at timestamptz,
  primary key (base, download_id)
);
create index efactura_messages_index on efactura_messages (base, upload_index);
