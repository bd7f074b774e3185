import * as contract from '#contract/admin/admin-anaf.ts';
import { type Client, type TestServer, testServer } from '#testing/server.ts';

/** The seller of these servers. */
export const CIF = '14399840';
/** Certificates of the stand-in. */
export const HOLDER = '1234AA456';
export const NO_RIGHT = '1234AA458';
export const NO_SERVICE = '1234AA459';

type Admin = Client & { uid: string };

/** A whole server with the program that stands in for ANAF. */
export interface AnafServer extends TestServer {
  newAdmin(): Promise<Admin>;
  /** Connects by a certificate; returns the outcome that the page is told. */
  connect(admin: Client, certificate?: string): Promise<string>;
  /** The same, stopped before our own callback is opened. `certificate` null: the admin gives up. */
  consent(admin: Client, certificate: string | null): Promise<URL>;
  /** Opens an address as a browser on its way does; returns the outcome that it leads to. */
  comeBack(client: Client, callback: URL | string): Promise<string>;
  /** Asks the stand-in's control, or tells it something. */
  sim(path: string, body?: object, method?: string): Promise<Record<string, unknown>>;
  setFaults(faults: object): Promise<unknown>;
}

export async function anafServer(
  env: Record<string, string> = {},
  heard?: (line: string) => void,
): Promise<AnafServer> {
  const seller = { OPERATOR_NAME: 'Fotolot SRL', OPERATOR_CUI: `RO${CIF}` };
  const server = await testServer({ EFACTURA_MODE: 'stand-in', ...seller, ...env }, heard);
  const standInUrl = async () =>
    new URL((await server.app.anaf?.connectUrl({ state: '', redirectUri: '' })) ?? '').origin;
  const consent: AnafServer['consent'] = async (admin, certificate) => {
    const page = new URL((await admin.call(contract.beginAnaf, {})).url);
    const form = new URLSearchParams([...page.searchParams, ['certificate', certificate ?? '']]);
    const answer = await fetch(page.origin + page.pathname, {
      method: 'POST',
      body: form,
      redirect: 'manual',
    });
    return new URL(answer.headers.get('location') ?? '');
  };
  const comeBack: AnafServer['comeBack'] = async (client, callback) => {
    const { pathname, search } = new URL(callback, server.url);
    const headers = { 'sec-fetch-site': 'cross-site' };
    const answer = await client.fetch(pathname + search, { redirect: 'manual', headers });
    const [, outcome] =
      /^\/admin\/dashboard\?parte=facturi&anaf=([a-z-]+)$/u.exec(answer.headers.get('location') ?? '') ?? [];
    return outcome ?? `${answer.status} ${answer.headers.get('location')}`;
  };
  const sim: AnafServer['sim'] = async (path, body, method = 'POST') => {
    const headers = { 'content-type': 'application/json' };
    const asked = body && { method, headers, body: JSON.stringify(body) };
    return (await fetch(`${await standInUrl()}/__sim${path}`, asked)).json() as Promise<
      Record<string, unknown>
    >;
  };
  return {
    ...server,
    async newAdmin() {
      const admin = await server.newUser();
      await server.database.pool.query(`update users set role = 'admin' where id = $1`, [admin.uid]);
      return admin;
    },
    consent,
    comeBack,
    connect: async (admin, certificate = HOLDER) => comeBack(admin, await consent(admin, certificate)),
    sim,
    setFaults: (faults) => sim('/faults', faults, 'PUT'),
  };
}
