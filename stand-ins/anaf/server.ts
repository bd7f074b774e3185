import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type Asked, answerApi, answerCheck, answerHello } from './api.ts';
import { answerAuthorize } from './authorize.ts';
import { Book } from './book.ts';
import { makeCertificates } from './certificates.ts';
import { control } from './control.ts';
import { type Faults, takeFault } from './faults.ts';
import { Limits } from './limits.ts';
import { getNow, type Office, type Pace } from './office.ts';
import { renderCalls, STYLE } from './pages.ts';
import { answerRegistry } from './registry/answer.ts';
import { AWAY, makeHtml, makeJson, type Outcome, send } from './replies.ts';
import { type Application, Tokens } from './tokens.ts';

/** More than an upload may have, so that its own refusal is heard. */
const MOST_BODY = 12 * 1024 * 1024;
const TOKEN = '/anaf-oauth2/v1/token';
const REGISTRY = '/api/PlatitorTvaRest/v9/tva';

export interface Settings {
  /** 0: the port of the state file, or a free one. */
  readonly port: number;
  readonly application: Application;
  /** CIFs for which the first certificates have a right. */
  readonly cifs: readonly string[];
  readonly stateFile: string | null;
  readonly pace: Pace;
  readonly faults: Faults;
}

export async function startOffice(settings: Settings): Promise<{ url: string; close: () => void }> {
  const { application, faults, pace } = settings;
  const book = new Book(settings.stateFile);
  const server = createServer();
  book.state.port = await listen(server, settings.port || book.state.port);
  book.save();
  const url = `http://127.0.0.1:${book.state.port}`;
  const office: Office = {
    url,
    application,
    certificates: makeCertificates(settings.cifs),
    book,
    tokens: new Tokens({ application, book }, () => getNow({ book })),
    limits: new Limits(),
    calls: [],
    arrivals: [],
    faults,
    pace,
    registryAt: 0,
  };
  server.on('request', (request, response) => {
    answer(office, request, response).catch((error: unknown) => {
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

async function answer(office: Office, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url: path = '/', method = 'GET', headers } = request;
  const { pathname, searchParams } = new URL(path, office.url);
  // Names that only resolve here belong to pages of strangers.
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(headers.host ?? ''))
    return send(response, makeJson(421, { message: 'loopback only' }));
  const body = await readBody(request);
  if (pathname === '/style.css')
    return void response.writeHead(200, { 'content-type': 'text/css' }).end(STYLE);
  if (pathname === '/') return send(response, makeHtml(200, renderCalls(office.calls)));
  if (pathname.split('/')[1] === '__sim')
    return answerControl(office, { request, response }, { pathname, body });
  const asked = { method, path, pathname, query: searchParams, headers, body };
  const outcome = await answerAsked(office, asked);
  const status = typeof outcome === 'string' ? 0 : outcome.status;
  office.calls.push({ at: getNow(office), method, path: hideCode(path), status });
  if (outcome === 'reset') return void request.socket.resetAndDestroy();
  if (outcome !== 'silence') send(response, outcome);
}

/** Codes of sign-ins are not told again. */
function hideCode(path: string): string {
  return path.replace(/([?&]code=)[^&]+/u, '$1…');
}

async function answerAsked(office: Office, asked: Asked): Promise<Outcome> {
  const { method, pathname, body, query } = asked;
  if (getNow(office) < office.book.state.awayUntil) return AWAY;
  if (pathname === '/anaf-oauth2/v1/authorize') {
    const form = method === 'POST' ? new URLSearchParams(body.toString()) : null;
    return answerAuthorize(office, { query, form });
  }
  if (pathname === TOKEN && method === 'POST') return answerToken(office, asked);
  if (pathname === '/TestOauth/jaxrs/hello' && method === 'GET') return answerHello(office, asked);
  if (pathname === REGISTRY && method === 'POST') return answerFirms(office, body);
  const [, standard] = /^\/prod\/FCTEL\/rest\/validare\/(\w+)$/u.exec(pathname) ?? [];
  if (standard !== undefined && method === 'POST') return answerCheck(standard, body);
  const isSlow = method === 'POST' && office.faults.upload === 'slow';
  const outcome = await answerApi(office, asked);
  if (isSlow) await dawdle(office);
  return outcome ?? makeJson(404, { message: 'no Route matched with those values' });
}

async function answerToken(office: Office, { body, headers }: Asked): Promise<Outcome> {
  const fault = takeFault(office, 'token');
  if (fault === 'invalid_grant') return makeJson(400, { error: 'invalid_grant' });
  if (fault === '500') return makeJson(500, { error: 'server_error' });
  if (fault === 'html') return makeHtml(200, '<html><body><h1>Mentenanta</h1></body></html>');
  const reply = office.tokens.exchange(new URLSearchParams(body.toString()), {
    authorization: String(headers.authorization ?? ''),
    faults: office.faults,
  });
  if (fault === 'slow') await dawdle(office);
  return fault === 'lost-answer' ? 'reset' : reply;
}

/** A program that ends does not wait for it. */
function dawdle({ faults }: Office): Promise<void> {
  return wait(faults.slowSeconds * 1000, undefined, { ref: false });
}

async function answerFirms(office: Office, body: Buffer): Promise<Outcome> {
  if (office.faults.registry === 'slow') await dawdle(office);
  return answerRegistry(office, body);
}

function answerControl(
  office: Office,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  { pathname, body }: { pathname: string; body: Buffer },
): void {
  const { method = 'GET', headers } = request;
  // A browser's page cannot send this type to a stranger without asking first.
  const isJson = method === 'GET' || headers['content-type'] === 'application/json';
  const sent: unknown = body.length === 0 || !isJson ? {} : JSON.parse(body.toString());
  const reply = isJson
    ? control(office, { method, path: pathname }, sent)
    : makeJson(415, { message: 'JSON only' });
  send(response, reply);
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > MOST_BODY) throw new Error('body too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
