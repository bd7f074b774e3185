import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { type SiteMode, STAND_IN_SHOP } from '#domain/adverts/sites.ts';
import { type AutovitOptions, createAutovit } from '#server/adapters/adverts/autovit/autovit.ts';
import { createOlx } from '#server/adapters/adverts/olx/olx.ts';
import { createWooCommerce } from '#server/adapters/adverts/woocommerce/woocommerce.ts';
import { type LateStandIn, startAtFirstUse } from '#server/adapters/stand-in.ts';
import type { Log } from '#server/app.ts';
import type { AdvertSites, KeySite } from './port.ts';

/** What an operator is known by at a site. */
interface Registration {
  readonly mode: SiteMode | 'off';
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface AdvertSitesOptions {
  readonly olx: Registration & {
    /** Path of our address that it sends browsers back to. */
    readonly callbackPath: string;
  };
  readonly autovit: Registration & Pick<AutovitOptions, 'partner'>;
  /** Shops ask for no registration: each has keys of its own. */
  readonly woocommerce: Pick<Registration, 'mode'>;
  /** PUBLIC_URL, for the stand-in's list of callbacks. */
  readonly publicUrl: string | null;
  readonly log: Log;
  readonly now: () => Date;
  /** Returns a gate that resolves when the next call to a real site may leave, and throws where too many wait. Each site, and each shop, has its own. */
  readonly createPace: () => () => Promise<void>;
}

/** What opens the stand-in's shop; the page that asks for a key says it. */
const STAND_IN_KEY = { KEY: STAND_IN_SHOP.key, SECRET: STAND_IN_SHOP.secret };
const STAND_IN_CLIENT = { CLIENT_ID: 'fotolot', CLIENT_SECRET: 'stand-in' };

/** Returns the sites that the operator has, and an end to their stand-ins. Sends no request and starts none before the first use. */
export function createAdvertSites(options: AdvertSitesOptions): {
  sites: AdvertSites;
  close(): Promise<void>;
} {
  const { olx, autovit, woocommerce, publicUrl, log, now } = options;
  const olxStandIn = startAtFirstUse(
    'olx',
    {
      ...STAND_IN_CLIENT,
      LOOPBACK_PATH: olx.callbackPath,
      REDIRECT_URIS: publicUrl === null ? '' : publicUrl + olx.callbackPath,
    },
    log,
  );
  const autovitStandIn = startAtFirstUse('autovit', STAND_IN_CLIENT, log);
  const shopStandIn = startAtFirstUse('woocommerce', { ...STAND_IN_CLIENT, ...STAND_IN_KEY }, log);
  const toOlx = reach(options, olx, { address: 'https://www.olx.ro', standIn: olxStandIn });
  const toAutovit = reach(options, autovit, { address: 'https://www.autovit.ro', standIn: autovitStandIn });
  return {
    sites: {
      olx: toOlx && createOlx({ ...toOlx, now }),
      autovit:
        toAutovit &&
        createAutovit({ ...toAutovit, now, partner: toAutovit.mode === 'live' ? autovit.partner : null }),
      woocommerce: createShops(options, woocommerce.mode, shopStandIn),
    },
    async close() {
      await Promise.all([olxStandIn.close(), autovitStandIn.close(), shopStandIn.close()]);
    },
  };
}

function createShops(
  { createPace, now }: Pick<AdvertSitesOptions, 'createPace' | 'now'>,
  mode: Registration['mode'],
  standIn: LateStandIn,
): KeySite | null {
  if (mode === 'off') return null;
  const doors =
    mode === 'live'
      ? { standIn: null, pace: createPaces(createPace) }
      : { standIn: standIn.url, pace: async () => {} };
  return createWooCommerce({ mode, ...doors, now, pause: (ms) => wait(ms) });
}

/** Shops whose pace is remembered: more are not asked within a second. */
const MOST_PACES = 1000;

/** Returns a gate for each shop, by its host: one that is asked much holds no other up. */
export function createPaces(createPace: AdvertSitesOptions['createPace']): (host: string) => Promise<void> {
  const paces = new LRUCache<string, () => Promise<void>>({
    max: MOST_PACES,
    memoMethod: () => createPace(),
  });
  return (host) => paces.memo(host)();
}

interface Doors {
  readonly address: string;
  readonly standIn: LateStandIn;
}

/** Returns how a site is reached, and as whom; null: it is off. */
function reach(
  { createPace }: Pick<AdvertSitesOptions, 'createPace'>,
  { mode, clientId, clientSecret }: Registration,
  { address, standIn }: Doors,
) {
  if (mode === 'off') return null;
  if (mode === 'live')
    return { mode, clientId, clientSecret, baseUrl: async () => address, pace: createPace() };
  const { CLIENT_ID, CLIENT_SECRET } = STAND_IN_CLIENT;
  const client = { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET };
  return { mode, ...client, baseUrl: standIn.url, pace: async () => {} };
}
