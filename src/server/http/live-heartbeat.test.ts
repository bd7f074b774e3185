import { equal } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';
import { createBatch, editBatch } from '#contract/batches.ts';
import type { LiveEvent } from '#contract/live.ts';
import { createTransactionRunner } from '#server/adapters/live/changes.ts';
import type { User } from '#server/app.ts';
import { editBatch as edit } from '#server/batches/edit/edit-batch.ts';
import { EventStream } from '#testing/requests/event-stream.ts';
import { pollUntil, type TestServer, testServer } from '#testing/server.ts';

let server: TestServer;

describe('the heartbeat of live streams', () => {
  before(async () => {
    server = await testServer();
  });
  after(() => server.close());

  it('the tabs of a process are looked at together: one question after their sessions, however many they are', async (t) => {
    const clients = [];
    for (let n = 0; n < 4; n++) clients.push(await server.newUser());
    t.mock.timers.enable({ apis: ['setInterval'] });
    const streams: EventStream[] = [];
    for (const client of clients) {
      // Each a second after the one before.
      const stream = new EventStream(client);
      streams.push(stream);
      await stream.waitForLiveEvent(({ key }) => key === '*');
      t.mock.timers.tick(1000);
    }
    let asked = 0;
    const { query } = pg.Client.prototype;
    t.mock.method(pg.Client.prototype, 'query', function (this: pg.Client, ...given: unknown[]) {
      const [text] = given as [string | { text?: string }];
      if (/from "?sessions/i.test(typeof text === 'string' ? text : (text.text ?? ''))) asked += 1;
      return Reflect.apply(query, this, given);
    });
    for (let second = 0; second < 20; second++) {
      t.mock.timers.tick(1000);
      await turn();
    }
    await pollUntil(
      async () => streams.map(({ text }) => text.split(': still here').length - 1),
      (beats) => beats.every((times) => times === 1),
    );
    equal(asked, 1);
    for (const stream of streams) stream.close();
  });

  it('a tab is no older than 20 seconds, also when word of a change is lost', async (t) => {
    const client = await server.newUser();
    const { id: batchId } = await client.call(createBatch, { body: { name: 'Lot' } });
    const isNamed = (name: string) => (event: LiveEvent) =>
      event.type === 'patch' && JSON.stringify(event.patch).includes(name);
    t.mock.timers.enable({ apis: ['setInterval'] });
    const stream = new EventStream(client);
    await stream.waitForLiveEvent(({ key }) => key === 'users/me');
    await client.call(editBatch, { params: { batchId }, body: { name: 'Cu vorbă' } });
    await stream.waitForLiveEvent(isNamed('Cu vorbă'));
    const { app } = server;
    const change = createTransactionRunner(app.db, { now: app.now, log: app.log, notify: async () => {} });
    const user: User = { id: client.uid, role: 'user', sessionId: '' };
    await edit({ ...app, change }, user, { batchId, edit: { name: 'Pe tăcute' } });
    await pollUntil(
      async () => {
        t.mock.timers.tick(20_000);
        return stream.received;
      },
      (all) => all.some(({ event }) => isNamed('Pe tăcute')(event)),
    );
    stream.close();
  });
});
