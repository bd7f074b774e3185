-- concurrently
-- The lots of a pile are shown, started and downloaded together.
drop index concurrently if exists batches_of_pile;
create index concurrently batches_of_pile on batches (pile_id) where pile_id is not null;
