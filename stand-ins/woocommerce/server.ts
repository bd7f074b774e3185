import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerApi } from './api.ts';
import { control } from './control.ts';
import type { Faults } from './faults.ts';
import { readKey } from './keys.ts';
import { Media } from './media.ts';
import { renderCalls, renderMissing, renderProduct, STYLE } from './pages.ts';
import { makeProducts } from './products.ts';
import { Refusal, type Reply, send, sendHtml } from './replies.ts';
import type { Key, Shop } from './shop.ts';
import { answerWithTroubles } from './troubles.ts';

const MOST_BODY = 1024 * 1024;
const PREFIX = '/wp-json';

export interface Settings {
  /** 0: a free one. */
  readonly port: number;
  readonly keys: readonly Key[];
  readonly faults: Faults;
}

export async function startShop({
  port,
  keys,
  faults,
}: Settings): Promise<{ url: string; close: () => void }> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const media = new Media(url);
  const first = await media.drawFirst();
  const shop: Shop = {
    url,
    keys: [...keys],
    products: makeProducts(first),
    media,
    calls: [],
    faults,
    changes: 0,
  };
  server.on('request', (request, response) => {
    answer(shop, request, response).catch((error: unknown) => {
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

async function answer(shop: Shop, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', shop.url);
  // Names that only resolve here belong to pages of strangers.
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/u.test(request.headers.host ?? ''))
    return send(response, { status: 421, body: { message: 'loopback only' } });
  const body = await readBody(request);
  if (pathname.startsWith('/__sim')) return answerControl(shop, { request, response }, { pathname, body });
  const route = findRoute(shop, pathname, searchParams);
  if (route === null) return sendPage(shop, pathname, response);
  const reply = await answerCall(shop, request, { route, query: searchParams, body });
  if (reply === null) return void request.socket.resetAndDestroy();
  send(response, reply);
}

/** Returns what is asked of the interface; null: a page is asked for. */
function findRoute({ faults }: Shop, pathname: string, query: URLSearchParams): string | null {
  const named = query.get('rest_route');
  if (named !== null && (pathname === '/' || pathname === '/index.php')) return named;
  const isPretty = faults.permalinks === 'pretty' && pathname.startsWith(`${PREFIX}/`);
  return isPretty ? pathname.slice(PREFIX.length) : null;
}

async function answerCall(
  shop: Shop,
  request: IncomingMessage,
  { route, query, body }: { route: string; query: URLSearchParams; body: string },
): Promise<Reply | null> {
  const { method = 'GET', headers } = request;
  const { authorization, 'content-type': type = '' } = headers;
  const isChange = method !== 'GET' && method !== 'HEAD';
  const call = { method, route, query, authorization, type, body };
  const reply = await answerWithTroubles(shop, isChange, () => answerApi(shop, call)).catch(
    (error: unknown) => {
      if (error instanceof Refusal) return error.reply();
      throw error;
    },
  );
  // Keys are nowhere kept.
  const shown = new URLSearchParams([...query].filter(([name]) => !name.startsWith('consumer_')));
  const path = shown.size === 0 ? route : `${route}?${shown}`;
  const { where: key } = readKey(query, authorization);
  shop.calls.push({ at: Date.now(), method, path, status: reply?.status ?? 0, body, key });
  return reply;
}

async function answerControl(
  shop: Shop,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  { pathname, body }: { pathname: string; body: string },
): Promise<void> {
  const { method = 'GET' } = request;
  // A browser's page cannot send this type to a stranger without asking first.
  if (method !== 'GET' && request.headers['content-type'] !== 'application/json')
    return send(response, { status: 415, body: { message: 'JSON only' } });
  send(response, control(shop, { method, path: pathname }, body === '' ? {} : JSON.parse(body)));
}

function sendPage(shop: Shop, pathname: string, response: ServerResponse): void {
  if (pathname === '/style.css')
    return void response.writeHead(200, { 'content-type': 'text/css' }).end(STYLE);
  const bytes = shop.media.findFile(pathname)?.bytes;
  if (bytes !== undefined)
    return void response
      .writeHead(200, { 'content-type': 'image/jpeg', 'content-length': bytes.length })
      .end(bytes);
  const { status, html } = renderPage(shop, pathname);
  sendHtml(response, status, html);
}

function renderPage({ calls, products, media }: Shop, pathname: string): { status: number; html: string } {
  if (pathname === '/') return { status: 200, html: renderCalls(calls) };
  const [, id] = /^\/produs\/produsul-(\d+)\/$/u.exec(pathname) ?? [];
  const product = products.find((each) => String(each.id) === id);
  if (product === undefined) return { status: 404, html: renderMissing() };
  const kept = product.images.map((each) => media.find(each)).filter((each) => each !== null);
  const addresses = kept.map((each) => media.addressOf(each));
  return { status: 200, html: renderProduct(product.name, addresses) };
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
