-- An invoice that was made again because money that had gone back is here again: a dispute was won. Its cause is „mended”, like that of others that
-- replace one.
alter table invoices add column is_restored boolean not null default false;
