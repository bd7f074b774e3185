import type { App, Tx } from '#server/app.ts';
import type { BatchRow } from '#server/batches/batch-store.ts';
import { CUT_OUT } from '#server/batches/make-cutout.ts';
import type { Member } from '#server/batches/member-store.ts';

/** A lot that replaces the background has its photos cut out before the run, in lot order. */
export async function wantCutouts(
  tx: Tx,
  app: App,
  { recipe }: Pick<BatchRow, 'recipe'>,
  members: readonly Member[],
): Promise<void> {
  if (recipe.background.kind === 'keep') return;
  const wanted = members.filter(
    ({ state, cutout_id, exception }) =>
      state === 'ready' && cutout_id === null && !exception?.keepBackground,
  );
  for (const [place, { id }] of wanted.entries())
    await app.queue.send(tx, CUT_OUT, { photoId: id }, { priority: -place });
}
