-- A cut-out drawn over a good one waits here until the person takes it; the good one counts until then.
alter table photos add column cutout_draft_id text references cutouts on delete set null;
create index photos_cutout_draft on photos (cutout_draft_id) where cutout_draft_id is not null;
