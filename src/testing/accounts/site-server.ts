import type { Client, TestServer } from '#testing/server.ts';

/** A whole server with the program that stands in for a site with adverts. */
export interface SiteServer extends TestServer {
  /** Links the stand-in's first account. */
  link(client: Client): Promise<unknown>;
  /** Asks the stand-in's control, or tells it something. */
  sim(path: string, body?: object, method?: string): Promise<Record<string, unknown>>;
  setFaults(faults: object): Promise<unknown>;
}

/** Returns the control of a stand-in, whose address is asked for at each call. */
export function createControl(getUrl: () => Promise<string>): Pick<SiteServer, 'sim' | 'setFaults'> {
  const sim: SiteServer['sim'] = async (path, body, method = 'POST') => {
    const headers = { 'content-type': 'application/json' };
    const asked = body && { method, headers, body: JSON.stringify(body) };
    return (await fetch(`${await getUrl()}/__sim${path}`, asked)).json() as Promise<Record<string, unknown>>;
  };
  return { sim, setFaults: (faults) => sim('/faults', faults, 'PUT') };
}
