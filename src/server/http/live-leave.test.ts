import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { EventStream } from '#testing/requests/event-stream.ts';
import { type TestServer, testServer } from '#testing/server.ts';

let server: TestServer;

describe('live streams that never began', () => {
  before(async () => {
    server = await testServer();
  });
  after(() => server.close());

  it('tabs that were closed before their stream began are not counted as open', async () => {
    const client = await server.newUser();
    const { hostname, port } = new URL(server.url);
    for (let n = 0; n < 60; n++) {
      const socket = connect(Number(port), hostname);
      await new Promise((resolve) => socket.once('connect', resolve));
      socket.write(`GET /api/live HTTP/1.1\r\nhost: ${hostname}\r\ncookie: ${client.cookie}\r\n\r\n`);
      socket.destroy();
    }
    await delay(1_000);
    const stream = new EventStream(client);
    await stream.waitForLiveEvent(({ key }) => key === 'users/me');
    assert.equal(stream.status, 200);
    stream.close();
  });
});
