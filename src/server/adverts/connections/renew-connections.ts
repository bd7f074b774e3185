import { SiteFailure } from '#domain/adverts/site-failure.ts';
import { SITES, type SiteName } from '#domain/adverts/sites.ts';
import type { AdvertSite } from '#server/adapters/adverts/port.ts';
import { deleteOldAttempts } from '#server/adverts/connections/attempt-store.ts';
import { deleteLapsed, listDue } from '#server/adverts/connections/connection-store.ts';
import { renewGrant } from '#server/adverts/connections/renew-grant.ts';
import { tellOfRefusal } from '#server/adverts/connections/site-refusal-mail.ts';
import type { App } from '#server/app.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** One hour's share: several thousand a day are renewed. */
const MOST_AT_ONCE = 500;
/** A site that is away for so many in a row is asked again an hour later. */
const MOST_FAILURES = 3;

interface Renewal {
  readonly afterMs: number;
  /** After its last renewal a connection at a site that is off is forgotten. */
  readonly lapsesMs: number;
}

const RENEWALS: Readonly<Record<SiteName, Renewal>> = {
  // Less than a day, so that a connection's hour does not move on from day to day. Access ends 30 days after its last renewal.
  olx: { afterMs: 23 * HOUR_MS, lapsesMs: 31 * DAY_MS },
  // Access ends after twelve hours, and a partner gets new access at any time.
  autovit: { afterMs: 12 * HOUR_MS, lapsesMs: 31 * DAY_MS },
  // Keys have no end, and no shop is asked: this says that its key is still kept where shops are offered.
  woocommerce: { afterMs: DAY_MS, lapsesMs: 31 * DAY_MS },
};

/**
 * Job by the clock: renews each connection in time, since access that is not renewed ends, and forgets tokens whose hours are over. Forgets
 * visits that came to no end, and connections at a site that the operator has switched off once nothing of them can count.
 */
export async function renewConnections(app: App): Promise<void> {
  await deleteOldAttempts(app.db, app.now());
  for (const name of SITES) {
    const site = app.adverts[name];
    for (const isTest of [true, false])
      if (site === null || isTest !== (site.mode === 'stand-in'))
        await deleteLapsed(app.db, {
          site: name,
          isTest,
          before: new Date(app.now().getTime() - RENEWALS[name].lapsesMs),
        });
    if (site !== null) await renewAtSite(app, name, site);
  }
}

async function renewAtSite(app: App, name: SiteName, site: AdvertSite): Promise<void> {
  const before = new Date(app.now().getTime() - RENEWALS[name].afterMs);
  const isTest = site.mode === 'stand-in';
  let failures = 0;
  for (const connectionId of await listDue(app.db, { site: name, isTest, before, most: MOST_AT_ONCE })) {
    try {
      await renewGrant(app, site, {
        connectionId,
        isStale: ({ refreshToken }, { renewed_at, expires_at }) =>
          renewed_at < before && (refreshToken !== null || expires_at <= app.now()),
        isPatient: false,
      });
      failures = 0;
    } catch (error) {
      if (!(error instanceof SiteFailure)) throw error;
      const { kind, facts } = error;
      app.log.warn({ site: name, kind, status: facts.status ?? null }, 'a connection was not renewed');
      // What is refused to the operator is refused for all.
      if (kind === 'operator') return tellOfRefusal(app, name);
      failures += 1;
      if (failures >= MOST_FAILURES) return;
    }
  }
}
