-- concurrently
-- Orders that were paid lately are looked for each minute (keep-buyer-keys).
drop index concurrently if exists orders_paid;
create index concurrently orders_paid on orders (paid_at) where paid_at is not null;
