import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { readMe } from '#contract/users.ts';
import { uploadPhotos } from '#testing/files/photos.ts';
import { newBatch, runEnded, startRun } from '#testing/runs.ts';
import { pollUntil, type TestServer, testServer } from '#testing/server.ts';
import {
  agreeToCheckout,
  beginPayment,
  createDeskClient,
  GOOD_CARD,
  orderBecomes,
  packageCalled,
} from '#testing/shop/shop.ts';

const textOf = (query: unknown) =>
  typeof query === 'string' ? query : String((query as { text?: string } | null)?.text ?? '');

describe('commits', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer({ NETOPIA_MODE: 'simulator' });
  });
  after(() => server.close());

  it('of an upload, a run and a payment send no NOTIFY inside the transaction, where it would make all others wait', async (t) => {
    const open = new WeakSet<object>();
    const reported = { inside: [] as string[], outside: 0 };
    const { query } = pg.Client.prototype;
    t.mock.method(pg.Client.prototype, 'query', function (this: pg.Client, ...given: unknown[]) {
      const text = textOf(given[0]);
      if (/^\s*(begin|start transaction)/i.test(text)) open.add(this);
      if (/^\s*(commit|rollback)/i.test(text)) open.delete(this);
      // A statement that writes is a transaction of its own.
      const writes = open.has(this) || /\b(insert|update|delete)\b/i.test(text);
      // pg-boss has a column of that name too.
      if (!/\bpg_notify\b|^\s*notify\b/i.test(text)) return Reflect.apply(query, this, given);
      if (writes) reported.inside.push(text);
      else reported.outside += 1;
      return Reflect.apply(query, this, given);
    });

    const buyer = await server.newUser();
    const photoIds = await uploadPhotos(buyer, [1, 2]);
    const batch = await newBatch(buyer, { name: 'Dacia', photoIds });
    await startRun(buyer, batch.id, { photoIds, cost: 1 });
    await runEnded(buyer, batch.id);
    const item = await packageCalled(buyer, 'Starter 10');
    await agreeToCheckout(buyer, item);
    const { orderId, paymentUrl } = await beginPayment(buyer, item.id);
    await createDeskClient(paymentUrl ?? '')('POST', `/orders/${orderId}/pay`, { card: GOOD_CARD });
    await orderBecomes(buyer, orderId, 'paid');
    equal((await buyer.call(readMe, {})).credits.totalCredits, 12);

    deepEqual(reported.inside, []);
    ok(reported.outside > 0, 'after the commit they do');
  });

  it('wake the workers of the jobs they bring, each of which would look by itself only after seconds', async (t) => {
    const woken: string[] = [];
    const stop = server.app.live.onWake('job send-mail', () => void woken.push('send-mail'));
    t.after(stop);
    await server.newUser('trezit@fotolot.example');
    await pollUntil(
      async () => woken,
      (names) => names.length > 0,
    );
  });
});

describe('a server that stops', () => {
  it('ends its jobs before it closes what they use', async () => {
    const server = await testServer();
    const order: string[] = [];
    const noted = <K extends string>(thing: Record<K, () => Promise<unknown>>, act: K, name: string) => {
      const before = thing[act];
      thing[act] = async () => {
        await before();
        order.push(name);
      };
    };
    noted(server.app.queue as unknown as { stop(): Promise<void> }, 'stop', 'jobs');
    noted(server.app.mail as { close(): Promise<void> }, 'close', 'mail');
    noted(server.app.live as { close(): Promise<void> }, 'close', 'live');
    await server.close();
    deepEqual(order, ['jobs', 'mail', 'live']);
  });
});
