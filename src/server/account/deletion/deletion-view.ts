import type { DeletionPreview } from '#contract/deletion.ts';
import { toLei } from '#domain/payments/amount.ts';
import { isActive, readSubscription } from '#domain/plans/subscription.ts';
import { ORDER_BLOCKS_MINUTES } from '#domain/users/deleted.ts';
import type { App, User } from '#server/app.ts';
import { listOpenRuns } from '#server/batches/retention/erase-store.ts';
import { spendableCredits } from '#server/credits/account-store.ts';
import { newestOpenOrder } from '#server/payments/erase-store.ts';
import { listPurchases } from '#server/payments/orders/purchases-view.ts';
import { proposeReturn } from '#server/payments/refunds/refund-proposal-view.ts';
import { findOrder } from '#server/payments/store/order-store.ts';
import { reservedUntil } from '#server/users/email/previous-email-store.ts';
import { readStoredFields } from '#server/users/user-store.ts';

const MOST_PURCHASES = 100;

/** Returns what goes with the account, what its owner may still ask back, and what stands in the way. */
export async function previewDeletion(app: App, user: User): Promise<DeletionPreview> {
  const now = app.now();
  const subscription = readSubscription(await readStoredFields(app.db, user.id));
  const [credits, counts, running, refunds, obstacle] = await Promise.all([
    spendableCredits(app.db, user.id, now),
    countBelongings(app, user.id),
    listOpenRuns(app.db, user.id),
    refundsDue(app, user.id),
    findObstacle(app, user),
  ]);
  return {
    credits,
    plan: isActive(subscription, now)
      ? { plan: subscription.plan, expiresAt: subscription.expiresAt?.toISOString() ?? null }
      : null,
    ...counts,
    runs: running.length,
    refunds,
    obstacle,
  };
}

async function countBelongings(app: App, userId: string) {
  const {
    photos,
    results,
    lots: batches,
    recipes,
  } = await app.db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('photos')
        .select(eb.fn.countAll<string>().as('n'))
        .where('owner_id', '=', userId)
        .where('purged_at', 'is', null)
        .where('state', '=', 'ready')
        .as('photos'),
      eb
        .selectFrom('results')
        .select(eb.fn.countAll<string>().as('n'))
        .where('owner_id', '=', userId)
        .as('results'),
      eb
        .selectFrom('batches')
        .select(eb.fn.countAll<string>().as('n'))
        .where('owner_id', '=', userId)
        .where('deleted_at', 'is', null)
        .as('lots'),
      eb
        .selectFrom('recipes')
        .select(eb.fn.countAll<string>().as('n'))
        .where('owner_id', '=', userId)
        .as('recipes'),
    ])
    .executeTakeFirstOrThrow();
  return {
    photos: Number(photos),
    results: Number(results),
    lots: Number(batches),
    recipes: Number(recipes),
  };
}

async function refundsDue(app: App, userId: string): Promise<DeletionPreview['refunds']> {
  const { purchases } = await listPurchases(app, userId, { limit: MOST_PURCHASES });
  const due: DeletionPreview['refunds'] = [];
  for (const { orderId, name, refundUntil } of purchases) {
    const order = refundUntil === null ? null : await findOrder(app.db, orderId);
    const proposal = order && (await proposeReturn(app, order));
    if (proposal && proposal.amountBani > 0) due.push({ orderId, name, amount: toLei(proposal.amountBani) });
  }
  return due;
}

async function findObstacle(app: App, user: User): Promise<DeletionPreview['obstacle']> {
  const others = await app.db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('deleted_at', 'is', null)
    .where('id', '!=', user.id)
    .limit(1)
    .executeTakeFirst();
  if (user.role === 'admin' && !others) return { kind: 'last-admin' };
  const backUntil = await reservedUntil(app.db, user.id, app.now());
  if (backUntil) return { kind: 'address-changed', until: backUntil.toISOString() };
  const openedAt = await newestOpenOrder(app.db, user.id);
  const until = openedAt && new Date(openedAt.getTime() + ORDER_BLOCKS_MINUTES * 60_000);
  return until && until > app.now() ? { kind: 'order-pending', until: until.toISOString() } : null;
}
