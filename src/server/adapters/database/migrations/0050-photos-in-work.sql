-- concurrently
-- How many photos of each owner are in work is counted at each claim, under its lock: without reading all that wait.
drop index concurrently if exists run_photos_working;
create index concurrently run_photos_working on run_photos (run_id) where state = 'working';
