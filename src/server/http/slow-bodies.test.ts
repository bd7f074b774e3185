import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { route } from '#contract/route.ts';
import { uploadAvatar } from '#contract/users.ts';
import { handle } from '#server/http/handle.ts';
import { httpServer, mount } from '#server/http/server.ts';
import { PATIENCE } from '#testing/patience.ts';
import { sendRaw } from '#testing/raw-request.ts';
import { until } from '#testing/server.ts';

const DEADLINES = { wholeMs: 300 * PATIENCE, idleMs: 300 * PATIENCE, leftoverMs: 200 * PATIENCE };
const publicRoute = route({ method: 'POST', path: '/api/public', access: 'public', summary: '' });
const closedRoute = route({ method: 'POST', path: '/api/closed', access: 'user', summary: '' });
const streamRoute = route({ method: 'GET', path: '/api/live', access: 'public', summary: '' });

describe('slow bodies', () => {
  let port = 0;
  let close = async () => {};
  const logged: string[] = [];
  let streams = 0;

  before(async () => {
    const note = (_: object, message: string) => void logged.push(message);
    const { fastify, edge } = await httpServer({
      log: { info: note, warn: note, error: note },
      publicOrigin: null,
      listensOn: '127.0.0.1',
      trustedProxies: [],
      webFolder: '/nowhere',
      otherOrigins: () => ({ pictures: [], forms: [], tag: { scripts: [], hits: [] } }),
      isReady: async () => true,
      bodyDeadlines: DEADLINES,
    });
    const routes = [
      handle(publicRoute, async ({ reply }) => reply.send({})),
      handle(closedRoute, async ({ reply }) => reply.send({})),
      handle(streamRoute, async ({ reply }) => {
        streams += 1;
        reply.hijack();
        reply.raw.writeHead(200, { 'content-type': 'text/plain' });
        const timer = setInterval(() => reply.raw.write('x'), 100);
        reply.raw.on('close', () => clearInterval(timer));
      }),
    ];
    mount(fastify, routes, edge.cookie, async () => null);
    // As tus: answers when the whole body is here, and reads it itself.
    fastify.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
      const answer = async (request: FastifyRequest, reply: FastifyReply) => {
        for await (const _ of request.raw);
        return reply.send({});
      };
      scope.patch('/api/uploads/:id', answer);
      scope.put(uploadAvatar.path, answer);
    });
    port = Number(new URL(await fastify.listen({ port: 0, host: '127.0.0.1' })).port);
    close = () => fastify.close();
  });

  after(() => close());

  /** Sends the head, then a byte every `everyMs`; answers what came back and whether the connection was cut. */
  async function dribble(head: string, everyMs: number, mostMs: number) {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', () => {});
    socket.write(
      `${head} HTTP/1.1\r\nhost: 127.0.0.1\r\nsec-fetch-site: same-origin\r\ncontent-type: application/json\r\n`,
    );
    socket.write('content-length: 1000\r\n\r\n{');
    const timer = setInterval(() => socket.write(' '), everyMs);
    await Promise.race([new Promise((resolve) => socket.once('close', resolve)), delay(mostMs * PATIENCE)]);
    clearInterval(timer);
    const wasCut = socket.destroyed;
    socket.destroy();
    return { text, wasCut };
  }

  it('are cut with a sentence, however steadily they come', async () => {
    for (const path of ['/api/public', '/api/nowhere']) {
      const { text, wasCut } = await dribble(`POST ${path}`, 50, 5_000);
      assert.ok(wasCut, path);
      assert.match(text, /^HTTP\/1\.1 408 /, path);
      assert.match(text, /"code":"http\/too-slow"/);
    }
  });

  it('are not waited for without a session, and what is left of them is not read for long', async () => {
    const { text, wasCut } = await dribble('POST /api/closed', 50, 5_000);
    assert.match(text, /^HTTP\/1\.1 401 /);
    assert.match(text, /"code":"auth\/session-required"/);
    assert.ok(wasCut);
  });

  it('of an upload may come slowly, but not stop', async () => {
    for (const upload of ['PATCH /api/uploads/a', 'PUT /api/users/me/avatar']) {
      const flowing = await dribble(upload, 100, 1_500);
      assert.equal(flowing.wasCut, false, upload);
      const stopped = await dribble(upload, 60_000, 5_000);
      assert.ok(stopped.wasCut, upload);
      assert.match(stopped.text, /^HTTP\/1\.1 408 /);
    }
  });

  it('may not be large from anybody who is not signed in', async () => {
    for (const path of ['/api/public', '/api/nowhere']) {
      const body = JSON.stringify('a'.repeat(20_000));
      const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
      const answer = await sendRaw(`http://127.0.0.1:${port}`, { method: 'POST', path, headers, body });
      assert.deepEqual([answer.status, JSON.parse(answer.text).code], [413, 'http/too-large'], path);
    }
  });

  it('leave an answer alone that takes long', async () => {
    const socket = connect(port, '127.0.0.1');
    let bytes = 0;
    socket.on('data', (chunk) => {
      bytes += chunk.length;
    });
    socket.write('GET /api/live HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
    await delay(1_200 * PATIENCE);
    assert.equal(socket.destroyed, false);
    assert.ok(bytes > 0);
    socket.destroy();
  });

  it('that their sender gives up are no error of the server', async () => {
    logged.length = 0;
    const socket = connect(port, '127.0.0.1');
    socket.write('POST /api/public HTTP/1.1\r\nhost: 127.0.0.1\r\nsec-fetch-site: same-origin\r\n');
    socket.write('content-type: application/json\r\ncontent-length: 100\r\n\r\n{');
    await delay(100);
    socket.destroy();
    await delay(200);
    assert.deepEqual(logged, []);
  });

  it('and HEAD opens no stream', async () => {
    const before = streams;
    assert.equal(
      (await sendRaw(`http://127.0.0.1:${port}`, { method: 'HEAD', path: '/api/live' })).status,
      404,
    );
    assert.equal(streams, before);
    await until(
      async () => streams,
      (n) => n === before,
    );
  });

  it('only names of this machine are answered, so that no other site’s name can be pointed at it', async () => {
    const status = async (host: string, path = '/api/openapi.json') =>
      (await sendRaw(`http://127.0.0.1:${port}`, { method: 'GET', path, headers: { host } })).status;
    for (const own of ['localhost', 'LOCALHOST:5173', '127.0.0.1:80', `127.0.0.1:${port}`, '[::1]:8080'])
      assert.equal(await status(own), 200, own);
    for (const foreign of [
      'altundeva.example',
      `altundeva.example:${port}`,
      '127.0.0.1.nip.io',
      '0.0.0.0',
      'localhost@x',
    ])
      assert.equal(await status(foreign), 421, foreign);
    assert.equal(await status('altundeva.example', '/healthz'), 200);
  });
});
