import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { makeAdverts } from './adverts.ts';
import { answerApi } from './api.ts';
import { control } from './control.ts';
import type { Faults } from './faults.ts';
import { renderAdvert, renderCalls, renderMissing, STYLE } from './pages.ts';
import { Pictures } from './pictures.ts';
import { getNow, type Portal } from './portal.ts';
import { ApiRefusal, AuthRefusal, type Reply, send, sendHtml } from './replies.ts';
import { type Client, Tokens } from './tokens.ts';

const MOST_BODY = 1024 * 1024;
const TOKEN_PATH = '/api/open/oauth/token';

export interface Settings {
  /** 0: a free one. */
  readonly port: number;
  readonly client: Client;
  readonly faults: Faults;
}

export async function startPortal({
  port,
  client,
  faults,
}: Settings): Promise<{ url: string; close: () => void }> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const pictures = new Pictures(url);
  await pictures.drawFirst();
  const portal: Portal = {
    url,
    client,
    tokens: new Tokens(client, () => getNow(portal)),
    adverts: makeAdverts(url),
    collections: new Map(),
    pictures,
    calls: [],
    faults,
    ahead: 0,
  };
  server.on('request', (request, response) => {
    answer(portal, request, response).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  });
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url, close };
}

async function answer(portal: Portal, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', portal.url);
  // Names that only resolve here belong to pages of strangers.
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? ''))
    return send(response, { status: 421, body: { message: 'loopback only' } });
  const { method = 'GET', headers } = request;
  const body = await readBody(request);
  if (pathname === '/style.css')
    return void response.writeHead(200, { 'content-type': 'text/css' }).end(STYLE);
  if (pathname === '/') return sendHtml(response, 200, renderCalls(portal.calls));
  if (pathname.startsWith('/anunt/')) return sendAdvert(portal, pathname, response);
  if (pathname.startsWith('/files/')) return sendPicture(portal, pathname, response);
  if (pathname.startsWith('/__sim')) return answerControl(portal, { request, response }, { pathname, body });
  const isToken = pathname === TOKEN_PATH && method === 'POST';
  const reply = await answerOrRefuse(portal, () =>
    isToken
      ? answerToken(portal, body, headers.authorization)
      : answerWithFaults(portal, { method, path: pathname, query: searchParams, headers, body }),
  );
  portal.calls.push({
    at: getNow(portal),
    method,
    path: request.url ?? '',
    status: reply?.status ?? 0,
    agent: String(headers['user-agent'] ?? ''),
    body: isToken ? '' : body,
  });
  if (reply === null) return void request.socket.resetAndDestroy();
  send(response, reply);
}

async function answerControl(
  portal: Portal,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  { pathname, body }: { pathname: string; body: string },
): Promise<void> {
  const { method = 'GET' } = request;
  // A browser's page cannot send this type to a stranger without asking first.
  if (method !== 'GET' && request.headers['content-type'] !== 'application/json')
    return send(response, { status: 415, body: { message: 'JSON only' } });
  send(response, control(portal, { method, path: pathname }, body === '' ? {} : JSON.parse(body)));
}

async function answerOrRefuse(
  portal: Portal,
  act: () => Reply | Promise<Reply | null>,
): Promise<Reply | null> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof AuthRefusal) return error.reply(portal.faults.language);
    if (error instanceof ApiRefusal) return error.reply(portal.faults.refusal);
    throw error;
  }
}

function answerToken(portal: Portal, body: string, header: string | undefined): Reply {
  const { tokens, faults } = portal;
  if (faults.token === '429') return TOO_MANY;
  const [, basic = null] = /^Basic (\S+)$/.exec(header ?? '') ?? [];
  return tokens.exchange({ form: Object.fromEntries(new URLSearchParams(body)), basic }, faults);
}

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const BAD_GATEWAY: Reply = { status: 502, headers: HTML, body: '<html><h1>502 Bad Gateway</h1></html>' };
/** The site's own form is not known (presupus). */
const TOO_MANY: Reply = {
  status: 429,
  headers: { 'retry-after': '7' },
  body: { error: { type: 'TooManyRequestsException', message: 'Too many requests' } },
};
/** A whole answer that is cut off in the middle. */
const CUT: Reply = { status: 200, body: '{"id":8000' };

/** Answers with what is to go wrong; null: the connection is reset. */
async function answerWithFaults(
  portal: Portal,
  call: Parameters<typeof answerApi>[1],
): Promise<Reply | null> {
  const isChange = call.method === 'PUT';
  const refused = refuseByFault(portal, isChange);
  if (refused !== null) return refused;
  const reply = await answerApi(portal, call);
  const { put, slowSeconds, collection } = portal.faults;
  const fault = isChange ? put : call.method === 'POST' ? collection : 'none';
  if (fault === 'slow-done') await wait(slowSeconds * 1000);
  if (fault === 'done-then-502') return BAD_GATEWAY;
  return fault === 'done-then-reset' ? null : reply;
}

function refuseByFault(portal: Portal, isChange: boolean): Reply | null {
  const { api, put } = portal.faults;
  if (api === '401-once') portal.faults = { ...portal.faults, api: 'none' };
  const isOnce = isChange && put.endsWith('-once');
  if (isOnce) portal.faults = { ...portal.faults, put: 'none' };
  if (api.startsWith('401') || (isOnce && put === '401-once'))
    throw new AuthRefusal(401, 'invalid_token', 'The access token provided is invalid');
  if (api === '429') return TOO_MANY;
  if (api === '429-without-time') return { ...TOO_MANY, headers: {} };
  if (api === '502-html') return BAD_GATEWAY;
  if (api === '403-html')
    return { status: 403, headers: HTML, body: '<html><h1>403 ERROR</h1>The request was blocked.</html>' };
  if (api === 'cut') return CUT;
  if (!isOnce) return null;
  return put === '429-once' ? TOO_MANY : BAD_GATEWAY;
}

function sendPicture({ pictures }: Portal, path: string, response: ServerResponse): void {
  const picture = pictures.find(path.split('/')[2] ?? '');
  if (picture === null) return void response.writeHead(404).end();
  response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': picture.length }).end(picture);
}

function sendAdvert({ adverts, url }: Portal, path: string, response: ServerResponse): void {
  const advert = adverts.find((each) => each.url === url + path);
  if (advert === undefined) sendHtml(response, 404, renderMissing());
  else sendHtml(response, 200, renderAdvert(advert));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > MOST_BODY) throw new Error('body too large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
