-- A person's runs are worked on in the order they were started: of thirty lots the first is done first, not all of them at the end. Among
-- people the one comes next who was served longest ago, whichever run that was. Before, each of a person's runs had its own turn, and a
-- person with thirty that had waited went before one with a single lot whenever both had equally many photos in work.
create or replace function claim_photo(token text, lease_seconds integer)
returns table (run_id text, batch_id text, owner_id text, photo_id text, attempts integer)
language plpgsql as $$
#variable_conflict use_column
declare
  next record;
begin
  perform set_config('synchronous_commit', 'off', true);
  perform pg_advisory_xact_lock(7101);
  loop
    with busy as (
      select r.owner_id, count(*) as n from run_photos rp join runs r on r.id = rp.run_id
      where rp.state = 'working' and rp.lease_until > now() group by r.owner_id
    ), served as (
      select r.owner_id, max(r.served_at) as at from runs r
      where r.state in ('queued', 'running') and r.started_at is not null group by r.owner_id
    ), first_of_owner as (
      select distinct on (r.owner_id) r.id, r.batch_id, r.owner_id, r.created_at, coalesce(busy.n, 0) as n
      from runs r left join busy on busy.owner_id = r.owner_id
      where r.state in ('queued', 'running') and coalesce(busy.n, 0) < r.photos_at_once
        and exists (select 1 from run_photos rp where rp.run_id = r.id
          and (rp.state = 'waiting' or (rp.state = 'working' and rp.lease_until <= now())))
      order by r.owner_id, r.created_at, r.id
    )
    select f.id, f.batch_id, f.owner_id into next from first_of_owner f left join served on served.owner_id = f.owner_id
      order by f.n, coalesce(greatest(served.at, (select o.served_at from runs o
          where o.owner_id = f.owner_id and o.finished_at is not null order by o.finished_at desc limit 1)
        ), f.created_at), f.created_at limit 1;
    if not found then return; end if;
    update runs set state = 'running', started_at = coalesce(started_at, now()), served_at = clock_timestamp()
      where id = next.id and state in ('queued', 'running');
    -- It was cancelled while this waited for its row: the next one is looked for.
    continue when not found;
    return query
      update run_photos set state = 'working', lease_token = token, attempts = run_photos.attempts + 1,
        lease_until = now() + make_interval(secs => lease_seconds)
      where run_photos.run_id = next.id and run_photos.photo_id = (
        select rp.photo_id from run_photos rp where rp.run_id = next.id
          and (rp.state = 'waiting' or (rp.state = 'working' and rp.lease_until <= now()))
        order by rp.position limit 1)
      returning run_photos.run_id, next.batch_id, next.owner_id, run_photos.photo_id, run_photos.attempts;
    return;
  end loop;
end $$;
