import type { ConnectionOutcome } from '#domain/adverts/connection.ts';
import type { PageSiteName } from '#domain/adverts/sites.ts';
import { takeAttempt } from '#server/adverts/connections/attempt-store.ts';
import { linkSeller } from '#server/adverts/connections/link-seller.ts';
import type { App, User } from '#server/app.ts';
import { consumeIpRateLimit } from '#server/http/limits/rate-limit.ts';
import type { Visitor } from '#server/http/security/visitor.ts';

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
  const { userId, redirectUri } = attempt;
  const getGrant = () => site.exchangeCode({ code, redirectUri });
  return { outcome: await linkSeller(app, { userId, name, site, getGrant, refused: 'failed' }), batchId };
}
