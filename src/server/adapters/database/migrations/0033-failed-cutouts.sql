-- Looking for the object failed for good: the photo says so and waits for its owner.
alter table photos add column cutout_failed boolean not null default false;
