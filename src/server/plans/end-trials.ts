import type { App } from '#server/app.ts';
import { noteRetention } from '#server/plans/note-retention.ts';
import { usersWithEndedTrials } from '#server/plans/retention-store.ts';
import { raiseUserRev } from '#server/users/user-store.ts';

const CHUNK_SIZE = 200;

/**
 * Job: shows ended trials. A trial ends by itself, and its limits with it; open tabs hear of it also when none of its credits were left.
 */
export async function endTrials(app: App): Promise<void> {
  const now = app.now();
  for (const userId of await usersWithEndedTrials(app.db, now, CHUNK_SIZE))
    await app.change(async (unit) => {
      await noteRetention(unit.tx, userId, now);
      await raiseUserRev(unit, userId);
    });
}
