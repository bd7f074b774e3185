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
/** Processes may die under a photo this often before it is given up: a photo that brings the server down must not do so for ever. */
export const MAX_ATTEMPTS = 8;

interface ClaimedPhoto {
  run_id: string;
  batch_id: string;
  owner_id: string;
  photo_id: string;
  attempts: number;
}

/**
 * Takes the next photo to work on: round-robin by user (fewest photos in work first, then the one served longest ago), never more of one
 * user at once than the run's plan allows. A lease that ran out is free to take; its late result finds another token. A caller that chose
 * the token can give back a claim whose result it never received.
 *
 * The choice is one statement with a transaction of its own, since all who ask wait for each other; what the batch's pages see comes after it.
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

/** The batch is running, and its pages are told. False: the run was cancelled since the claim. */
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

/** Stopped in the middle: another worker may take the photo at once. */
export async function giveBack(app: App, token: string): Promise<void> {
  await letGo(app, token, { seconds: 0, isCounted: false });
}

/** The failure was not the photo's: it is tried again in a moment. Those that count are MAX_ATTEMPTS in all. */
export async function retryLater(
  app: App,
  token: string,
  { isCounted }: { isCounted: boolean },
): Promise<void> {
  await letGo(app, token, { seconds: 3, isCounted });
}

/** The token ends as well: a renewal that is under way would hold the photo for the whole time of a lease. */
async function letGo(
  app: App,
  token: string,
  { seconds, isCounted }: { seconds: number; isCounted: boolean },
): Promise<void> {
  await sql`update run_photos set lease_until = now() + make_interval(secs => ${seconds}),
      lease_token = lease_token || ' let go', attempts = attempts - ${isCounted ? 0 : 1}
    where state = 'working' and lease_token = ${token}`.execute(app.db);
}

/** No other server works on this data folder: what the last one left in work is free at once. */
export async function releaseAllLeases(app: App): Promise<void> {
  await sql`update run_photos set lease_until = now() - interval '1 second' where state = 'working'`.execute(
    app.db,
  );
}
