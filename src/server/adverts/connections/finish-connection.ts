import { type ConnectionOutcome, MOST_CONNECTIONS, outcomeOfFailure } from '#domain/adverts/connection.ts';
import { SiteFailure } from '#domain/adverts/site-failure.ts';
import type { PageSiteName } from '#domain/adverts/sites.ts';
import { AppError } from '#domain/errors.ts';
import type { PageSite, SiteGrant, SiteSeller } from '#server/adapters/adverts/port.ts';
import { type ConnectionAttempt, takeAttempt } from '#server/adverts/connections/attempt-store.ts';
import { listConnections, lockSeller, saveConnection } from '#server/adverts/connections/connection-store.ts';
import { sealGrant } from '#server/adverts/connections/seal-grant.ts';
import { tellOfRefusal } from '#server/adverts/connections/site-refusal-mail.ts';
import type { App, User } from '#server/app.ts';
import { consumeIpRateLimit } from '#server/http/limits/rate-limit.ts';
import type { Visitor } from '#server/http/security/visitor.ts';
import { lockUser } from '#server/users/user-store.ts';

const PER_IP = { hits: 60, seconds: 900 };

export interface ConnectionReturn {
  readonly outcome: ConnectionOutcome;
  /** The batch in which the visit began. */
  readonly batchId: string | null;
}

/**
 * Ends a visit to a site's page of consent: stores the access that the person gave, in place of an earlier one to the same account. Anything
 * wrong is an outcome, and nothing is stored. Throws http/too-many-requests, auth/session-required for an account that was just deleted.
 */
export async function finishConnection(
  app: App,
  visitor: Visitor,
  { site: name, query, user }: { site: PageSiteName; query: URLSearchParams; user: User | null },
): Promise<ConnectionReturn> {
  await consumeIpRateLimit(
    app,
    { name: 'adverts:callback', ip: visitor.ip },
    { limit: PER_IP, code: 'http/too-many-requests' },
  );
  const state = query.get('state') ?? '';
  const attempt = user && (await takeAttempt(app, { state, sessionId: user.sessionId, site: name }));
  const site = app.adverts[name];
  if (!attempt || site === null) return { outcome: 'expired', batchId: null };
  const { batchId } = attempt;
  const said = query.get('error');
  if (said === 'access_denied') return { outcome: 'refused', batchId };
  const code = query.get('code');
  if (said !== null || !code) {
    app.log.warn(
      { site: name, said: said?.slice(0, 60) ?? null },
      'a site sent a browser back without a code',
    );
    return { outcome: 'failed', batchId };
  }
  try {
    const given = await askForGrant(site, { code, redirectUri: attempt.redirectUri });
    return { outcome: await linkSeller(app, attempt, given), batchId };
  } catch (error) {
    if (!(error instanceof SiteFailure)) throw error;
    const { kind, facts } = error;
    app.log.warn({ site: name, kind, status: facts.status ?? null }, 'an account at a site was not linked');
    if (kind === 'operator') await tellOfRefusal(app, name);
    return { outcome: outcomeOfFailure(kind), batchId };
  }
}

interface Given {
  readonly isTest: boolean;
  readonly grant: SiteGrant;
  readonly seller: SiteSeller;
}

async function askForGrant(
  site: PageSite,
  asked: { readonly code: string; readonly redirectUri: string },
): Promise<Given> {
  const grant = await site.exchangeCode(asked);
  const seller = await site.readSeller(grant.accessToken);
  return { isTest: site.mode === 'stand-in', grant, seller };
}

async function linkSeller(
  app: App,
  { userId, site }: ConnectionAttempt,
  { isTest, grant, seller }: Given,
): Promise<'linked' | 'many'> {
  return app.change(async ({ tx }) => {
    // Also lets one visit after the other store what it brings.
    if (!(await lockUser(tx, userId))) throw new AppError('auth/session-required');
    const known = await lockSeller(tx, { userId, site, isTest, sellerId: seller.id });
    if (known === null && (await listConnections(tx, userId)).length >= MOST_CONNECTIONS) return 'many';
    const id = known?.id ?? app.newId('adc');
    const now = app.now();
    await saveConnection(tx, {
      id,
      user_id: userId,
      site,
      is_test: isTest,
      seller_id: seller.id,
      seller_name: seller.name,
      sealed_grant: sealGrant(app, id, grant),
      expires_at: grant.expiresAt,
      renewed_at: now,
      connected_at: now,
    });
    return 'linked';
  });
}
