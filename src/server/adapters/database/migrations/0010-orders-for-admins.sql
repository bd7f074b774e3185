-- Everybody's orders as admins look through them, newest first. SQL of PostgreSQL 15 level.
create index orders_newest on orders (created_at desc, id desc);
create index orders_in_review on orders (created_at desc) where state = 'review';
create index orders_told on orders (created_at desc) where told_admins <> '[]';
