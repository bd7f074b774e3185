import { type BreakReason, isRunningOut } from '#domain/adverts/connection.ts';
import { SiteFailure } from '#domain/adverts/site-failure.ts';
import { AppError } from '#domain/errors.ts';
import type { AdvertSite } from '#server/adapters/adverts/port.ts';
import {
  type ConnectionRow,
  findConnection,
  lockConnection,
  markBroken,
} from '#server/adverts/connections/connection-store.ts';
import { findSite, isOfSite } from '#server/adverts/connections/connections.ts';
import { renewGrant } from '#server/adverts/connections/renew-grant.ts';
import { type Grant, openGrant } from '#server/adverts/connections/seal-grant.ts';
import { tellOfRefusal } from '#server/adverts/connections/site-refusal-mail.ts';
import type { App } from '#server/app.ts';
import { refuseSuspended } from '#server/users/suspension-store.ts';

export interface Access {
  readonly site: AdvertSite;
  readonly accessToken: string;
  /** To be called before each further call of the work. Throws as `runWithGrant` where the access has ended meanwhile. */
  readonly refuseEnded: () => Promise<void>;
}

/**
 * Runs work with access to a person's account at a site; the token is renewed first when it ends within minutes, and the work is run once
 * more when the site no longer takes it. Throws http/not-found for a connection that is gone, auth/suspended, and what the work throws. A
 * connection that is broken, or breaks now, is a SiteFailure of the kind `reconnect`.
 */
export async function runWithGrant<T>(
  app: App,
  { userId, connectionId }: { userId: string; connectionId: string },
  work: (access: Access) => Promise<T>,
): Promise<T> {
  const { row, site, grant } = await openConnection(app, { userId, connectionId });
  const refuseEnded = async () => {
    await openConnection(app, { userId, connectionId });
  };
  try {
    const accessToken = isRunningOut(asAccess(grant, row), app.now())
      ? await renewIf(app, site, {
          connectionId,
          isStale: (stored, storedRow) => isRunningOut(asAccess(stored, storedRow), app.now()),
        })
      : grant.accessToken;
    return await workOrRenew(app, { site, connectionId, accessToken, refuseEnded }, work);
  } catch (error) {
    if (!(error instanceof SiteFailure)) throw error;
    if (error.kind === 'operator') await tellOfRefusal(app, row.site);
    if (error.kind === 'reconnect') {
      const isEnded = site.connectsBy === 'key' && error.facts.isNarrow !== true;
      await breakConnection(app, connectionId, isEnded ? 'ended' : 'narrow');
    }
    throw error;
  }
}

async function openConnection(
  app: App,
  of: { userId: string; connectionId: string },
): Promise<{ row: ConnectionRow; site: AdvertSite; grant: Grant }> {
  const row = await findConnection(app.db, of);
  if (row === null) throw new AppError('http/not-found');
  await refuseSuspended(app.db, of.userId);
  const site = findSite(app, row.site);
  if (!isOfSite(app, row)) throw new AppError('http/not-found');
  const grant = openGrant(app, row.id, row.sealed_grant);
  if (row.broken_since !== null || grant === null) throw new SiteFailure('reconnect');
  return { row, site, grant };
}

function asAccess({ refreshToken }: Grant, { expires_at: expiresAt }: ConnectionRow) {
  return { expiresAt, isRenewable: refreshToken !== null };
}

async function workOrRenew<T>(
  app: App,
  { connectionId, ...access }: Access & { readonly connectionId: string },
  work: (access: Access) => Promise<T>,
): Promise<T> {
  const { site, accessToken: first } = access;
  try {
    return await work(access);
  } catch (error) {
    if (!(error instanceof SiteFailure) || error.kind !== 'token') throw error;
    const isStale = ({ accessToken }: { readonly accessToken: string }) => accessToken === first;
    return work({ ...access, accessToken: await renewIf(app, site, { connectionId, isStale }) });
  }
}

/** Returns a token that counts. Throws http/not-found for a connection that was unlinked, SiteFailure. */
async function renewIf(
  app: App,
  site: AdvertSite,
  wanted: Pick<Parameters<typeof renewGrant>[2], 'connectionId' | 'isStale'>,
): Promise<string> {
  const renewal = await renewGrant(app, site, { ...wanted, isPatient: true });
  if (renewal.outcome === 'usable') return renewal.accessToken;
  if (renewal.outcome === 'broken') throw new SiteFailure('reconnect');
  throw new AppError('http/not-found');
}

/** The site took the token for a smaller right than the work needs, or a shop takes its key no more. */
async function breakConnection(app: App, connectionId: string, reason: BreakReason): Promise<void> {
  await app.change(async ({ tx }) => {
    const row = await lockConnection(tx, connectionId, { isPatient: true });
    if (row && row.broken_since === null) await markBroken(tx, connectionId, { reason, now: app.now() });
  });
}
