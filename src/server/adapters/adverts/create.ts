import type { SiteMode } from '#domain/adverts/sites.ts';
import { type StandIn, startStandIn } from '#server/adapters/stand-in.ts';
import type { Log } from '#server/app.ts';
import { createOlx } from './olx.ts';
import type { AdvertSite, AdvertSites } from './port.ts';

export interface AdvertSitesOptions {
  readonly olx: {
    readonly mode: SiteMode | 'off';
    readonly clientId: string;
    readonly clientSecret: string;
    /** Path of our address that it sends browsers back to. */
    readonly callbackPath: string;
  };
  /** PUBLIC_URL, for the stand-in's list of callbacks. */
  readonly publicUrl: string | null;
  readonly log: Log;
  readonly now: () => Date;
  /** Resolves when the next call to a real site may leave; throws where too many wait. */
  readonly pace: () => Promise<void>;
}

const OLX = 'https://www.olx.ro';
const STAND_IN_CLIENT = { CLIENT_ID: 'fotolot', CLIENT_SECRET: 'stand-in' };

/** Returns the sites that the operator has, and an end to their stand-ins. Sends no request and starts none before the first use. */
export function createAdvertSites(options: AdvertSitesOptions): {
  sites: AdvertSites;
  close(): Promise<void>;
} {
  const { mode, clientId, clientSecret } = options.olx;
  const { now, pace } = options;
  if (mode === 'off') return { sites: { olx: null }, close: async () => {} };
  if (mode === 'live') {
    const site = createOlx({ mode, baseUrl: async () => OLX, clientId, clientSecret, now, pace });
    return { sites: { olx: site }, close: async () => {} };
  }
  const standIn = startAtFirstUse(options);
  return { sites: { olx: createStandInSite(standIn.url, now) }, close: standIn.close };
}

function createStandInSite(baseUrl: () => Promise<string>, now: () => Date): AdvertSite {
  const { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret } = STAND_IN_CLIENT;
  return createOlx({ mode: 'stand-in', baseUrl, clientId, clientSecret, now, pace: async () => {} });
}

/** The program draws pictures as it starts, which is left out where no person asks for it. */
function startAtFirstUse({ olx, publicUrl, log }: AdvertSitesOptions) {
  let standIn: StandIn | null = null;
  let isClosed = false;
  const env = {
    ...STAND_IN_CLIENT,
    LOOPBACK_PATH: olx.callbackPath,
    REDIRECT_URIS: publicUrl === null ? '' : publicUrl + olx.callbackPath,
  };
  return {
    async url(): Promise<string> {
      if (isClosed) throw new Error('The stand-in olx is closed');
      standIn ??= startStandIn('olx', env, log);
      return JSON.parse(await standIn.url()).url;
    },
    async close(): Promise<void> {
      isClosed = true;
      await standIn?.close();
    },
  };
}
