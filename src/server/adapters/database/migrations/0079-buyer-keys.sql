-- The address that an order was paid with, as a keyed hash of order and address, for as long as its buyer may withdraw: who has no account any more
-- is known by it.
create table buyer_keys (
  order_id text primary key references orders,
  address_key text not null,
  last_day text not null check (last_day ~ '^\d{4}-\d\d-\d\d$') -- day of Bucharest
);

-- Links by mail to the second step of a withdrawal: the secret is in the mail alone, here is its hash.
create table withdrawal_links (
  token_hash text primary key,
  order_id text not null references orders,
  email text not null,
  name text not null, -- as it was typed
  expires_at timestamptz not null
);
