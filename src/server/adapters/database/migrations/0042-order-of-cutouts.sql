-- How often a person asked for this photo's cut-out. What was asked for earlier and is finished later, by another process, is not stored.
alter table photos add column cutout_asked integer not null default 0;
