import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { takePicture } from '#contract/photos.ts';
import { defineRoute } from '#contract/route.ts';
import { uploadAvatar } from '#contract/users.ts';
import { AppError } from '#domain/errors.ts';
import { errorSentence } from '#domain/language/error-sentences.ts';
import { implementRoute } from '#server/http/handle.ts';
import { mountRoutes } from '#server/http/mount.ts';
import { httpServer } from '#server/http/server.ts';
import { PATIENCE } from '#testing/patience.ts';
import { sendRaw } from '#testing/requests/raw-request.ts';
import { pollUntil } from '#testing/server.ts';

const DEADLINES = {
  wholeMs: 300 * PATIENCE,
  idleMs: 300 * PATIENCE,
  droppedMs: 900 * PATIENCE,
  leftoverMs: 200 * PATIENCE,
};
const publicRoute = defineRoute({ method: 'POST', path: '/api/public', access: 'public', summary: '' });
const closedRoute = defineRoute({ method: 'POST', path: '/api/closed', access: 'user', summary: '' });
const streamRoute = defineRoute({ method: 'GET', path: '/api/live', access: 'public', summary: '' });

describe('slow bodies', () => {
  let port = 0;
  let close = async () => {};
  const logged: string[] = [];
  let streams = 0;

  before(async () => {
    const note = (_: object, message: string) => void logged.push(message);
    const { fastify, http } = await httpServer({
      log: { info: note, warn: note, error: note },
      keyedHash: () => '',
      publicOrigin: null,
      listensOn: '127.0.0.1',
      trustedProxies: [],
      webFolder: '/nowhere',
      otherOrigins: () => ({ pictures: [], forms: [], tag: { scripts: [], hits: [] } }),
      health: { isReady: async () => true, listMissing: async () => [] },
      bodyDeadlines: DEADLINES,
    });
    const routes = [
      implementRoute(publicRoute, async ({ reply }) => reply.send({})),
      implementRoute(closedRoute, async ({ reply }) => reply.send({})),
      implementRoute(streamRoute, async ({ reply }) => {
        streams += 1;
        reply.hijack();
        reply.raw.writeHead(200, { 'content-type': 'text/plain' });
        const timer = setInterval(() => reply.raw.write('x'), 100);
        reply.raw.on('close', () => clearInterval(timer));
      }),
    ];
    mountRoutes(fastify, routes, { cookie: http.cookie, findUser: async () => null });
    // Like tus: reads the body itself and responds when it is whole.
    fastify.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
      const answer = async (request: FastifyRequest, reply: FastifyReply) => {
        for await (const _ of request.raw);
        return reply.send({});
      };
      scope.patch('/api/uploads/:id', answer);
      scope.post('/api/full', async () => {
        throw new AppError('http/storage-full');
      });
      scope.put(uploadAvatar.path, answer);
      scope.post(takePicture.path, answer);
    });
    port = Number(new URL(await fastify.listen({ port: 0, host: '127.0.0.1' })).port);
    close = () => fastify.close();
  });

  after(() => close());

  /** Sends the head, then a byte every `everyMs`; returns the response and whether the connection was cut. */
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
    const paths = ['/api/public', '/api/nowhere'].map(async (path) => {
      const { text, wasCut } = await dribble(`POST ${path}`, 50, 5_000);
      assert.ok(wasCut, path);
      assert.match(text, /^HTTP\/1\.1 408 /, path);
      assert.match(text, /"code":"http\/too-slow"/);
      assert.match(text, /^x-content-type-options: nosniff\r$/m);
      assert.match(text, /^content-security-policy: default-src 'none'/m);
    });
    await Promise.all(paths);
  });

  it('are not waited for without a session, and what is left of them is not read for long', async () => {
    const { text, wasCut } = await dribble('POST /api/closed', 50, 5_000);
    assert.match(text, /^HTTP\/1\.1 401 /);
    assert.match(text, /"code":"auth\/session-required"/);
    assert.ok(wasCut);
  });

  it('of an upload may come slowly, but not stop', async () => {
    const uploads = ['PATCH /api/uploads/a', 'PUT /api/users/me/avatar', 'POST /api/photos?name=a.png'].map(
      async (upload) => {
        const flowing = dribble(upload, 100, 1_500);
        const stopped = await dribble(upload, 60_000, 5_000);
        assert.ok(stopped.wasCut, upload);
        assert.match(stopped.text, /^HTTP\/1\.1 408 /);
        assert.equal((await flowing).wasCut, false, upload);
      },
    );
    await Promise.all(uploads);
  });

  it('of shared photos that are dropped may come slowly, but neither stop nor go on for ever', async () => {
    const [stopped, endless] = await Promise.all([
      dribble('POST /upload', 60_000, 5_000),
      dribble('POST /upload', 50, 5_000),
    ]);
    assert.match(stopped.text, /^HTTP\/1\.1 408 /);
    assert.match(endless.text, /^HTTP\/1\.1 303 /);
    assert.ok(stopped.wasCut && endless.wasCut);
  });

  it('may not be large from a client that is not signed in', async () => {
    for (const path of ['/api/public', '/api/nowhere']) {
      const body = JSON.stringify('a'.repeat(20_000));
      const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
      const answer = await sendRaw(`http://127.0.0.1:${port}`, { method: 'POST', path, headers, body });
      assert.deepEqual([answer.status, JSON.parse(answer.text).code], [413, 'http/too-large'], path);
    }
  });

  for (const [path, name, status, code] of [
    ['/api/public', 'that are too large', 413, 'http/too-large'],
    ['/api/full', 'that a full disk has no room for', 507, 'http/storage-full'],
  ] as const)
    it(`${name} are refused at once, and a client that is still sending is not cut off before it could read that`, async () => {
      const head = 'host: 127.0.0.1\r\nsec-fetch-site: same-origin\r\n';
      const socket = connect(port, '127.0.0.1');
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      const ended = new Promise<never>((_, reject) => {
        socket.on('error', reject);
        socket.on('close', () => reject(new Error(`closed after: ${text}`)));
      });
      socket.write(
        `POST ${path} HTTP/1.1\r\n${head}content-type: application/json\r\ncontent-length: 1000000\r\n\r\n`,
      );
      const reported = (words: string) =>
        pollUntil(
          async () => text,
          (seen) => seen.includes(words),
        );
      await Promise.race([reported('"details":'), ended]);
      assert.match(text, new RegExp(`^HTTP/1\\.1 ${status} `));
      assert.ok(text.includes(JSON.stringify({ code, message: errorSentence(code) }).slice(0, -1)), text);
      socket.write('x'.repeat(1_000_000));
      socket.write(`GET /healthz HTTP/1.1\r\n${head}\r\n`);
      await Promise.race([reported('{"status":"ready"}'), ended]);
      ended.catch(() => {});
      socket.destroy();
    });

  it('leave a response alone that takes long', async () => {
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

  it('a HEAD request opens no stream', async () => {
    const before = streams;
    assert.equal(
      (await sendRaw(`http://127.0.0.1:${port}`, { method: 'HEAD', path: '/api/live' })).status,
      404,
    );
    assert.equal(streams, before);
    await pollUntil(
      async () => streams,
      (n) => n === before,
    );
  });

  it('only names of this machine are served, so that no other site’s name can be pointed at it', async () => {
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
