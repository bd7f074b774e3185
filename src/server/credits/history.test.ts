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

  it('lists in the ledger’s order the credits that came and those that each batch took in the end, one entry a batch', async () => {
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

  it('has with each entry the balance that the one below it leads to, although batches ran at the same time', async () => {
    const user = await server.newUser();
    await server.database.pool.query(
      `insert into credit_ledger (user_id, seq, kind, delta, amount, balance_after, ref, actor)
      select $1::text, seq, kind, delta, abs(delta) + spent, balance, $1::text || run, 'system' from (values
        (2, 'hold', -1, 0, 2, 'cup'), (3, 'hold', -1, 0, 1, 'chair'), (4, 'correct', 5, 0, 6, 'gift'),
        (5, 'release', 0, 0, 6, 'chair'), (6, 'spend', 0, 1, 6, 'chair'), (7, 'hold', -1, 0, 5, 'lamp'),
        (8, 'release', 0, 0, 5, 'cup'), (9, 'spend', 0, 1, 5, 'cup')
      ) as entries (seq, kind, delta, spent, balance, run)`,
      [user.uid],
    );
    const { entries } = await user.call(readCreditHistory, {});
    assert.deepEqual(
      entries.map(({ kind, delta, balanceAfter }) => [kind, delta, balanceAfter]),
      [
        ['spend', -1, 5],
        ['hold', -1, 6],
        ['spend', -1, 7],
        ['correct', 5, 8],
        ['grant', 3, 3],
      ],
    );
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
