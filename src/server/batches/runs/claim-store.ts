import { sql } from 'kysely';
import type { App } from '#server/app.ts';

export interface Claim {
  readonly runId: string;
  readonly batchId: string;
  readonly ownerId: string;
  readonly photoId: string;
  readonly token: string;
  readonly attempt: number;
}

export const LEASE_SECONDS = 30;
/** So many processes may die over a photo before it is given up: a photo that crashes the server must not do so for ever. */
export const MAX_ATTEMPTS = 8;

interface ClaimedPhoto {
  run_id: string;
  batch_id: string;
  owner_id: string;
  photo_id: string;
  attempts: number;
}

/**
 * Claims the next photo to work on, or returns null. Round-robin by user: fewest photos in work first, then the one served longest ago,
 * never more of a user at once than the run's plan allows; a user's runs in the order they were started. An expired lease is free to take; its late result meets another token. A caller
 * that chose the token can give back a claim whose reply it never received.
 * The choice is one statement in a transaction of its own, since all callers wait for each other; the batch's pages are told after it.
 */
export async function claimPhoto(app: App, token = app.newId('lea')): Promise<Claim | null> {
  const begun = performance.now();
  const { rows } = await sql<ClaimedPhoto>`select * from claim_photo(${token}, ${LEASE_SECONDS})`.execute(
    app.db,
  );
  app.metrics.claim((performance.now() - begun) / 1000);
  const [taken] = rows;
  if (!taken) return null;
  const claim = {
    runId: taken.run_id,
    batchId: taken.batch_id,
    ownerId: taken.owner_id,
    photoId: taken.photo_id,
    token,
    attempt: taken.attempts,
  };
  return (await showClaim(app, claim)) ? claim : null;
}

/** Marks the batch as running and tells its pages; false when the run was cancelled since the claim. */
async function showClaim(app: App, claim: Claim): Promise<boolean> {
  return app.change(async ({ tx, changes }) => {
    const { rows } = await sql<{ rev: number; started_at: Date }>`
      select * from show_claim(${claim.batchId}, ${claim.runId}, ${claim.photoId}, ${claim.token})`.execute(
      tx,
    );
    const [batch] = rows;
    if (!batch) return false;
    changes.patch(claim.ownerId, `batches/${claim.batchId}`, {
      rev: batch.rev,
      patch: {
        state: 'running',
        run: {
          state: 'running',
          startedAt: batch.started_at.toISOString(),
          photos: { [claim.photoId]: { state: 'working' } },
        },
      },
    });
    return true;
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

/** Gives back an interrupted photo: another worker may take it at once. */
export async function giveBack(app: App, token: string): Promise<void> {
  await letGo(app, token, { seconds: 0, isCounted: false });
}

/** Gives back a photo for another try in 3 s; the failure was not the photo's. At most MAX_ATTEMPTS tries count. */
export async function retryLater(
  app: App,
  token: string,
  { isCounted }: { isCounted: boolean },
): Promise<void> {
  await letGo(app, token, { seconds: 3, isCounted });
}

/** Changes the token as well: a renewal under way would hold the photo for the whole lease. */
async function letGo(
  app: App,
  token: string,
  { seconds, isCounted }: { seconds: number; isCounted: boolean },
): Promise<void> {
  await sql`update run_photos set lease_until = now() + make_interval(secs => ${seconds}),
      lease_token = lease_token || ' let go', attempts = attempts - ${isCounted ? 0 : 1}
    where state = 'working' and lease_token = ${token}`.execute(app.db);
}

/** Releases all photos in work; called when no other server works on this data folder. */
export async function releaseAllLeases(app: App): Promise<void> {
  await sql`update run_photos set lease_until = now() - interval '1 second' where state = 'working'`.execute(
    app.db,
  );
}
