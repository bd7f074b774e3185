-- Firms as ANAF's public registry has them, kept for a day. Of who asked there is nothing. SQL of PostgreSQL 15 level.
create table registered_firms (
  cui text primary key check (cui ~ '^[1-9][0-9]{1,9}$'),
  facts jsonb not null,
  asked_at timestamptz not null
);
create index registered_firms_asked on registered_firms (asked_at);

-- One row: from when on the next request may leave, whichever process sends it. The registry takes one a second.
create table firm_registry_turns (
  is_only boolean primary key default true check (is_only),
  next_at timestamptz not null
);
