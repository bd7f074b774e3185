import { connectByPassword } from '#contract/adverts/connections.ts';
import type { ConnectionOutcome } from '#domain/adverts/connection.ts';
import { PARC } from '#testing/accounts/autovit-stand-in.ts';
import { createControl, type SiteServer } from '#testing/accounts/site-server.ts';
import { type Client, testServer } from '#testing/server.ts';

/** An advert of the stand-in’s first dealer. */
export const GOLF = '8000001';

/** A whole server with the program that stands in for Autovit. */
export interface AutovitServer extends SiteServer {
  link(client: Client, account?: typeof PARC): Promise<ConnectionOutcome>;
}

export async function autovitServer(
  env: Record<string, string> = {},
  heard?: (line: string) => void,
): Promise<AutovitServer> {
  const server = await testServer({ AUTOVIT_MODE: 'stand-in', ...env }, heard);
  let url: string | null = null;
  /** Its adverts say where it is. */
  const findUrl = async () => {
    const site = server.app.adverts.autovit;
    if (site === null) throw new Error('Autovit is off');
    const { accessToken } = await site.exchangePassword(PARC);
    return new URL((await site.readAdvert(accessToken, GOLF)).url).origin;
  };
  const getUrl = async () => {
    url ??= await findUrl();
    return url;
  };
  return {
    ...server,
    ...createControl(getUrl),
    link: async (client, account = PARC) =>
      (await client.call(connectByPassword, { body: { site: 'autovit', ...account } })).outcome,
  };
}
