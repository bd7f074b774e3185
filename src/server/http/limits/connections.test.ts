import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { httpServer } from '#server/http/server.ts';
import { pollUntil } from '#testing/server.ts';

const CAPS = { all: 8, ofIp: 5, ofNetwork: Number.POSITIVE_INFINITY };

describe('a server with as many connections as it takes', () => {
  let port = 0;
  let openNow: () => Promise<number>;
  let close = async () => {};
  const held: Socket[] = [];

  before(async () => {
    const { fastify } = await httpServer({
      log: { info: () => {}, warn: () => {}, error: () => {} },
      keyedHash: () => '',
      publicOrigin: null,
      listensOn: '0.0.0.0',
      trustedProxies: [],
      webFolder: '/nowhere',
      otherOrigins: () => ({ pictures: [], forms: [], tag: { scripts: [], hits: [] } }),
      health: { isReady: async () => true, listMissing: async () => [] },
      connectionCaps: CAPS,
    });
    await fastify.listen({ port: 0, host: '0.0.0.0' });
    const { server } = fastify;
    port = (server.address() as AddressInfo).port;
    openNow = () =>
      new Promise((resolve, reject) =>
        server.getConnections((error, n) => (error ? reject(error) : resolve(n))),
      );
    close = () => fastify.close();
  });
  after(async () => {
    for (const socket of held) socket.destroy();
    await close();
  });

  async function hold(count: number, localAddress: string): Promise<void> {
    for (let n = 0; n < count; n++) {
      const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {});
      held.push(socket);
      await once(socket, 'connect');
    }
  }

  async function ask(path: string, localAddress: string) {
    const sent = get({ port, host: '127.0.0.1', path, localAddress, agent: false });
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
  }

  it('of one address tells that address to come back, serves its health checks and everybody else', async () => {
    await hold(CAPS.ofIp, '127.0.0.2');
    deepEqual(
      [await ask('/livez', '127.0.0.2'), await ask('/api/openapi.json', '127.0.0.3')].map(
        ({ status }) => status,
      ),
      [200, 404],
    );
    const { status, headers, body } = await ask('/api/openapi.json', '127.0.0.2');
    equal(status, 503);
    equal(headers['retry-after'], '10');
    equal(headers.connection, 'close');
    match(JSON.parse(body).message, /^Sunt foarte mulți vizitatori .*Încearcă din nou/);
  });

  it('answers health, and says to all others when to come back', async () => {
    await hold(CAPS.all - CAPS.ofIp, '127.0.0.4');
    for (const path of ['/livez', '/readyz', '/healthz']) equal((await ask(path, '127.0.0.5')).status, 200);
    const refused = await ask('/', '127.0.0.5');
    deepEqual([refused.status, JSON.parse(refused.body).code], [503, 'http/busy']);
    ok(refused.headers['content-security-policy']);
  });

  it('answers health however many more are opened and left silent, and holds no more than a few of those', async () => {
    await hold(300, '127.0.0.6');
    equal((await ask('/livez', '127.0.0.7')).status, 200);
    await pollUntil(openNow, (open) => open <= CAPS.all + 64);
  });

  it('serves again once others have left', async () => {
    for (const socket of held.splice(0)) socket.destroy();
    await pollUntil(openNow, (open) => open === 0);
    equal((await ask('/api/openapi.json', '127.0.0.2')).status, 404);
  });
});
