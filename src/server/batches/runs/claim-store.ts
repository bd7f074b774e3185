import { sql } from 'kysely';
import type { App } from '#server/app.ts';
import { patchBatch } from '#server/batches/store/batch-store.ts';

export interface Claim {
  readonly runId: string;
  readonly batchId: string;
  readonly ownerId: string;
  readonly photoId: string;
  readonly token: string;
  readonly attempt: number;
}

export const LEASE_SECONDS = 30;
/** Processes may die under a photo this often before it is given up: a photo that brings the server down must not do so for ever. */
export const MAX_ATTEMPTS = 8;

interface Candidate {
  run_id: string;
  batch_id: string;
  owner_id: string;
}

/**
 * Takes the next photo to work on: round-robin by user (fewest photos in work first, then the one served longest ago), never more of one
 * user at once than the run's plan allows. A lease that ran out is free to take; its late result finds another token. A caller that chose
 * the token can give back a claim whose result it never received.
 */
export async function claimPhoto(app: App, token = app.newId('lea')): Promise<Claim | null> {
  return app.change(async (unit) => {
    const { tx } = unit;
    await sql`select pg_advisory_xact_lock(7101)`.execute(tx);
    const { rows } = await sql<Candidate>`
      with busy as (
        select r.owner_id, count(*) as n from run_photos rp join runs r on r.id = rp.run_id
        where rp.state = 'working' and rp.lease_until > now() group by r.owner_id
      ), next as (
        select distinct on (r.owner_id) r.id as run_id, r.batch_id, r.owner_id, r.served_at, coalesce(busy.n, 0) as n
        from runs r left join busy on busy.owner_id = r.owner_id
        where r.state in ('queued', 'running') and coalesce(busy.n, 0) < r.photos_at_once
          and exists (select 1 from run_photos rp where rp.run_id = r.id
            and (rp.state = 'waiting' or (rp.state = 'working' and rp.lease_until <= now())))
        order by r.owner_id, r.served_at
      )
      select run_id, batch_id, owner_id from next order by n, served_at limit 1`.execute(tx);
    const [next] = rows;
    if (!next) return null;
    await sql`select 1 from batches where id = ${next.batch_id} for no key update`.execute(tx);
    const taken = await sql<{ photo_id: string; attempts: number }>`
      update run_photos set state = 'working', lease_token = ${token}, attempts = attempts + 1,
        lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
      where run_id = ${next.run_id} and photo_id = (
        select photo_id from run_photos where run_id = ${next.run_id}
          and (state = 'waiting' or (state = 'working' and lease_until <= now()))
        order by position limit 1)
      returning photo_id, attempts`.execute(tx);
    const [photo] = taken.rows;
    if (!photo) return null;
    const run = await sql<{ started_at: Date }>`
      update runs set state = 'running', started_at = coalesce(started_at, now()), served_at = clock_timestamp()
      where id = ${next.run_id} returning started_at`.execute(tx);
    await sql`update batches set state = 'running' where id = ${next.batch_id}`.execute(tx);
    await patchBatch(
      unit,
      { id: next.batch_id, owner_id: next.owner_id },
      {
        state: 'running',
        run: {
          state: 'running',
          startedAt: run.rows[0]?.started_at.toISOString() ?? null,
          photos: { [photo.photo_id]: { state: 'working' } },
        },
      },
    );
    return {
      runId: next.run_id,
      batchId: next.batch_id,
      ownerId: next.owner_id,
      photoId: photo.photo_id,
      token,
      attempt: photo.attempts,
    };
  });
}

/** Renews leases; returns the tokens that are still valid. */
export async function renewLeases(app: App, tokens: readonly string[]): Promise<Set<string>> {
  if (tokens.length === 0) return new Set();
  const { rows } = await sql<{ lease_token: string }>`
    update run_photos set lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where state = 'working' and lease_token = any(${[...tokens]}::text[]) returning lease_token`.execute(
    app.db,
  );
  return new Set(rows.map((row) => row.lease_token));
}

/** Stopped in the middle: another worker may take the photo at once. */
export async function giveBack(app: App, token: string): Promise<void> {
  await sql`update run_photos set lease_until = now(), attempts = attempts - 1
    where state = 'working' and lease_token = ${token}`.execute(app.db);
}

/** The failure was not the photo's: it is tried again in a moment, MAX_ATTEMPTS times in all. */
export async function retryLater(app: App, token: string): Promise<void> {
  await sql`update run_photos set lease_until = now() + interval '3 seconds'
    where state = 'working' and lease_token = ${token}`.execute(app.db);
}

/** No other server works on this data folder: what the last one left in work is free at once. */
export async function releaseAllLeases(app: App): Promise<void> {
  await sql`update run_photos set lease_until = now() - interval '1 second' where state = 'working'`.execute(
    app.db,
  );
}
