import { SiteFailure } from '#domain/adverts/site-failure.ts';
import { type Access, runWithGrant } from '#server/adverts/connections/run-with-grant.ts';
import type { SendingRow } from '#server/adverts/sendings/sending-store.ts';
import type { App } from '#server/app.ts';

/** Runs work with access to a sending's account, as runWithGrant does. An account that was unlinked is a SiteFailure of the kind `reconnect`. */
export async function runForSending<T>(
  app: App,
  { user_id, connection_id }: Pick<SendingRow, 'user_id' | 'connection_id'>,
  work: (access: Access) => Promise<T>,
): Promise<T> {
  if (connection_id === null) throw new SiteFailure('reconnect');
  return runWithGrant(app, { userId: user_id, connectionId: connection_id }, work);
}
