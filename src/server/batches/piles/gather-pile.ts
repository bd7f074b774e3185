import { MOST_IN_BATCH } from '#domain/batches/states.ts';
import { AppError } from '#domain/errors.ts';
import { orderByNames } from '#domain/piles/order-by-names.ts';
import type { App, User } from '#server/app.ts';
import { batchName } from '#server/batches/edit/edit-batch.ts';
import { endLinks } from '#server/batches/phones/phone-link-store.ts';
import { findStarted, lockPile } from '#server/batches/piles/pile-store.ts';
import { deleteWantedStart } from '#server/batches/runs/wanted-start-store.ts';
import { batchChanged, getPhotoOrder, updateBatch } from '#server/batches/store/batch-store.ts';
import { countMembers, listMembers, moveMembers } from '#server/batches/store/member-store.ts';

/**
 * Puts the photos of the lots that were made out of a pile back into the lot that the pile was, and deletes those lots; lots that ran stay.
 * A photo that is in several has the overrides of the pile, else of the first lot. Returns the ids of the lots that are gone. Throws
 * `batches/not-found`, `batches/has-run` when the pile's own lot ran, `batches/too-many-photos` where photos were added since.
 */
export async function gatherPile(
  app: App,
  user: User,
  { batchId, name }: { batchId: string; name: string },
): Promise<string[]> {
  return app.change(async (unit) => {
    const { tx, changes } = unit;
    const lots = await lockPile(tx, user.id, batchId);
    const pile = lots.find(({ id }) => id === batchId);
    if (pile === undefined) throw new AppError('batches/not-found');
    const started = await findStarted(
      tx,
      lots.map(({ id }) => id),
    );
    if (started.has(batchId)) throw new AppError('batches/has-run');
    const back = lots.filter(({ id }) => id !== batchId && !started.has(id));
    const own = await listMembers(tx, batchId, getPhotoOrder(pile));
    // Dividing put them so; a pile has no such order.
    if (back.length > 0 && orderByNames(own)?.every((id, i) => id === own[i]?.id))
      await updateBatch(tx, batchId, { orderedByHand: false, photoOrder: null });
    for (const lot of back) {
      const members = await listMembers(tx, lot.id, getPhotoOrder(lot));
      const photoIds = members.map(({ id }) => id);
      await moveMembers(tx, { from: lot.id, to: batchId, photoIds });
      await deleteWantedStart(tx, lot.id);
      const gone = { batchId: lot.id, now: app.now() };
      await endLinks(tx, 'phone_links', gone);
      await endLinks(tx, 'result_links', gone);
      await updateBatch(tx, lot.id, { deletedAt: app.now() });
      batchChanged(changes, user.id, lot.id);
    }
    if ((await countMembers(tx, batchId)) > MOST_IN_BATCH)
      throw new AppError('batches/too-many-photos', { limit: MOST_IN_BATCH });
    await updateBatch(tx, batchId, { name: batchName(name) || pile.name });
    batchChanged(changes, user.id, batchId);
    changes.list(user.id, 'photos');
    return back.map(({ id }) => id);
  });
}
