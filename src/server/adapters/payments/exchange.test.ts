import { deepEqual, equal, ok } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { PUBLISHED_KEY } from './create.ts';
import { callProvider } from './exchange.ts';
import { netopiaPayments } from './netopia.ts';

/** A provider that says whatever the test wants. */
let handler: (request: IncomingMessage, response: ServerResponse) => void;
const server = createServer((request, response) => {
  request.resume().on('end', () => handler(request, response));
});
let origin: string;
describe('a call to the provider', () => {
  before(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const call = (changes: { url?: string; timeoutMs?: number } = {}) =>
    callProvider({
      url: new URL(changes.url ?? origin),
      headers: { authorization: 'the-key' },
      body: { a: 'ăâîșț' },
      timeoutMs: changes.timeoutMs ?? 20_000,
    });
  const answers =
    (status: number, body: string, headers = {}) =>
    (_: IncomingMessage, response: ServerResponse) =>
      void response.writeHead(status, headers).end(body);

  describe('a call to the provider', () => {
    it('carries the bare key and JSON, on a connection of its own', async () => {
      const seen: IncomingMessage['headers'][] = [];
      handler = (request, response) => {
        seen.push(request.headers);
        response.end('{"fine":true}');
      };
      deepEqual(await call(), { kind: 'answered', value: { fine: true } });
      const [headers] = seen;
      deepEqual(
        [headers?.authorization, headers?.['content-type'], headers?.accept, headers?.connection],
        ['the-key', 'application/json', 'application/json', 'close'],
      );
    });

    it('goes below the path of the base address, where the live one has its API', async () => {
      const paths: string[] = [];
      handler = (request, response) => {
        paths.push(`${request.method} ${request.url}`);
        response.end('{}');
      };
      const payments = netopiaPayments({
        mode: 'live',
        baseUrl: `${origin}/pay`,
        apiKey: 'k',
        posSignature: 'p',
        trustedKeys: [PUBLISHED_KEY],
        now: () => new Date(),
        statusRetriesMs: [],
      });
      await payments.status({ orderId: 'ord_1', ntpId: '1' });
      await payments.refund({ ntpId: '1', amountBani: 100 });
      deepEqual(paths, ['POST /pay/operation/status', 'POST /pay/operation/credit']);
    });

    it('keeps the provider’s code of a refusal, whether it is a text or a number', async () => {
      handler = answers(400, '{"code":"99","message":"POS not found"}');
      deepEqual(await call(), { kind: 'refused', reason: 'HTTP 400', code: '99' });
      handler = answers(401, '{"code":401,"message":"Unauthorized"}');
      deepEqual(await call(), { kind: 'refused', reason: 'HTTP 401', code: '401' });
    });

    it('follows no redirect', async () => {
      let calls = 0;
      handler = (_, response) => {
        calls += 1;
        response.writeHead(307, { location: origin }).end();
      };
      deepEqual(await call(), { kind: 'refused', reason: 'HTTP 307', code: null });
      equal(calls, 1);
    });

    it('that ends in half a response, none, too long a one or no JSON may have been carried out', async () => {
      handler = (_, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('{"half":');
        setImmediate(() => response.destroy());
      };
      equal((await call()).kind, 'unknown');
      handler = (request) => void request.socket.destroy();
      equal((await call()).kind, 'unknown');
      handler = answers(200, `{"long":"${'x'.repeat(300_000)}"}`);
      equal((await call()).kind, 'unknown');
      for (const text of ['', '<h1>', '[]', 'null', '"x"', '7']) {
        handler = answers(200, text);
        equal((await call()).kind, 'unknown', text);
      }
      for (const status of [408, 500, 502, 503, 504]) {
        handler = answers(status, '{}');
        equal((await call()).kind, 'unknown', String(status));
      }
    });

    it('that trickles and never ends is given up', async () => {
      handler = (_, response) => void response.writeHead(200).write('{');
      deepEqual(await call({ timeoutMs: 300 }), { kind: 'unknown', reason: 'timeout', code: null });
    });

    it('that never left this machine says so: no such name, no listener there, no TLS, turned away', async () => {
      const kinds = await Promise.all(
        ['http://no-such-host.invalid/', 'http://127.0.0.1:9/', origin.replace('http:', 'https:')].map(
          (url) => call({ url }),
        ),
      );
      ok(
        kinds.every(({ kind }) => kind === 'not-sent'),
        JSON.stringify(kinds),
      );
      handler = answers(429, '');
      equal((await call()).kind, 'not-sent');
    });
  });
});
