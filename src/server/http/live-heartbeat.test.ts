import { after, before, it } from 'node:test';
import { createBatch, editBatch } from '#contract/batches.ts';
import type { LiveEvent } from '#contract/live.ts';
import { transactions } from '#server/adapters/live/changes.ts';
import type { User } from '#server/app.ts';
import { editBatch as edit } from '#server/batches/edit/edit-batch.ts';
import { EventStream } from '#testing/requests/event-stream.ts';
import { type TestServer, testServer, until } from '#testing/server.ts';

let server: TestServer;

before(async () => {
  server = await testServer();
});
after(() => server.close());

it('a tab is no older than 20 seconds, also when word of a change is lost', async (t) => {
  const client = await server.newUser();
  const { id: batchId } = await client.call(createBatch, { body: { name: 'Lot' } });
  const isNamed = (name: string) => (event: LiveEvent) =>
    event.type === 'patch' && JSON.stringify(event.patch).includes(name);
  t.mock.timers.enable({ apis: ['setInterval'] });
  const stream = new EventStream(client);
  await stream.has(({ key }) => key === 'users/me');
  await client.call(editBatch, { params: { batchId }, body: { name: 'Cu vorbă' } });
  await stream.has(isNamed('Cu vorbă'));
  const { app } = server;
  const change = transactions(app.db, { now: app.now, log: app.log, notify: async () => {} });
  const user: User = { id: client.uid, role: 'user', sessionId: '' };
  await edit({ ...app, change }, user, { batchId, edit: { name: 'Pe tăcute' } });
  await until(
    async () => {
      t.mock.timers.tick(20_000);
      return stream.received;
    },
    (all) => all.some(({ event }) => isNamed('Pe tăcute')(event)),
  );
  stream.close();
});
