import { pino } from 'pino';
import { type AutovitOptions, createAutovit } from '#server/adapters/adverts/autovit/autovit.ts';
import { startStandIn } from '#server/adapters/stand-in.ts';

/** Dealers of the stand-in, and what an operator has who is its partner. */
export const PARC = { email: 'parc@autovit.example', password: 'parc-auto' };
export const RULATE = { email: 'rulate@autovit.example', password: 'rulate' };
export const PARTNER = { code: 'P1', secret: 'partner-secret' };

interface Call {
  readonly method: string;
  readonly path: string;
  readonly agent: string;
  readonly status: number;
  readonly body: string;
}

/** Starts the stand-in of Autovit, with adapters that reach it. */
export async function startAutovit() {
  const env = { CLIENT_SECRET: 'client-secret', PARTNER_CODE: PARTNER.code, PARTNER_SECRET: PARTNER.secret };
  const standIn = startStandIn('autovit', env, pino({ enabled: false }));
  const { url } = JSON.parse(await standIn.url()) as { url: string };
  const createSite = (given: Partial<AutovitOptions> = {}) =>
    createAutovit({
      mode: 'stand-in',
      baseUrl: async () => url,
      clientId: 'fotolot',
      clientSecret: 'client-secret',
      partner: null,
      now: () => new Date(),
      pace: async () => {},
      ...given,
    });
  const sim = async (path: string, body?: object, method = 'POST') => {
    const headers = { 'content-type': 'application/json' };
    const asked = body && { method, headers, body: JSON.stringify(body) };
    return (await fetch(`${url}/__sim${path}`, asked)).json() as Promise<Record<string, unknown>>;
  };
  const site = createSite();
  return {
    site,
    createSite,
    sim,
    setFaults: (faults: object) => sim('/faults', faults, 'PUT'),
    listCalls: async () => (await sim('')).calls as Call[],
    connect: async (account = PARC) => (await site.exchangePassword(account)).accessToken,
    close: () => standIn.close(),
  };
}
