import type * as z from 'zod';
import { faultsSchema } from '../faults.ts';
import { startOffice } from '../server.ts';
import { SELLER } from './invoice.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at field by field
type Json = any;

export const BACK = 'https://fotolot.example/api/anaf';
export const [HOLDER, OTHER, RIGHTLESS, STRANGER, EXPIRED] = [6, 7, 8, 9]
  .map((n) => `1234AA45${n}`)
  .concat('1234AA460') as [string, string, string, string, string];

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly bytes: Buffer;
  readonly type: string;
}

/** Starts an office of its own with a client that knows its addresses. */
export async function startTried({ stateFile = null as string | null } = {}) {
  const office = await startOffice({
    port: 0,
    application: { clientId: 'fotolot', clientSecret: 'secret', redirectUris: [BACK], loopbackPath: '' },
    cifs: [SELLER],
    stateFile,
    pace: { polls: 1, seconds: 60 },
    faults: faultsSchema.parse({}),
  });
  const send = async (path: string, request: RequestInit = {}): Promise<Answer> => {
    // A connection that is kept would outlive an office that starts again at its address.
    const headers = { connection: 'close', ...request.headers };
    const answer = await fetch(office.url + path, { redirect: 'manual', ...request, headers });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const type = answer.headers.get('content-type') ?? '';
    return { status: answer.status, text: bytes.toString(), bytes, type };
  };
  const sim = async (path: string, body?: object, method = 'POST'): Promise<Json> => {
    const headers = { 'content-type': 'application/json' };
    const { text } = await send(`/__sim${path}`, body && { method, headers, body: JSON.stringify(body) });
    return JSON.parse(text);
  };
  const authorize = async (certificate: string, changes: Record<string, string> = {}) => {
    const asked = {
      response_type: 'code',
      client_id: 'fotolot',
      redirect_uri: BACK,
      token_content_type: 'jwt',
      state: 's 1',
    };
    const answer = await fetch(`${office.url}/anaf-oauth2/v1/authorize`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ ...asked, ...changes, certificate }),
    });
    const location = answer.headers.get('location');
    return { status: answer.status, back: location === null ? null : new URL(location).searchParams };
  };
  const exchange = async (
    facts: Record<string, string>,
    secret = 'secret',
  ): Promise<{ status: number; body: Json }> => {
    const { status, text } = await send('/anaf-oauth2/v1/token', {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`fotolot:${secret}`).toString('base64')}` },
      body: new URLSearchParams(facts),
    });
    return { status, body: JSON.parse(text) };
  };
  const redeem = (code: string) =>
    exchange({ grant_type: 'authorization_code', code, redirect_uri: BACK, token_content_type: 'jwt' });
  const connect = async (certificate: string = HOLDER): Promise<Json> => {
    const { back } = await authorize(certificate);
    return (await redeem(back?.get('code') ?? '')).body;
  };
  const call = (token: string, path: string, body?: string | Uint8Array<ArrayBuffer>) =>
    send(`/test/FCTEL/rest/${path}`, {
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'text/plain' }),
      },
      ...(body !== undefined && { method: 'POST', body }),
    });
  return {
    ...office,
    send,
    sim,
    authorize,
    exchange,
    redeem,
    connect,
    call,
    setFaults: (faults: z.input<typeof faultsSchema>): Promise<Json> => sim('/faults', faults, 'PUT'),
    move: (seconds: number): Promise<Json> => sim('/clock', { seconds }),
    /** Uploads to persons; returns the index. */
    upload: async (token: string, xml: string): Promise<string> => {
      const { text } = await call(token, `uploadb2c?standard=UBL&cif=${SELLER}`, xml);
      return /index_incarcare="(\d+)"/u.exec(text)?.[1] ?? text;
    },
  };
}
export type Tried = Awaited<ReturnType<typeof startTried>>;
