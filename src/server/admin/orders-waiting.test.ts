import { deepEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { toBucharestDay } from '#domain/language/time.ts';
import { readOrderFile } from '#server/admin/order-file-view.ts';
import { listOrders } from '#server/admin/order-list-view.ts';
import { giveGoodwill, noteGoodwillPaid } from '#server/payments/refunds/give-goodwill.ts';
import { cardShop } from '#testing/shop/card-shop.ts';

it('the list of orders says how many wait for a transfer out of goodwill, until it is noted', async () => {
  await using stack = new AsyncDisposableStack();
  const card = stack.adopt(await cardShop(), (shop) => shop.close());
  const { app } = card;
  const admin = { ...(await card.t.newUser()), role: 'admin' as const };
  const readWaiting = async () => {
    const { inReview, transfersDue } = await listOrders(app, { list: 'paid' });
    return [inReview, transfersDue];
  };
  const orderId = await card.buy(await card.t.newUser());
  deepEqual(await readWaiting(), [0, 0]);
  for (const [amountBani, shownMostBani] of [
    [1000, 5000],
    [500, 4000],
  ] as const)
    await giveGoodwill(app, admin, {
      orderId,
      amountBani,
      shownMostBani,
      reason: 'Ne pare rău',
      key: randomUUID(),
    });
  deepEqual(await readWaiting(), [0, 1]);
  const { goodwill } = await readOrderFile(app, orderId);
  for (const [index, { id: goodwillId }] of goodwill.entries())
    await noteGoodwillPaid(app, admin, {
      orderId,
      goodwillId,
      paidOn: toBucharestDay(app.now()),
      reference: `OP ${index}`,
    });
  deepEqual(await readWaiting(), [0, 0]);
});
