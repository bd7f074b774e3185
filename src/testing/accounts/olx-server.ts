import { beginConnection, readConnections } from '#contract/adverts/connections.ts';
import { createControl, type SiteServer } from '#testing/accounts/site-server.ts';
import { type Client, testServer } from '#testing/server.ts';

/** Sellers of the stand-in. */
export const ANA = 101;
export const SHOP = 202;

/** A whole server with the program that stands in for OLX. */
export interface OlxServer extends SiteServer {
  /** Links an account; returns where the browser lands, from its path on. */
  link(client: Client, seller?: number, batchId?: string): Promise<string>;
  /** The same, stopped before our own callback is opened. `seller` null: the person refuses. */
  consent(client: Client, seller: number | null, batchId?: string): Promise<URL>;
  /** Opens an address as a browser on its way does; returns where it leads. */
  comeBack(client: Client, callback: URL | string): Promise<string>;
}

export async function olxServer(
  env: Record<string, string> = {},
  heard?: (line: string) => void,
): Promise<OlxServer> {
  const server = await testServer({ OLX_MODE: 'stand-in', ...env }, heard);
  const standInUrl = async () =>
    new URL((await server.app.adverts.olx?.connectUrl({ state: '', redirectUri: '' })) ?? '').origin;
  const consent: OlxServer['consent'] = async (client, seller, batchId) => {
    const body = { site: 'olx', ...(batchId !== undefined && { batchId }) } as const;
    const page = new URL((await client.call(beginConnection, { body })).url);
    const form = new URLSearchParams([
      ...page.searchParams,
      ['seller', seller === null ? '' : String(seller)],
    ]);
    const answer = await fetch(page.origin + page.pathname, {
      method: 'POST',
      body: form,
      redirect: 'manual',
    });
    return new URL(answer.headers.get('location') ?? '');
  };
  const comeBack: OlxServer['comeBack'] = async (client, callback) => {
    const { pathname, search } = new URL(callback, server.url);
    const headers = { 'sec-fetch-site': 'cross-site' };
    const answer = await client.fetch(pathname + search, { redirect: 'manual', headers });
    return answer.headers.get('location') ?? `${answer.status}`;
  };
  return {
    ...server,
    consent,
    comeBack,
    link: async (client, seller = ANA, batchId) => comeBack(client, await consent(client, seller, batchId)),
    ...createControl(standInUrl),
  };
}

export async function listLinked(client: Client) {
  return (await client.call(readConnections, {})).connections;
}
