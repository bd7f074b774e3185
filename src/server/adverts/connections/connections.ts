import type { Connection, Connections, OfferedSite } from '#contract/adverts/connections.ts';
import { canConnect, type PageSiteName, SITES, type SiteName } from '#domain/adverts/sites.ts';
import { AppError } from '#domain/errors.ts';
import type { AdvertSite } from '#server/adapters/adverts/port.ts';
import { keepAttempt } from '#server/adverts/connections/attempt-store.ts';
import {
  type ConnectionRow,
  deleteConnection,
  listConnections,
} from '#server/adverts/connections/connection-store.ts';
import { type Grant, isOver, openGrant } from '#server/adverts/connections/seal-grant.ts';
import type { App, User } from '#server/app.ts';
import { findBatch } from '#server/batches/store/batch-store.ts';
import { consumeRateLimit } from '#server/http/limits/rate-limit.ts';

const BEGUN = { hits: 20, seconds: 900 };

/** Returns the site of a name. Throws http/not-found where the operator has none. */
export function findSite(app: App, name: SiteName): AdvertSite {
  const site = app.adverts[name];
  if (site === null) throw new AppError('http/not-found');
  return site;
}

/** True for a connection at the site as it is reached now: those at a stand-in are none at the real site. */
export function isOfSite(app: App, row: Pick<ConnectionRow, 'site' | 'is_test'>): boolean {
  const mode = app.adverts[row.site]?.mode;
  return mode !== undefined && row.is_test === (mode === 'stand-in');
}

export async function readConnections(app: App, user: User): Promise<Connections> {
  const rows = await listConnections(app.db, user.id);
  return {
    sites: SITES.flatMap((site) => offerSite(app, site)),
    connections: rows.filter((row) => isOfSite(app, row)).map((row) => asConnection(app, row)),
  };
}

function offerSite(app: App, site: SiteName): OfferedSite[] {
  const reached = app.adverts[site];
  if (reached === null) return [];
  const { mode, connectsBy } = reached;
  const hours = connectsBy === 'password' && { accessHours: reached.accessHours };
  return [
    { site, mode, connectsBy, canConnect: canConnect(reached, app.publicUrl()), ...hours } as OfferedSite,
  ];
}

function asConnection(app: App, row: ConnectionRow): Connection {
  const grant = openGrant(app, row.id, row.sealed_grant);
  return {
    id: row.id,
    site: row.site,
    seller: row.seller_name ?? row.seller_id,
    connectedAt: row.connected_at.toISOString(),
    accessEndsAt: grant?.refreshToken === null ? row.expires_at.toISOString() : null,
    broken: findBreak(app, row, grant),
  };
}

function findBreak(app: App, row: ConnectionRow, grant: Grant | null): Connection['broken'] {
  const { broken_reason: reason, broken_since: since, expires_at: end } = row;
  if (reason !== null && since !== null) return { reason, since: since.toISOString() };
  if (grant === null) return { reason: 'unreadable', since: row.renewed_at.toISOString() };
  return isOver(row, grant, app.now()) ? { reason: 'over', since: end.toISOString() } : null;
}

interface Begin {
  readonly site: PageSiteName;
  readonly batchId: string | null;
  readonly redirectUri: string;
}

/**
 * Begins a visit to the site's page of consent. Returns its address. Throws http/not-found where no account can be linked,
 * http/unavailable, batches/not-found, http/too-many-requests.
 */
export async function beginConnection(
  app: App,
  user: User,
  { site: name, batchId, redirectUri }: Begin,
): Promise<{ url: string }> {
  const site = app.adverts[name];
  if (site === null || !canConnect(site, app.publicUrl())) throw new AppError('http/not-found');
  await consumeRateLimit(app, `adverts:begin:${user.id}`, { limit: BEGUN, code: 'http/too-many-requests' });
  if (batchId !== null) await findBatch(app.db, user.id, batchId);
  const { id: userId, sessionId } = user;
  const state = await keepAttempt(app, { userId, sessionId, site: name, redirectUri, batchId });
  const url = await site.connectUrl({ state, redirectUri }).catch((error: unknown) => {
    app.log.warn({ error, site: name }, 'the site’s page of consent has no address');
    throw new AppError('http/unavailable');
  });
  return { url };
}

/** Forgets an own connection with its tokens. Throws http/not-found. */
export async function endConnection(app: App, user: User, connectionId: string): Promise<void> {
  if (!(await deleteConnection(app.db, { userId: user.id, connectionId })))
    throw new AppError('http/not-found');
}
