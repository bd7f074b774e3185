import { inBatchOrder } from '#domain/batches/order.ts';
import { AppError } from '#domain/errors.ts';
import { orderByNames } from '#domain/piles/order-by-names.ts';
import type { App, Tx, User } from '#server/app.ts';
import { batchName } from '#server/batches/edit/edit-batch.ts';
import { makeLotFrom } from '#server/batches/edit/split-batch.ts';
import { findStarted, setPile } from '#server/batches/piles/pile-store.ts';
import { deleteWantedStart } from '#server/batches/runs/wanted-start-store.ts';
import { batchChanged, getPhotoOrder, lockBatch, updateBatch } from '#server/batches/store/batch-store.ts';
import { listMembers, type Member, orderMembers, removeMembers } from '#server/batches/store/member-store.ts';

interface Division {
  readonly batchId: string;
  readonly lots: readonly { readonly name: string; readonly photoIds: readonly string[] }[];
}

/**
 * Makes a lot of each list of photos in one transaction; the first one is the lot that was the pile, and photos that none names stay there.
 * Each lot is ordered as its photos' names tell, where they do and the pile had no order that was chosen. A lot of a pile that is divided
 * leaves its parts to that pile. Returns the pile, and the lots' ids in the order given. A start that waited for the whole pile is no longer
 * wanted. Throws `batches/not-found`, `batches/has-run`, `batches/photo-not-in-lot`.
 */
export async function dividePile(
  app: App,
  user: User,
  { batchId, lots }: Division,
): Promise<{ pileId: string; batchIds: string[] }> {
  return app.change(async (unit) => {
    const { tx, changes } = unit;
    const batch = await lockBatch(tx, user.id, batchId);
    if ((await findStarted(tx, [batchId])).size > 0) throw new AppError('batches/has-run');
    const members = await listMembers(tx, batchId, getPhotoOrder(batch));
    const byId = new Map(members.map((member) => [member.id, member]));
    const named = lots.flatMap(({ photoIds }) => photoIds);
    // A photo moved meanwhile or named twice: the second of two tabs is refused, so the pile is divided once.
    if (new Set(named).size < named.length || named.some((id) => !byId.has(id)))
      throw new AppError('batches/photo-not-in-lot');
    const [first, ...others] = lots;
    const isOrdered = batch.ordered_by_hand || batch.photo_order !== null;
    const made = [batchId];
    for (const { name, photoIds } of others) {
      const taken = photoIds.flatMap((id) => byId.get(id) ?? []);
      const lotId = await makeLotFrom(unit, app, { batch, members: taken, name: batchName(name) });
      if (!isOrdered) await orderLotByNames(tx, lotId, taken);
      made.push(lotId);
    }
    const gone = new Set(others.flatMap(({ photoIds }) => photoIds));
    await removeMembers(tx, batchId, [...gone]);
    const left = members.filter(({ id }) => !gone.has(id));
    if (!isOrdered) await orderLotByNames(tx, batchId, left);
    const pileId = batch.pile_id ?? batchId;
    await setPile(tx, pileId, made);
    await deleteWantedStart(tx, batchId);
    await updateBatch(tx, batchId, { name: batchName(first?.name ?? '') || batch.name });
    batchChanged(changes, user.id, batchId);
    changes.list(user.id, 'photos');
    return { pileId, batchIds: made };
  });
}

async function orderLotByNames(tx: Tx, lotId: string, members: readonly Member[]): Promise<void> {
  const byNames = orderByNames(members);
  if (byNames === null) return;
  await orderMembers(tx, lotId, byNames);
  // Where no cover is named the order is one that photos added later keep to.
  const isPlain = inBatchOrder(members, 'name').every(({ id }, i) => id === byNames[i]);
  await updateBatch(tx, lotId, isPlain ? { photoOrder: 'name' } : { orderedByHand: true });
}
