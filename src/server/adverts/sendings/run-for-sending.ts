import { SiteFailure } from '#domain/adverts/site-failure.ts';
import { type Access, runWithGrant } from '#server/adverts/connections/run-with-grant.ts';
import { Lost } from '#server/adverts/sendings/advance.ts';
import { isClaimed, type SendingRow } from '#server/adverts/sendings/sending-store.ts';
import type { App } from '#server/app.ts';

/**
 * Runs work with access to a sending's account, as runWithGrant does. `refuseEnded` throws Lost, too, as this does at its begin. An account
 * that was unlinked is a SiteFailure of the kind `reconnect`.
 */
export async function runForSending<T>(
  app: App,
  row: SendingRow,
  work: (access: Access) => Promise<T>,
): Promise<T> {
  const { user_id: userId, connection_id: connectionId } = row;
  if (connectionId === null) throw new SiteFailure('reconnect');
  await refuseLost(app, row);
  return runWithGrant(app, { userId, connectionId }, (access) => {
    const refuseEnded = async () => {
      await refuseLost(app, row);
      await access.refuseEnded();
    };
    return work({ ...access, refuseEnded });
  });
}

async function refuseLost(app: App, row: SendingRow): Promise<void> {
  if (!(await isClaimed(app.db, row))) throw new Lost('the sending is no longer ours');
}
