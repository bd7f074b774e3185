import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { allowedHosts } from '#server/http/security/host-header.ts';
import { httpServer } from '#server/http/server.ts';
import { sendRaw } from '#testing/requests/raw-request.ts';

test('a server for this machine alone has this machine’s names; a public one only its own', () => {
  for (const host of ['127.0.0.1', 'localhost', '::1'])
    deepEqual(allowedHosts(null, host), ['localhost', '127.0.0.1', '[::1]'], host);
  deepEqual(allowedHosts('https://fotolot.example', '127.0.0.1'), ['fotolot.example']);
  equal(allowedHosts(null, '0.0.0.0'), null, 'a demonstration is opened under names it cannot know');
});

test('behind a trusted proxy the public name may come as X-Forwarded-Host', async () => {
  for (const [trustedProxies, expected] of [
    [['127.0.0.1'], 200],
    [[], 421],
  ] as const) {
    const { fastify } = await httpServer({
      log: { info: () => {}, warn: () => {}, error: () => {} },
      keyedHash: () => '',
      publicOrigin: 'https://fotolot.example',
      listensOn: '127.0.0.1',
      trustedProxies,
      webFolder: '/nowhere',
      otherOrigins: () => ({ pictures: [], forms: [], tag: { scripts: [], hits: [] } }),
      health: { isReady: async () => true, listMissing: async () => [] },
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

test('a whole address as the request’s target counts, not the Host header beside it', async () => {
  for (const [publicOrigin, listensOn, own] of [
    ['https://fotolot.example', '127.0.0.1', 'fotolot.example'],
    [null, '127.0.0.1', 'localhost'],
    [null, '0.0.0.0', 'oricare.example:8080'],
  ] as const) {
    const { fastify } = await httpServer({
      log: { info: () => {}, warn: () => {}, error: () => {} },
      keyedHash: () => '',
      publicOrigin,
      listensOn,
      trustedProxies: [],
      webFolder: '/nowhere',
      otherOrigins: () => ({ pictures: [], forms: [], tag: { scripts: [], hits: [] } }),
      health: { isReady: async () => true, listMissing: async () => [] },
    });
    fastify.get('/api/x', async () => ({}));
    const url = await fastify.listen({ port: 0, host: '127.0.0.1' });
    const status = async (path: string) =>
      (await sendRaw(url, { method: 'GET', path, headers: { host: own } })).status;
    equal(await status('/api/x'), 200, own);
    equal(await status(`http://${own}/api/x`), 200, own);
    for (const foreign of [
      'http://altundeva.example/api/x',
      `http://${own}@altundeva.example/api/x`,
      'HTTP://altundeva.example/',
    ])
      equal(await status(foreign), 421, foreign);
    await fastify.close();
  }
});
