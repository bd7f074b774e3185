-- How the cut-out objects of a run's batch stand on another ground: one line and one scale by view. Null: each by itself, as in runs that
-- began before.
alter table runs add column lot_look jsonb;
