-- Every idempotency key that an order answers to: an open order is taken up again under others. SQL of PostgreSQL 15 level.
create table order_keys (
  user_id text not null references users,
  key text not null,
  order_id text not null references orders,
  primary key (user_id, key)
);
create index order_keys_order on order_keys (order_id);
insert into order_keys (user_id, key, order_id)
  select user_id, idempotency_key, id from orders where idempotency_key is not null;
drop index orders_key;
alter table orders drop column idempotency_key;
-- Trials that have ended lately.
create index users_trials on users (trial_expires_at) where trial_expires_at is not null;
