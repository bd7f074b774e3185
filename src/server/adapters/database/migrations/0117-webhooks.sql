-- Addresses of people's programs that are told how lots ended. The secret that signs what is sent there is sealed.
create table webhooks (
  id text primary key,
  user_id text not null references users on delete cascade,
  url text not null,
  sealed_secret text not null,
  created_at timestamptz not null,
  -- When its owner was mailed that a message was given up; null again once one arrives.
  told_at timestamptz
);
create index webhooks_user on webhooks (user_id);
-- What was or will be sent, written in the transaction that ends a lot; kept for thirty days.
create table webhook_deliveries (
  -- The message's id, under which a receiver knows a repeated one.
  id text primary key,
  webhook_id text not null references webhooks on delete cascade,
  user_id text not null references users on delete cascade,
  type text not null check (type in ('lot.finished', 'lot.failed')),
  body text not null,
  created_at timestamptz not null,
  tries integer not null default 0 check (tries >= 0),
  -- The next try; null: it arrived, or was given up.
  due_at timestamptz,
  arrived_at timestamptz,
  tried_at timestamptz,
  -- Of the last answer; null: there was none.
  status integer
);
create index webhook_deliveries_due on webhook_deliveries (due_at) where due_at is not null;
create index webhook_deliveries_of on webhook_deliveries (webhook_id, created_at);
create index webhook_deliveries_user on webhook_deliveries (user_id);
create index webhook_deliveries_age on webhook_deliveries (created_at);
