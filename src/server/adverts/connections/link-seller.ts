import { type ConnectionOutcome, MOST_CONNECTIONS, outcomeOfFailure } from '#domain/adverts/connection.ts';
import { SiteFailure } from '#domain/adverts/site-failure.ts';
import type { SiteName } from '#domain/adverts/sites.ts';
import { AppError } from '#domain/errors.ts';
import type { AdvertSite, SiteGrant, SiteSeller } from '#server/adapters/adverts/port.ts';
import { listConnections, lockSeller, saveConnection } from '#server/adverts/connections/connection-store.ts';
import { sealGrant } from '#server/adverts/connections/seal-grant.ts';
import { tellOfRefusal } from '#server/adverts/connections/site-refusal-mail.ts';
import type { App } from '#server/app.ts';
import { lockUser } from '#server/users/user-store.ts';

interface Given {
  readonly userId: string;
  readonly name: SiteName;
  readonly site: AdvertSite;
  /** Asks the site for access. */
  readonly getGrant: () => Promise<SiteGrant>;
  /** Outcome where the site refuses what the person gave. */
  readonly refused: 'failed' | 'wrong';
}

/**
 * Links the account that a person has just let us into: stores the access, in place of an earlier one to the same account. Whatever a site
 * answers is an outcome, and only `linked` stored anything. Throws auth/session-required for an account that was just deleted.
 */
export async function linkSeller(
  app: App,
  { userId, name, site, getGrant, refused }: Given,
): Promise<ConnectionOutcome> {
  try {
    const grant = await getGrant();
    const seller = await site.readSeller(grant.accessToken);
    return await storeSeller(
      app,
      { userId, site: name, isTest: site.mode === 'stand-in' },
      { grant, seller },
    );
  } catch (error) {
    if (!(error instanceof SiteFailure)) throw error;
    const { kind, facts } = error;
    app.log.warn({ site: name, kind, status: facts.status ?? null }, 'an account at a site was not linked');
    if (kind === 'operator') await tellOfRefusal(app, name);
    return outcomeOfFailure(kind, refused);
  }
}

interface Holder {
  readonly userId: string;
  readonly site: SiteName;
  readonly isTest: boolean;
}

async function storeSeller(
  app: App,
  { userId, site, isTest }: Holder,
  { grant, seller }: { grant: SiteGrant; seller: SiteSeller },
): Promise<'linked' | 'many'> {
  return app.change(async ({ tx }) => {
    // Also lets one press after the other store what it brings.
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
