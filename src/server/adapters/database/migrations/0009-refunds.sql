-- Refunds asked for here; what went back outside stands in order_events alone. SQL of PostgreSQL 15 level.
create table refunds (
  id text primary key, -- ref of its ledger rows
  order_id text not null references orders,
  asked_by text not null references users,
  reason text not null,
  amount_bani bigint not null check (amount_bani > 0),
  withdrawn bigint not null check (withdrawn >= 0), -- credits
  -- asked: what the provider did is not known yet
  state text not null default 'asked' check (state in ('asked', 'done', 'refused')),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((state = 'asked') = (ended_at is null))
);
create index refunds_order on refunds (order_id, created_at);
-- One at a time, and one successful refund per order.
create unique index refunds_once on refunds (order_id) where state <> 'refused';
