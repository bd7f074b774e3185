import { AnafFailure } from '#domain/invoices/anaf-failure.ts';
import type { Anaf } from '#server/adapters/anaf/port.ts';
import type { App } from '#server/app.ts';
import {
  tellOfBrokenAnaf,
  tellOfMissingRight,
  tellOfRefusedApplication,
} from '#server/payments/anaf/anaf-mails.ts';
import { openPairs } from '#server/payments/anaf/anaf-pair.ts';
import {
  type AnafHeld,
  findAnaf,
  forgetPairBefore,
  lockAnaf,
  markAnafBroken,
  noteRight,
} from '#server/payments/anaf/anaf-store.ts';
import { renewAnaf } from '#server/payments/anaf/renew-anaf.ts';

/** Access that ends sooner is renewed before a call. */
const SPARE_MS = 5 * 60_000;
/** ANAF that refuses a token it just gave, and that never worked, is not asked for others again and again. */
const RENEWED_AGAIN_MS = 10 * 60_000;

type Call<T> = (anaf: Anaf, accessToken: string) => Promise<T>;

/**
 * Calls ANAF by the connection: access is renewed first where it ends within minutes, and once where ANAF no longer takes it. A connection that is
 * missing, broken, or breaks now, is an AnafFailure of the kind `reconnect`; `token` remains where ANAF refuses what it has just renewed. Notes a
 * missing right and its return. Throws AnafFailure and whatever the call throws.
 */
export async function runWithAnaf<T>(app: App, call: Call<T>): Promise<T> {
  const { anaf } = app;
  const held = await findAnaf(app.db);
  if (anaf === null || held?.connection.mode !== anaf.mode) throw new AnafFailure('reconnect');
  try {
    const done = await callOrRenew(app, { anaf, held }, call);
    const { id, right_missing_since: missing } = held.connection;
    if (missing !== null) await noteRight(app.db, id, { since: null, words: null });
    return done;
  } catch (error) {
    if (error instanceof AnafFailure) await noteFailure(app, held, error);
    throw error;
  }
}

interface Held {
  readonly anaf: Anaf;
  readonly held: AnafHeld;
}

async function callOrRenew<T>(app: App, { anaf, held }: Held, call: Call<T>): Promise<T> {
  const { connection, access } = held;
  const pairs = openPairs(app, held);
  if (connection.broken_since !== null || access === null || pairs === null)
    throw new AnafFailure('reconnect');
  const isEnding = ({ expires_at: end }: { expires_at: Date }) =>
    end.getTime() - app.now().getTime() < SPARE_MS;
  const first = isEnding(access)
    ? await renewIf(app, anaf, (_, now) => isEnding(now))
    : pairs.current.accessToken;
  try {
    const done = await call(anaf, first);
    if (access.sealed_before !== null && first === pairs.current.accessToken)
      await forgetPairBefore(app.db, access.sealed);
    return done;
  } catch (error) {
    if (!(error instanceof AnafFailure) || error.kind !== 'token') throw error;
    const age = app.now().getTime() - access.renewed_at.getTime();
    const isUnproven = access.sealed_before !== null && age < RENEWED_AGAIN_MS;
    if (first !== pairs.current.accessToken || isUnproven) throw error;
    return call(anaf, await renewIf(app, anaf, ({ accessToken }) => accessToken === first));
  }
}

/** Returns a token that counts. Throws AnafFailure, of kinds that say nothing of the call: it was not made. */
async function renewIf(
  app: App,
  anaf: Anaf,
  isStale: Parameters<typeof renewAnaf>[2]['isStale'],
): Promise<string> {
  const renewal = await renewAnaf(app, anaf, { isStale, isPatient: true }).catch((error: unknown) => {
    if (!(error instanceof AnafFailure) || error.kind === 'operator' || error.kind === 'limit') throw error;
    throw new AnafFailure('away', error.facts);
  });
  if (renewal.outcome !== 'usable') throw new AnafFailure('reconnect');
  return renewal.accessToken;
}

/** Notes what an admin has to see to. */
async function noteFailure(app: App, { connection }: AnafHeld, { kind, facts }: AnafFailure): Promise<void> {
  if (kind === 'operator') return tellOfRefusedApplication(app);
  if (kind !== 'no-rights' && kind !== 'reconnect') return;
  await app.change(async ({ tx }) => {
    const now = await lockAnaf(tx, { isPatient: true });
    // Another may have been connected meanwhile.
    if (now?.connection.id !== connection.id || now.connection.broken_since !== null) return;
    if (kind === 'no-rights') {
      const words = facts.detail ?? null;
      const since = now.connection.right_missing_since ?? app.now();
      await noteRight(tx, connection.id, { since, words });
      if (now.connection.right_missing_since === null) await tellOfMissingRight(tx, app, connection);
      return;
    }
    // What cannot be opened here may be opened by the secret it was sealed with.
    if (openPairs(app, now) === null) return;
    await markAnafBroken(tx, app.now());
    await tellOfBrokenAnaf(tx, app, connection);
  });
}
