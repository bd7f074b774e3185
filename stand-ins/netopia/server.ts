import { generateKeyPairSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PAGES } from './checkout.ts';
import { control } from './control.ts';
import type { Desk } from './desk.ts';
import type { Faults } from './faults.ts';
import { API } from './gateway.ts';
import { Notifier } from './notifier.ts';
import { Orders } from './orders.ts';
import { send, sendPage, sendStyle } from './replies.ts';

export interface Settings {
  /** 0: the port of the state file, or a free one. */
  readonly port: number;
  readonly apiKey: string | undefined;
  readonly posSignature: string | undefined;
  readonly stateFile: string | null;
  /** Seconds for which the page says that the payment went well before it returns to the shop; 0 returns at once. */
  readonly returnSeconds: number;
  readonly retrySeconds: readonly number[];
  readonly faults: Faults;
}

/** Values for a merchant's settings. */
export interface Access {
  readonly url: string;
  readonly apiKey: string;
  readonly posSignature: string;
  /** SPKI PEM of the key that signs notifications. */
  readonly publicKey: string;
}

export async function startSimulator(settings: Settings): Promise<{ access: Access; close: () => void }> {
  const orders = new Orders(settings.stateFile, () => ({
    port: 0,
    apiKey: settings.apiKey ?? randomBytes(24).toString('base64url'),
    posSignature: settings.posSignature ?? 'TEST-TEST-TEST-TEST-TEST',
    privateKey: generateKeyPairSync('rsa', { modulusLength: 2048 })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString(),
  }));
  const { state } = orders;
  state.apiKey = settings.apiKey ?? state.apiKey;
  state.posSignature = settings.posSignature ?? state.posSignature;
  const server = createServer();
  state.port = await listen(server, settings.port || state.port);
  orders.save();
  const url = `http://127.0.0.1:${state.port}`;
  const notifier = new Notifier(orders, settings.retrySeconds);
  const { returnSeconds, faults } = settings;
  const desk: Desk = { url, orders, notifier, returnSeconds, faults, calls: {} };
  server.on('request', (request, response) => {
    answer(desk, request, response).catch((error: unknown) => {
      console.error(error);
      if (response.headersSent) response.destroy();
      else send(response, { status: 500, body: { code: '500', message: 'Internal error' } });
    });
  });
  return {
    access: {
      url,
      apiKey: state.apiKey,
      posSignature: state.posSignature,
      publicKey: notifier.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    },
    close: () => {
      notifier.forget();
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The wanted port, or a free one when it is taken. */
async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if (port === 0 || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return listen(server, 0);
  }
  return (server.address() as AddressInfo).port;
}

async function answer(desk: Desk, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', desk.url);
  // Names that only resolve here belong to pages of strangers.
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? ''))
    return send(response, { status: 421, body: { message: 'loopback only' } });
  const body = await readBody(request);
  const isPost = request.method === 'POST';
  const page = PAGES[pathname];
  if (page) {
    const form = new URLSearchParams(isPost ? String(body) : '');
    return sendPage(response, await page(desk, { isPost, query: searchParams, form }));
  }
  if (pathname === '/style.css') return sendStyle(response);
  if (pathname.startsWith('/__sim'))
    return answerControl(desk, { request, response }, { path: pathname, body });
  return answerApi(desk, { request, response }, { path: pathname, body });
}

async function answerControl(
  desk: Desk,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  { path, body }: { path: string; body: Buffer },
): Promise<void> {
  // A browser's page cannot send this type to a stranger without asking first.
  if (request.method !== 'GET' && request.headers['content-type'] !== 'application/json')
    return send(response, { status: 415, body: { message: 'JSON only' } });
  send(response, await control(desk, { method: request.method ?? '', path }, parse(body) ?? {}));
}

/** The provider's API with its faults: what goes wrong before the order is accepted, and after. */
async function answerApi(
  desk: Desk,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  { path, body }: { path: string; body: Buffer },
): Promise<void> {
  const handle = API[path];
  if (!handle) return send(response, { status: 404, body: { code: '404', message: 'Not found' } });
  if (request.method !== 'POST')
    return send(response, { status: 405, body: { code: '405', message: 'Method not allowed' } });
  desk.calls[path] = (desk.calls[path] ?? 0) + 1;
  const fault = findFault(desk, path);
  if (fault === '429') return send(response, { status: 429, body: { code: '429', message: 'Too many' } });
  if (fault.startsWith('500'))
    return send(response, { status: 500, body: { code: '500', message: 'Internal error' } });
  if (fault === 'redirect')
    return void response.writeHead(302, { location: 'https://netopia-payments.example/' }).end();
  if (fault === 'html')
    return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Mentenanță</h1>');
  if (!sameText(request.headers.authorization ?? '', desk.orders.state.apiKey))
    return send(response, { status: 401, body: { code: '401', message: 'Unauthorized' } });
  const parsed = parse(body);
  if (parsed === undefined) return send(response, { status: 400, body: { code: '99', message: 'Not JSON' } });
  const result = await handle(desk, parsed);
  if (fault === 'reset') return void request.socket.resetAndDestroy();
  if (fault !== 'timeout') send(response, result);
}

function findFault(desk: Desk, path: string): string {
  if (path === '/payment/card/start') return desk.faults.start;
  if (path === '/operation/credit') return desk.faults.credit;
  if (path !== '/operation/status') return 'none';
  const { status } = desk.faults;
  if (status === '500-once') desk.faults = { ...desk.faults, status: 'none' };
  return status;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > 256 * 1024) throw new Error('body too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    return undefined;
  }
}

function sameText(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
