import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { ownHosts } from '#server/http/own-host.ts';
import { httpServer } from '#server/http/server.ts';
import { sendRaw } from '#testing/raw-request.ts';

test('a server for this machine alone has this machine’s names; a public one only its own', () => {
  for (const host of ['127.0.0.1', 'localhost', '::1'])
    deepEqual(ownHosts(null, host), ['localhost', '127.0.0.1', '[::1]'], host);
  deepEqual(ownHosts('https://fotolot.example', '127.0.0.1'), ['fotolot.example']);
  equal(ownHosts(null, '0.0.0.0'), null, 'a demonstration is opened under names it cannot know');
});

test('behind a trusted proxy the public name may come as X-Forwarded-Host', async () => {
  for (const [trustedProxies, expected] of [
    [['127.0.0.1'], 200],
    [[], 421],
  ] as const) {
    const { fastify } = await httpServer({
      log: { info: () => {}, warn: () => {}, error: () => {} },
      publicOrigin: 'https://fotolot.example',
      listensOn: '127.0.0.1',
      trustedProxies,
      webFolder: '/nowhere',
      otherOrigins: () => ({ pictures: [], forms: [], tag: { scripts: [], hits: [] } }),
      isReady: async () => true,
    });
    fastify.get('/api/x', async () => ({}));
    const url = await fastify.listen({ port: 0, host: '127.0.0.1' });
    const ask = async (headers: Record<string, string>) =>
      (await sendRaw(url, { method: 'GET', path: '/api/x', headers })).status;
    equal(await ask({ host: 'fotolot.example' }), 200);
    equal(await ask({ host: 'fotolot.example:443' }), 200);
    equal(await ask({}), 421);
    equal(await ask({ 'x-forwarded-host': 'fotolot.example' }), expected);
    equal(await ask({ 'x-forwarded-host': 'altundeva.example', host: 'altundeva.example' }), 421);
    await fastify.close();
  }
});
