-- Checkouts, orders, what the provider said of them, purchases. Integer bani. SQL of PostgreSQL 15 level.

-- What the next invoice says, remembered for the next checkout.
create table billing_profiles (
  user_id text primary key references users,
  details jsonb not null,
  updated_at timestamptz not null default now()
);

-- The sheet before a payment as it was agreed to: billing, consents, price and days shown. Stored before the provider is called.
create table checkouts (
  id text primary key,
  user_id text not null references users,
  item text not null, -- package id or plan value
  price_bani bigint not null check (price_bani > 0),
  shown_days integer,
  billing jsonb not null,
  consents jsonb not null,
  return_to text,
  created_at timestamptz not null default now()
);
create index checkouts_newest on checkouts (user_id, item, created_at desc);

create table orders (
  id text primary key,
  user_id text not null references users,
  checkout_id text references checkouts,
  kind text not null check (kind in ('package', 'plan')),
  item text not null,
  name text not null,
  credits bigint not null,
  amount_bani bigint not null check (amount_bani >= 0),
  currency text not null default 'RON' check (currency = 'RON'),
  shown_days integer,
  mode text not null check (mode in ('simulator', 'sandbox', 'live', 'imported')),
  state text not null check (state in
    ('created', 'started', 'pending', 'declined', 'cancelled', 'expired', 'review', 'paid', 'refunded', 'charged-back', 'imported')),
  -- What else the order's machine remembers: domain/payments/order-state.ts.
  is_granted boolean not null default false,
  held_for text,
  is_cancelled_by_provider boolean not null default false,
  told_admins jsonb not null default '[]',
  provider_id text unique,
  payment_url text,
  customer_action jsonb,
  authentication_token text,
  decline_reason text,
  idempotency_key text,
  return_to text,
  rev bigint not null default 1,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  paid_at timestamptz,
  next_check_at timestamptz,
  checks integer not null default 0,
  check (is_granted or state <> 'paid')
);
create unique index orders_key on orders (user_id, idempotency_key) where idempotency_key is not null;
create index orders_user on orders (user_id, created_at desc);
create index orders_to_check on orders (next_check_at) where next_check_at is not null;

-- Everything an order went through, and from whom; append-only.
create table order_events (
  order_id text not null references orders,
  seq bigint not null,
  source text not null check (source in ('us', 'user', 'notification', 'status', 'admin', 'import')),
  event text not null,
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (order_id, seq)
);
create trigger order_events_no_change before update or delete on order_events
  for each row execute function credit_ledger_is_append_only();

-- Notifications by the hash of their body: the same one twice is one.
create table payment_notices (
  body_sha512 text primary key,
  order_id text,
  provider_id text,
  received_at timestamptz not null default now()
);
create index payment_notices_age on payment_notices (received_at);

-- Paid orders: exactly one row each.
create table credit_purchases (
  id text primary key,
  order_id text not null unique references orders,
  user_id text not null references users,
  kind text not null check (kind in ('package', 'plan')),
  name text not null,
  credits bigint not null,
  price_bani bigint not null,
  currency text not null default 'RON',
  created_at timestamptz not null
);
create index credit_purchases_user on credit_purchases (user_id, created_at desc, id desc);
