-- Prices and credits of plans, packages of credits. Integer bani. SQL of PostgreSQL 15 level.

-- credits: given at each start of a period (free: once, at registration); −1 is unlimited. Price 0: not for sale.
alter table plan_terms
  add column price_bani bigint not null default 0 check (price_bani >= 0),
  add column credits bigint not null default 0 check (credits >= -1);
update plan_terms set price_bani = 0, credits = 3 where plan = 'free';
update plan_terms set price_bani = 5900, credits = 20 where plan = 'basic';
update plan_terms set price_bani = 14900, credits = 60 where plan = 'pro';
update plan_terms set price_bani = 39900, credits = 200 where plan = 'dealer';
update plan_terms set price_bani = 0, credits = -1 where plan = 'test';

create table credit_packages (
  id text primary key,
  name text not null,
  credits bigint not null check (credits > 0),
  price_bani bigint not null check (price_bani > 0),
  currency text not null default 'RON' check (currency = 'RON'),
  is_active boolean not null default true,
  -- The three that are made when there is none: two first readers at once still make three.
  default_key text unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
