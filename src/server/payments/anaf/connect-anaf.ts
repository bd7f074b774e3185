import { AppError } from '#domain/errors.ts';
import { type AnafOutcome, outcomeOfExchange } from '#domain/invoices/anaf-connection.ts';
import { AnafFailure } from '#domain/invoices/anaf-failure.ts';
import type { Anaf, AnafGrant } from '#server/adapters/anaf/port.ts';
import type { App, User } from '#server/app.ts';
import { consumeIpRateLimit, consumeRateLimit } from '#server/http/limits/rate-limit.ts';
import type { Visitor } from '#server/http/security/visitor.ts';
import { keepAnafAttempt, takeAnafAttempt } from '#server/payments/anaf/anaf-attempt-store.ts';
import { tellOfRefusedApplication } from '#server/payments/anaf/anaf-mails.ts';
import { sealAccess } from '#server/payments/anaf/anaf-pair.ts';
import { saveAnaf } from '#server/payments/anaf/anaf-store.ts';
import { proveAnaf, sellerCif } from '#server/payments/anaf/prove-anaf.ts';
import { recordAudit } from '#server/users/admins/audit-log-store.ts';

const BEGUN = { hits: 20, seconds: 900 };
const PER_IP = { hits: 60, seconds: 900 };

/** Begins a visit to ANAF's page. Returns its address. Throws payments/anaf-off, http/unavailable, http/too-many-requests. */
export async function beginAnaf(app: App, admin: User, redirectUri: string): Promise<{ url: string }> {
  const { anaf } = app;
  if (anaf === null || sellerCif(app) === null) throw new AppError('payments/anaf-off');
  await consumeRateLimit(app, `anaf:begin:${admin.id}`, { limit: BEGUN, code: 'http/too-many-requests' });
  const state = await keepAnafAttempt(app, admin, redirectUri);
  const url = await anaf.connectUrl({ state, redirectUri }).catch((error: unknown) => {
    app.log.warn({ error }, 'ANAF’s page has no address');
    throw new AppError('http/unavailable');
  });
  return { url };
}

/**
 * Ends a visit to ANAF's page: stores the access in place of an earlier one, and what ANAF says of the right. Anything wrong is an outcome, and
 * nothing is stored. Throws http/too-many-requests.
 */
export async function finishAnaf(
  app: App,
  visitor: Visitor,
  { query, user }: { query: URLSearchParams; user: User | null },
): Promise<AnafOutcome> {
  await consumeIpRateLimit(
    app,
    { name: 'anaf:callback', ip: visitor.ip },
    { limit: PER_IP, code: 'http/too-many-requests' },
  );
  const { anaf } = app;
  const cif = sellerCif(app);
  if (user?.role !== 'admin' || user.lacksFactor || anaf === null || cif === null) return 'expired';
  const attempt = await takeAnafAttempt(app, user, query.get('state') ?? '');
  if (attempt === null) return 'expired';
  const said = query.get('error');
  const code = query.get('code');
  if (said === 'access_denied') return 'refused';
  if (said !== null || !code) {
    app.log.warn({ said: said?.slice(0, 60) ?? null }, 'ANAF sent a browser back without a code');
    return 'failed';
  }
  try {
    const grant = await anaf.exchangeCode({ code, redirectUri: attempt.redirectUri });
    return await keepAccess(app, user, { anaf, cif, grant });
  } catch (error) {
    if (!(error instanceof AnafFailure)) throw error;
    const { kind, facts } = error;
    app.log.warn({ kind, status: facts.status ?? null }, 'ANAF gave no access');
    if (kind === 'operator') await tellOfRefusedApplication(app);
    return outcomeOfExchange(kind);
  }
}

interface Given {
  readonly anaf: Anaf;
  readonly cif: string;
  readonly grant: AnafGrant;
}

/** Access is stored whatever the proof says, but where ANAF does not take it: the right can be given later. */
async function keepAccess(app: App, admin: User, { anaf, cif, grant }: Given): Promise<AnafOutcome> {
  const failure = await proveAnaf(app, { anaf, accessToken: grant.accessToken, cif }).then(
    () => null,
    (error: unknown) => {
      if (error instanceof AnafFailure) return error;
      throw error;
    },
  );
  if (failure?.kind === 'token' || failure?.kind === 'reconnect') return 'failed';
  const isMissing = failure?.kind === 'no-rights';
  const now = app.now();
  const id = app.newId('anf');
  await app.change(async ({ tx }) => {
    await saveAnaf(tx, {
      connection: {
        id,
        mode: anaf.mode,
        cif,
        connected_by: admin.id,
        connected_at: now,
        broken_since: null,
        right_missing_since: isMissing ? now : null,
        right_words: isMissing ? (failure.facts.detail ?? null) : null,
      },
      access: sealAccess(app, id, { grant, before: null, now }),
    });
    const details = { cif, mode: anaf.mode, until: grant.refreshExpiresAt.toISOString() };
    await recordAudit(tx, app, { admin, kind: 'anaf-connected', details });
  });
  if (failure === null) return 'connected';
  return isMissing ? 'no-right' : 'unproven';
}
