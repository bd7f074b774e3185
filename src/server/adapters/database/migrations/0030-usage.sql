-- What one has used over the last weeks: the owner's runs by the day they ended.
create index runs_owner_ended on runs (owner_id, finished_at) where finished_at is not null;
