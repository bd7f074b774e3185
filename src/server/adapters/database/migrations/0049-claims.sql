-- The batch of a photo that was claimed is running. One round trip under the batch's lock; each statement of the function sees what was
-- committed before it, so a run that was cancelled while this waited for the lock shows nothing.
create function show_claim(batch text, run text, photo text, token text)
returns table (rev bigint, started_at timestamptz)
language plpgsql as $$
#variable_conflict use_column
begin
  perform 1 from batches where id = batch for no key update;
  return query
    update batches set state = 'running', rev = batches.rev + 1
    from runs r join run_photos rp on rp.run_id = r.id
    where batches.id = batch and r.id = run and r.finished_at is null
      and rp.photo_id = photo and rp.state = 'working' and rp.lease_token = token
    returning batches.rev, r.started_at;
end $$;
