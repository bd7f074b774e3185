-- Plan periods. SQL of PostgreSQL 15 level.

-- The line of a user's periods (domain/plans/periods.ts); the plan fields of users are copied from it in the same transaction.
-- No row: never had a plan here, what the user document says counts.
create table plan_states (
  user_id text primary key references users,
  state jsonb not null,
  -- When the running period ends: then the next one starts, or the plan is over.
  next_at timestamptz
);
create index plan_states_due on plan_states (next_at) where next_at is not null;

-- A paid plan starts at plan_starts_at; late: not when it was shown to.
alter table orders
  add column plan_starts_at timestamptz,
  add column is_late boolean not null default false;
create index credit_grants_due on credit_grants (expires_at) where remaining > 0 and expires_at is not null;
