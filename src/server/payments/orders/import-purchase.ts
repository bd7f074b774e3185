import type { ImportedPurchase } from '#domain/payments/imported-purchase.ts';
import type { App, Unit } from '#server/app.ts';
import {
  appendOrderEvent,
  findByKey,
  findOwnOrder,
  insertOrder,
  rememberKey,
} from '#server/payments/store/order-store.ts';
import { insertPurchase } from '#server/payments/store/purchase-store.ts';
import { findImported } from '#server/users/imported-user-store.ts';

/** Imports a purchase of the hosted database with an order that never changes and grants nothing: its credits came with the account. */
export async function importPurchase(
  { tx, changes }: Unit,
  app: Pick<App, 'now' | 'newId'>,
  imported: ImportedPurchase & { foreignId: string },
): Promise<'imported' | 'alreadyHere' | 'unknownUser'> {
  const userId = await findImported(tx, imported.userId);
  if (userId === null) return 'unknownUser';
  const key = `import:${imported.foreignId}`;
  if (await findByKey(tx, userId, key)) return 'alreadyHere';
  const id = app.newId('ord');
  await insertOrder(tx, {
    id,
    user_id: userId,
    checkout_id: null,
    kind: 'package',
    item: 'imported',
    name: imported.name,
    credits: imported.credits,
    amount_bani: imported.priceBani,
    shown_days: null,
    mode: 'imported',
    state: 'imported',
    return_to: null,
    created_at: imported.createdAt,
    next_check_at: null,
  });
  await rememberKey(tx, { id, userId }, key);
  await appendOrderEvent(tx, id, { source: 'import', event: 'imported', at: app.now() });
  const order = await findOwnOrder(tx, userId, id);
  await insertPurchase(tx, app.newId('pur'), { order, at: imported.createdAt });
  changes.list(userId, 'credit-purchases');
  return 'imported';
}
