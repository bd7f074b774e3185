import type { AnafConnectionShown } from '#contract/admin/admin-anaf.ts';
import { AppError } from '#domain/errors.ts';
import { endsSoon } from '#domain/invoices/anaf-connection.ts';
import { AnafFailure } from '#domain/invoices/anaf-failure.ts';
import type { App, User } from '#server/app.ts';
import { consumeRateLimit } from '#server/http/limits/rate-limit.ts';
import { openPairs } from '#server/payments/anaf/anaf-pair.ts';
import { type AnafHeld, deleteAnaf, findAnaf, lockAnaf } from '#server/payments/anaf/anaf-store.ts';
import { proveAnaf, sellerCif } from '#server/payments/anaf/prove-anaf.ts';
import { runWithAnaf } from '#server/payments/anaf/run-with-anaf.ts';
import { recordAudit } from '#server/users/admins/audit-log-store.ts';

const CHECKED = { hits: 20, seconds: 900 };

/** Returns what admins see of the connection; one of another mode is none. */
export async function readAnaf(app: App): Promise<AnafConnectionShown> {
  const held = await findAnaf(app.db);
  const cif = sellerCif(app);
  const mode = app.anaf?.mode ?? 'off';
  if (held === null || held.connection.mode !== app.anaf?.mode)
    return { mode, cif, state: 'none', connectedAt: null, until: null, endsSoon: false, words: null };
  const { connection, access } = held;
  const state = findState(app, held);
  const until = state === 'again' ? null : (access?.refresh_expires_at ?? null);
  return {
    mode,
    cif,
    state,
    connectedAt: connection.connected_at.toISOString(),
    until: until?.toISOString() ?? null,
    endsSoon: until !== null && endsSoon(until, app.now()),
    words: state === 'no-right' ? connection.right_words : null,
  };
}

function findState(app: App, held: AnafHeld): AnafConnectionShown['state'] {
  const { connection, access } = held;
  if (connection.broken_since !== null || access === null || openPairs(app, held) === null) return 'again';
  if (access.refresh_expires_at <= app.now() && access.expires_at <= app.now()) return 'again';
  return connection.right_missing_since === null ? 'connected' : 'no-right';
}

/**
 * Asks ANAF whether the connection works and has the right; what it says is noted. Throws payments/anaf-off, payments/anaf-not-connected,
 * payments/anaf-away, http/too-many-requests.
 */
export async function checkAnaf(app: App, admin: User): Promise<AnafConnectionShown> {
  const cif = sellerCif(app);
  if (app.anaf === null || cif === null) throw new AppError('payments/anaf-off');
  await consumeRateLimit(app, `anaf:check:${admin.id}`, { limit: CHECKED, code: 'http/too-many-requests' });
  if ((await readAnaf(app)).state === 'none') throw new AppError('payments/anaf-not-connected');
  try {
    await runWithAnaf(app, (anaf, accessToken) => proveAnaf(app, { anaf, accessToken, cif }));
  } catch (error) {
    if (!(error instanceof AnafFailure)) throw error;
    // These are states, which the page shows.
    if (error.kind !== 'no-rights' && error.kind !== 'reconnect') throw new AppError('payments/anaf-away');
  }
  return readAnaf(app);
}

/** Forgets the connection with its tokens. Throws payments/anaf-off, payments/anaf-not-connected. */
export async function disconnectAnaf(app: App, admin: User, reason: string): Promise<void> {
  if (app.anaf === null) throw new AppError('payments/anaf-off');
  await app.change(async ({ tx }) => {
    const held = await lockAnaf(tx, { isPatient: true });
    if (held === null) throw new AppError('payments/anaf-not-connected');
    await deleteAnaf(tx);
    const { cif, mode } = held.connection;
    await recordAudit(tx, app, { admin, kind: 'anaf-disconnected', reason, details: { cif, mode } });
  });
}
