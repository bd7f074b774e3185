import { deepEqual, equal, rejects } from 'node:assert/strict';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { fetchPicture } from '#server/adapters/adverts/site-picture.ts';
import { requestFile } from '#server/adapters/models/request.ts';
import { awaitAnswer } from '#server/adapters/outside-call.ts';
import { callProvider } from '#server/adapters/payments/exchange.ts';

const UPGRADE = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n';

describe('a call to a server outside', () => {
  let server: Server;
  let url: URL;
  /** What the server sends of an answer before it falls silent; null: it closes. */
  let sent: string | null;
  before(async () => {
    server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => (sent === null ? socket.end() : socket.write(sent)));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/a`);
  });
  after(() => server.close());

  it('ends where the server goes over to another protocol or closes without an answer', async () => {
    for (const each of [UPGRADE, null]) {
      sent = each;
      await rejects(awaitAnswer(request(url, { agent: false }).end()));
      await rejects(fetchPicture(url, false), { kind: 'away' });
      await rejects(
        requestFile({ address: url.href, from: 0, proxy: '', signal: AbortSignal.timeout(60_000) }),
      );
      const call = { url, headers: {}, body: {}, timeoutMs: 60_000 };
      equal((await callProvider(call)).kind, 'unknown');
    }
  });

  it('is no picture where the time is over before its end, though the answer states no length', async (t) => {
    sent = 'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-type: image/jpeg\r\n\r\nhalf';
    // The limit is ten seconds.
    const { timeout } = AbortSignal;
    t.mock.method(AbortSignal, 'timeout', () => timeout.call(AbortSignal, 500));
    await rejects(fetchPicture(url, false), { kind: 'away' });
  });

  it('is awaited in one way, wherever the server makes one', () => {
    const makesCall = /import \{[^}]*\brequest\b[^}]*\} from 'node:https?'/u;
    const others = globSync('src/server/**/*.ts')
      .filter((path) => !path.endsWith('.test.ts'))
      .filter((path) => {
        const source = readFileSync(path, 'utf8');
        return makesCall.test(source) && !source.includes('awaitAnswer(');
      });
    deepEqual(others, []);
  });
});
