import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { deleteBatch } from '#contract/batches.ts';
import { readCreditHistory } from '#contract/credits.ts';
import type { ReplyOf } from '#contract/route.ts';
import { uploadPhotos } from '#testing/files/photos.ts';
import { newBatch, runEnded, startRun } from '#testing/runs.ts';
import { type TestServer, testServer } from '#testing/server.ts';
import {
  agreeToCheckout,
  beginPayment,
  createDeskClient,
  GOOD_CARD,
  orderBecomes,
  packageCalled,
} from '#testing/shop/shop.ts';

type CreditPage = ReplyOf<typeof readCreditHistory>;

describe('the credit history', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer({ NETOPIA_MODE: 'simulator' });
  });
  after(() => server.close());

  it('tells in the ledger’s order what came and what each batch took in the end, one entry a batch', async () => {
    const user = await server.newUser();
    const photoIds = await uploadPhotos(user, [1]);
    const batch = await newBatch(user, { name: 'Cană', photoIds });
    await startRun(user, batch.id, { photoIds, cost: 1 });
    await runEnded(user, batch.id);
    const item = await packageCalled(user, 'Starter 10');
    await agreeToCheckout(user, item);
    const { orderId, paymentUrl } = await beginPayment(user, item.id);
    await createDeskClient(paymentUrl ?? '')('POST', `/orders/${orderId}/pay`, { card: GOOD_CARD });
    await orderBecomes(user, orderId, 'paid');
    const { entries, nextCursor } = await user.call(readCreditHistory, {});
    const cup = { kind: 'lot', id: batch.id, number: batch.number, name: 'Cană' };
    assert.deepEqual(
      entries.map(({ kind, source, delta, amount, balanceAfter, subject }) => ({
        said: [kind, source, delta, amount, balanceAfter],
        subject,
      })),
      [
        { said: ['grant', 'bought', 10, 10, 12], subject: { kind: 'purchase', name: 'Starter 10' } },
        { said: ['spend', null, -1, 1, 2], subject: cup },
        { said: ['grant', 'gift', 3, 3, 3], subject: null },
      ],
    );
    assert.equal(nextCursor, null);
    await user.call(deleteBatch, { params: { batchId: batch.id } });
    const [, spent] = (await user.call(readCreditHistory, {})).entries;
    assert.deepEqual(spent?.subject, { ...cup, id: null });
  });

  it('comes page by page by `seq`, whatever happens in between', async () => {
    const user = await server.newUser();
    const photoIds = await uploadPhotos(user, [1]);
    const batch = await newBatch(user, { name: 'Cană', photoIds });
    await startRun(user, batch.id, { photoIds, cost: 1 });
    await runEnded(user, batch.id);
    const seen: number[] = [];
    for (let cursor: number | null = 0; cursor !== null; ) {
      const page: Record<string, string> = { limit: '1', ...(cursor ? { cursor: String(cursor) } : {}) };
      const reply: CreditPage = await user.call(readCreditHistory, { query: page });
      seen.push(...reply.entries.map(({ seq }) => seq));
      cursor = reply.nextCursor;
    }
    const all = (await user.call(readCreditHistory, {})).entries.map(({ seq }) => seq);
    assert.equal(all.length, 2);
    assert.deepEqual(seen, all);
    assert.deepEqual((await (await server.newUser()).call(readCreditHistory, {})).entries.length, 1);
  });

  it('names an expiry after the grant it took, and an admin’s reason only for a correction', async () => {
    const user = await server.newUser();
    await server.database.pool.query(
      `with entry as (
        update credit_accounts set balance = 0, seq = seq + 1 where user_id = $1 returning seq
      )
      insert into credit_ledger (user_id, seq, kind, delta, amount, balance_after, ref, actor, reason)
      select $1, entry.seq, 'expire', -3, 3, 0, credit_grants.id || ':1', 'system', 'nu se vede'
      from entry, credit_grants where credit_grants.user_id = $1`,
      [user.uid],
    );
    const [expired] = (await user.call(readCreditHistory, {})).entries;
    assert.deepEqual([expired?.kind, expired?.source, expired?.reason], ['expire', 'gift', null]);
  });
});
