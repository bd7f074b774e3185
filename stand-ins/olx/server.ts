import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { makeAdverts } from './adverts.ts';
import { answerApi } from './api.ts';
import { answerConsent } from './consent.ts';
import { control } from './control.ts';
import type { Faults } from './faults.ts';
import { renderAdvert, renderCalls, renderRefusal, STYLE } from './pages.ts';
import { Pictures } from './pictures.ts';
import { getNow, type Portal } from './portal.ts';
import { ApiRefusal, AuthRefusal, type Reply, send, sendHtml } from './replies.ts';
import { type Application, Tokens } from './tokens.ts';

const MOST_BODY = 1024 * 1024;
/** A whole answer that is cut off in the middle. */
const CUT = '{"data":{"id":7000';

export interface Settings {
  /** 0: a free one. */
  readonly port: number;
  readonly application: Application;
  readonly faults: Faults;
}

export async function startPortal({
  port,
  application,
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
    application,
    tokens: new Tokens(application, () => getNow(portal)),
    adverts: makeAdverts(url),
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
  const { method = 'GET' } = request;
  const body = await readBody(request);
  if (pathname === '/style.css')
    return void response.writeHead(200, { 'content-type': 'text/css' }).end(STYLE);
  if (pathname === '/') return sendHtml(response, 200, renderCalls(portal.calls));
  if (pathname.startsWith('/d/oferta/')) return sendAdvert(portal, pathname, response);
  if (pathname.startsWith('/files/')) return sendPicture(portal, pathname, response);
  if (pathname.startsWith('/__sim')) return answerControl(portal, { request, response }, { pathname, body });
  if (pathname === '/oauth/authorize/') {
    const form = method === 'POST' ? new URLSearchParams(body) : null;
    const { status, html, location } = answerConsent(portal, { query: searchParams, form });
    return location === undefined
      ? sendHtml(response, status, html ?? '')
      : void response.writeHead(status, { location }).end();
  }
  const reply = await answerOrRefuse(portal, () => {
    if (pathname === '/api/open/oauth/token' && method === 'POST')
      return portal.tokens.exchange(readForm(body, request.headers['content-type']), portal.faults);
    const call = { method, path: pathname, query: searchParams, headers: request.headers, body };
    return answerWithFaults(portal, () => answerApi(portal, call), { isChange: method === 'PUT' });
  });
  const isToken = pathname === '/api/open/oauth/token';
  const at = getNow(portal);
  portal.calls.push({
    at,
    method,
    path: request.url ?? '',
    status: reply?.status ?? 0,
    body: isToken ? '' : body,
  });
  if (reply === null) return void request.socket.resetAndDestroy();
  if (typeof reply.body === 'string')
    return void response.writeHead(reply.status, reply.headers).end(reply.body);
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
    if (error instanceof AuthRefusal) return error.reply;
    if (error instanceof ApiRefusal) return error.reply(portal.faults.language);
    throw error;
  }
}

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const BAD_GATEWAY: Reply = { status: 502, headers: HTML, body: '<html><h1>502 Bad Gateway</h1></html>' };
const TOO_MANY: Reply = {
  status: 429,
  headers: { 'content-type': 'application/json', 'retry-after': '7' },
  body: JSON.stringify({ error: { status: 429, title: 'Too many requests', detail: 'Too many requests' } }),
};

/** Answers with what is to go wrong; null: the connection is reset. */
async function answerWithFaults(
  portal: Portal,
  act: () => Promise<Reply>,
  { isChange }: { isChange: boolean },
): Promise<Reply | null> {
  const refused = refuseByFault(portal, isChange);
  if (refused !== null) return refused;
  const reply = await act();
  if (!isChange || reply.status !== 200) return reply;
  const { put, slowSeconds } = portal.faults;
  if (put === 'slow-done') await wait(slowSeconds * 1000);
  if (put === 'done-then-502') return BAD_GATEWAY;
  return put === 'done-then-reset' ? null : reply;
}

function refuseByFault(portal: Portal, isChange: boolean): Reply | null {
  const { api, put } = portal.faults;
  if (api === '401-once') portal.faults = { ...portal.faults, api: 'none' };
  if (api.startsWith('401'))
    throw new AuthRefusal(401, 'invalid_token', 'The access token provided is invalid');
  if (api === '429') return TOO_MANY;
  if (api === '429-without-time') return { ...TOO_MANY, headers: { 'content-type': 'application/json' } };
  if (api === '502-html') return BAD_GATEWAY;
  if (api === '403-cloudfront')
    return {
      status: 403,
      headers: HTML,
      body: '<html><h1>403 ERROR</h1>The request could not be satisfied. CloudFront</html>',
    };
  if (api === 'cut') return { status: 200, headers: { 'content-type': 'application/json' }, body: CUT };
  if (isChange && put.endsWith('-once')) {
    portal.faults = { ...portal.faults, put: 'none' };
    return put === '429-once' ? TOO_MANY : BAD_GATEWAY;
  }
  return null;
}

function sendPicture({ pictures }: Portal, path: string, response: ServerResponse): void {
  const picture = pictures.find(path.split('/')[2] ?? '');
  if (picture === null) return void response.writeHead(404).end();
  response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': picture.length }).end(picture);
}

function sendAdvert({ adverts, url }: Portal, path: string, response: ServerResponse): void {
  const advert = adverts.find((each) => each.url === url + path);
  if (advert === undefined) sendHtml(response, 404, renderRefusal('Anunțul nu există.'));
  else sendHtml(response, 200, renderAdvert(advert));
}

/** The token's address takes forms and JSON. */
function readForm(body: string, type: string | undefined): Record<string, unknown> {
  if (type?.includes('json')) return JSON.parse(body);
  return Object.fromEntries(new URLSearchParams(body));
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
