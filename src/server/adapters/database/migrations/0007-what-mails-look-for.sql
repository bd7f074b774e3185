-- Jobs look for what has happened lately and is still to be told by mail. SQL of PostgreSQL 15 level.
create index credit_ledger_age on credit_ledger (created_at);
create index credit_purchases_age on credit_purchases (created_at);
