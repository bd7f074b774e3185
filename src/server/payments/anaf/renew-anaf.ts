import { AnafFailure } from '#domain/invoices/anaf-failure.ts';
import type { Anaf, AnafGrant } from '#server/adapters/anaf/port.ts';
import type { App } from '#server/app.ts';
import { tellOfBrokenAnaf } from '#server/payments/anaf/anaf-mails.ts';
import { type AnafPair, type AnafPairs, openPairs, sealAccess } from '#server/payments/anaf/anaf-pair.ts';
import { type AnafAccess, lockAnaf, markAnafBroken, saveAccess } from '#server/payments/anaf/anaf-store.ts';

export type AnafRenewal =
  | { readonly outcome: 'usable'; readonly accessToken: string }
  /** `busy`: another process has it. `none`: it was disconnected, or is of another mode. */
  | { readonly outcome: 'broken' | 'busy' | 'none' };

interface Wanted {
  /** Returns false for an access that another renewal has put there meanwhile. */
  readonly isStale: (pair: AnafPair, access: AnafAccess) => boolean;
  /** False: a connection that is locked is left to the one who holds it. */
  readonly isPatient: boolean;
}

/**
 * Renews the access under the connection's lock and stores the new pair beside the one that gave it, in the same transaction: a process that dies
 * after ANAF's answer leaves the old pair, which ANAF may still take. Only what ANAF says of the access itself breaks the connection. Throws
 * AnafFailure for every other failure, and all stays as it was.
 */
export async function renewAnaf(app: App, anaf: Anaf, { isStale, isPatient }: Wanted): Promise<AnafRenewal> {
  return app.change(async ({ tx }): Promise<AnafRenewal> => {
    const held = await lockAnaf(tx, { isPatient });
    if (held === null) return { outcome: isPatient ? 'none' : 'busy' };
    const { connection, access } = held;
    if (connection.mode !== anaf.mode) return { outcome: 'none' };
    const pairs = openPairs(app, held);
    if (connection.broken_since !== null || access === null || pairs === null) return { outcome: 'broken' };
    if (!isStale(pairs.current, access)) return { outcome: 'usable', accessToken: pairs.current.accessToken };
    try {
      const { grant, by } = await renewByEither(anaf, pairs);
      const next = sealAccess(app, connection.id, { grant, before: by, now: app.now() });
      await saveAccess(tx, { ...next, connection_id: connection.id });
      return { outcome: 'usable', accessToken: grant.accessToken };
    } catch (error) {
      if (!(error instanceof AnafFailure) || error.kind !== 'reconnect') throw error;
      await markAnafBroken(tx, app.now());
      await tellOfBrokenAnaf(tx, app, connection);
      app.log.warn({}, 'the connection to ANAF is broken: an admin must connect again');
      return { outcome: 'broken' };
    }
  });
}

/** A new pair that never worked may be lost to ANAF; the one before it may not. */
async function renewByEither(
  anaf: Anaf,
  { current, before }: AnafPairs,
): Promise<{ grant: AnafGrant; by: AnafPair }> {
  try {
    return { grant: await anaf.renew(current.refreshToken), by: current };
  } catch (error) {
    if (!(error instanceof AnafFailure) || error.kind !== 'reconnect' || before === null) throw error;
    return { grant: await anaf.renew(before.refreshToken), by: before };
  }
}
