import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { liveStream } from '#contract/live.ts';
import { implementRoute } from '#server/http/handle.ts';
import { CONNECTION_CAPS } from '#server/http/limits/connections.ts';
import { liveStreams, openStreams, STREAM_CAPS } from '#server/http/live-stream.ts';
import { mountRoutes } from '#server/http/mount.ts';
import { httpServer } from '#server/http/server.ts';
import { userFinder } from '#server/users/sign-in/session-store.ts';
import { EventStream } from '#testing/requests/event-stream.ts';
import { Client, pollUntil, type TestServer, testServer } from '#testing/server.ts';

describe('live streams', () => {
  let server: TestServer;
  /** The same application behind a front that takes three of them, two a person. */
  let small: string;
  let close = async () => {};

  before(async () => {
    server = await testServer();
    const { app } = server;
    const { fastify, http } = await httpServer({
      log: app.log,
      keyedHash: app.keyedHash,
      publicOrigin: null,
      listensOn: '127.0.0.1',
      trustedProxies: [],
      webFolder: '/nowhere',
      otherOrigins: () => ({ pictures: [], forms: [], tag: { scripts: [], hits: [] } }),
      health: { isReady: async () => true, listMissing: async () => [] },
    });
    const open = liveStreams(app, async () => ({ rev: 1 }), {
      isSameSession: async () => true,
      caps: { all: 3, ofUser: 2 },
    });
    const route = implementRoute(liveStream, ({ user, request, reply }) => open(user, request, reply));
    mountRoutes(fastify, [route], { cookie: http.cookie, findUser: userFinder(app) });
    small = await fastify.listen({ port: 0, host: '127.0.0.1' });
    close = () => fastify.close();
  });
  after(async () => {
    await close();
    await server.close();
  });

  const atSmall = ({ cookie }: Client) => Object.assign(new Client(small), { cookie });
  const opened = (stream: EventStream) =>
    pollUntil(
      async () => stream,
      ({ status, received }) => status >= 400 || received.length > 0,
    );
  const refusal = async (client: Client) => {
    const answer = await client.fetch('/api/live');
    const { code, details } = await answer.json();
    return [answer.status, code, answer.headers.get('retry-after'), details.retryAfter];
  };

  it('past those of the process are told when to come back, while pages and health are served', async () => {
    const [ana, dan] = [await server.newUser(), await server.newUser()].map(atSmall);
    ok(ana && dan);
    const streams = [new EventStream(ana), new EventStream(ana), new EventStream(dan)];
    for (const stream of streams) equal((await opened(stream)).status, 200);
    deepEqual(await refusal(ana), [429, 'http/too-many-requests', '20', 20], 'of one person');
    deepEqual(await refusal(dan), [503, 'http/busy', '20', 20], 'of the process');
    for (const path of ['/livez', '/readyz']) equal((await dan.fetch(path)).status, 200);
    streams[0]?.close();
    await pollUntil(
      async () => openStreams(),
      (open) => open === 2,
    );
    const next = new EventStream(dan);
    equal((await opened(next)).status, 200);
    for (const stream of [...streams, next]) stream.close();
    await pollUntil(
      async () => openStreams(),
      (open) => open === 0,
    );
  });

  it('are at most three quarters of the connections, and a person’s far fewer than an account is worth', async () => {
    ok(STREAM_CAPS.all <= CONNECTION_CAPS.all * 0.75);
    const ana = await server.newUser();
    const streams = Array.from({ length: STREAM_CAPS.ofUser }, () => new EventStream(ana));
    for (const stream of streams) equal((await opened(stream)).status, 200);
    equal((await refusal(ana))[0], 429);
    ok(streams.length < 30);
    for (const stream of streams) stream.close();
  });
});
