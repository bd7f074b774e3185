import { SiteFailure } from '#domain/adverts/site-failure.ts';
import type { AdvertSite } from '#server/adapters/adverts/port.ts';
import {
  type ConnectionRow,
  lockConnection,
  markBroken,
  saveGrant,
} from '#server/adverts/connections/connection-store.ts';
import { type Grant, isOver, openGrant, sealGrant } from '#server/adverts/connections/seal-grant.ts';
import type { App, Tx } from '#server/app.ts';

export type Renewal =
  | { readonly outcome: 'usable'; readonly accessToken: string }
  /** `busy`: another process renews it. `gone`: it was unlinked. */
  | { readonly outcome: 'broken' | 'busy' | 'gone' };

interface Wanted {
  readonly connectionId: string;
  /** Returns false for a grant that another renewal has put there meanwhile. */
  readonly isStale: (grant: Grant, row: ConnectionRow) => boolean;
  /** False: a connection that is locked is left to the one who holds it. */
  readonly isPatient: boolean;
}

/**
 * Renews a connection's grant under its row's lock and stores the pair in the same transaction: a refresh token counts once, so of several
 * who renew one does, and the others find what it got. Only what the site says of the grant itself breaks the connection. Throws SiteFailure
 * for every other failure, and the connection stays as it was.
 */
export async function renewGrant(app: App, site: AdvertSite, wanted: Wanted): Promise<Renewal> {
  const { connectionId, isStale, isPatient } = wanted;
  return app.change(async ({ tx }): Promise<Renewal> => {
    // What is read here is what the last holder of the lock has stored.
    const row = await lockConnection(tx, connectionId, { isPatient });
    if (row === null) return { outcome: isPatient ? 'gone' : 'busy' };
    const grant = openGrant(app, row.id, row.sealed_grant);
    if (row.broken_since !== null || grant === null) return { outcome: 'broken' };
    if (!isStale(grant, row)) return { outcome: 'usable', accessToken: grant.accessToken };
    try {
      return await renewLocked(tx, app, { site, row, grant });
    } catch (error) {
      if (!(error instanceof SiteFailure) || error.kind !== 'reconnect') throw error;
      const reason = isOver(row, grant, app.now()) ? 'over' : 'ended';
      await markBroken(tx, row.id, { reason, now: app.now() });
      app.log.info({ site: row.site, connectionId }, 'a connection is broken');
      return { outcome: 'broken' };
    }
  });
}

interface Held {
  readonly site: AdvertSite;
  readonly row: ConnectionRow;
  readonly grant: Grant;
}

async function renewLocked(tx: Tx, app: App, { site, row, grant }: Held): Promise<Renewal> {
  // Access without a way to renew it ends by itself.
  if (grant.refreshToken === null) throw new SiteFailure('reconnect');
  const given = await site.renew(grant.refreshToken);
  const next = { accessToken: given.accessToken, refreshToken: given.refreshToken ?? grant.refreshToken };
  await saveGrant(tx, row.id, {
    sealed_grant: sealGrant(app, row.id, next),
    expires_at: given.expiresAt,
    renewed_at: app.now(),
  });
  return { outcome: 'usable', accessToken: next.accessToken };
}
