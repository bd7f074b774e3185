import { equal } from 'node:assert/strict';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { pollUntil, type TestServer, testServer } from '#testing/server.ts';

describe('a crowd of connections', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer({ HOST: '0.0.0.0', ALLOW_DEMO: '1' });
  });
  after(() => server.close());

  it('4,100 connections of one address that send half a head leave others served', async () => {
    const { port } = new URL(server.url);
    const open: Socket[] = [];
    const crowd = Array.from({ length: 4_100 }, () => {
      const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: '127.0.0.2' });
      socket.on('error', () => {});
      socket.on('connect', () => socket.write('GET / HTTP/1.1\r\nhost: x\r\n'));
      open.push(socket);
      return new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
    });
    await Promise.all(crowd);
    const health = await new Promise<number | string>((resolve) => {
      const where = { host: '127.0.0.1', port, path: '/healthz', localAddress: '127.0.1.1', agent: false };
      request(where, (answer) => resolve(answer.resume().statusCode ?? 0))
        .on('error', ({ message }) => resolve(message))
        .end();
    });
    equal(health, 200);
    await pollUntil(
      async () => open.filter(({ closed }) => !closed).length,
      (left) => left <= 400,
    );
    for (const socket of open) socket.destroy();
  });
});
