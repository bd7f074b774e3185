-- A start that was asked for while photos of the batch were still arriving or being prepared. It runs once they are there, at no more than
-- the price that was agreed to; where something stops it, the row says what until the person has answered.
create table wanted_starts (
  batch_id text primary key references batches,
  owner_id text not null references users,
  upload_keys jsonb not null, -- of the uploads it waits for, as their sender calls them
  most_cost integer not null check (most_cost >= 0),
  asked_at timestamptz not null,
  refusal jsonb, -- why it did not run
  tell_at timestamptz -- when a mail may tell of that
);
create index wanted_starts_owner on wanted_starts (owner_id);
create index wanted_starts_to_tell on wanted_starts (tell_at) where tell_at is not null;

-- Its owner was not there when it began: its end is told, however short it was.
alter table runs add column self_started boolean not null default false;
