-- Addresses of people's programs that are told how lots ended. The secret that signs what is sent there is sealed.
create table webhooks (
  id text primary key,
  user_id text not null references users on delete cascade,
  url text not null,
  events text[] not null check (cardinality(events) > 0 and events <@ array['lot.done', 'lot.failed']),
  -- Off: all tries of a message failed. Gone: its program said 410. No lot is told to either.
  state text not null default 'on' check (state in ('on', 'off', 'gone')),
  sealed_secret text not null,
  created_at timestamptz not null
);
create index webhooks_user on webhooks (user_id);
-- What was or will be sent, written in the transaction that ends a lot; kept for thirty days.
create table webhook_deliveries (
  -- The message's id, under which a receiver knows a repeated one.
  id text primary key,
  webhook_id text not null references webhooks on delete cascade,
  user_id text not null references users on delete cascade,
  event text not null check (event in ('lot.done', 'lot.failed', 'webhook.test')),
  body text not null,
  created_at timestamptz not null,
  tries integer not null default 0 check (tries >= 0),
  -- The next try; null: it arrived, or was given up.
  due_at timestamptz,
  -- Of the process that sends it now.
  lease_token text,
  lease_until timestamptz,
  arrived_at timestamptz,
  -- End of the last try, and the status of its answer; null: there was none.
  tried_at timestamptz,
  status integer
);
create index webhook_deliveries_due on webhook_deliveries (due_at) where due_at is not null;
create index webhook_deliveries_of on webhook_deliveries (webhook_id, created_at);
create index webhook_deliveries_user on webhook_deliveries (user_id);
create index webhook_deliveries_age on webhook_deliveries (created_at);
