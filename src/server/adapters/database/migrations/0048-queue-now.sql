-- What waits and what is in work at this moment, in one row: for the admins' overview, for metrics and for whatever starts more workers.
-- „Claimable” is what one more worker could take up: of each owner no more than the runs' plans allow beside what is in work. With an
-- owner's run of 300 and room for 4 that is 4. Of runs with different limits those with the higher one come last, as many as still fit.
create view queue_now as
with busy as (
  select r.owner_id, count(*) as photos
  from runs r join run_photos p on p.run_id = r.id and p.state = 'working' and p.lease_until > now()
  where r.state in ('queued', 'running') group by r.owner_id
), open_runs as (
  select r.id, r.owner_id, r.photos_at_once, r.created_at, count(*) as waiting
  from runs r join run_photos p on p.run_id = r.id
    and (p.state = 'waiting' or (p.state = 'working' and p.lease_until <= now()))
  where r.state in ('queued', 'running') group by r.id
), with_room as (
  select o.owner_id, o.waiting, o.created_at, o.photos_at_once - coalesce(b.photos, 0) as room,
    coalesce(sum(o.waiting) over (partition by o.owner_id order by o.photos_at_once desc, o.id
      rows between unbounded preceding and 1 preceding), 0) as of_higher_limits
  from open_runs o left join busy b on b.owner_id = o.owner_id
  where o.photos_at_once > coalesce(b.photos, 0)
), by_owner as (
  select least(sum(waiting), min(room + of_higher_limits)) as claimable, min(created_at) as oldest
  from with_room group by owner_id
)
select
  coalesce((select sum(claimable) from by_owner), 0)::integer as claimable,
  (select min(oldest) from by_owner) as claimable_since,
  (select coalesce(sum(waiting), 0) from open_runs)::integer as waiting,
  (select min(created_at) from open_runs) as waiting_since,
  (select coalesce(sum(photos), 0) from busy)::integer as working,
  (select count(*) from photos where state = 'preparing')::integer as preparing,
  (select count(*) from mails where sent_at is null and address <> '')::integer as mails;
