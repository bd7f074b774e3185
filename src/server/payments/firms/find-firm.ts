import { setTimeout as wait } from 'node:timers/promises';
import { DAY_MS } from '#domain/days.ts';
import { AppError } from '#domain/errors.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import { cuiDigits, isCui } from '#domain/payments/billing.ts';
import type { FirmAnswer } from '#domain/payments/firms/registered-firm.ts';
import type { RegistryAnswer } from '#server/adapters/firm-registry/port.ts';
import type { App, User } from '#server/app.ts';
import { consumeRateLimit } from '#server/http/limits/rate-limit.ts';
import {
  findKnownFirm,
  postponeTurns,
  rememberFirm,
  secondsUntilTurn,
  takeTurn,
} from '#server/payments/firms/firm-store.ts';

/** Far more firms than one person bills. */
const PER_USER = { hits: 30, seconds: 3600 };
const AWAY: FirmAnswer = { outcome: 'away', firm: null };

/**
 * Returns what the public registry says of a firm, or said within a day. Throws payments/billing-invalid for a CUI with a wrong digit, which
 * reaches no registry, and http/too-many-requests with `retryAfter` in seconds: of this person, or of all to the registry.
 */
export async function findFirm(app: App, user: User, written: string): Promise<FirmAnswer> {
  if (!isCui(written)) throw new AppError('payments/billing-invalid', { problems: { cui: 'wrong' } });
  const cui = cuiDigits(written);
  await consumeRateLimit(app, `firm:${user.id}`, { limit: PER_USER, code: 'http/too-many-requests' });
  if (app.firmRegistry === null) return AWAY;
  const known = await findKnownFirm(app.db, cui, new Date(app.now().getTime() - DAY_MS));
  return known ? { outcome: 'found', firm: known } : askRegistry(app, app.firmRegistry, cui);
}

type Registry = NonNullable<App['firmRegistry']>;

/** Asks; once more after the time that the registry asks for, where a person may wait so long. */
async function askRegistry(app: App, registry: Registry, cui: string): Promise<FirmAnswer> {
  await registry.prepare();
  const at = app.now();
  let answer = await askInTurn(app, registry, { cui, at });
  if (answer.outcome === 'limit') answer = await askInTurn(app, registry, { cui, at });
  if (answer.outcome === 'limit') throw await buildTooMany(app);
  if (answer.outcome === 'away') {
    app.log.warn({ why: answer.why }, 'the registry of firms is away');
    return AWAY;
  }
  if (answer.outcome === 'not-found') return { outcome: 'not-found', firm: null };
  await rememberFirm(app.db, answer.firm, at);
  return answer;
}

/** Waits for its turn without a transaction: nothing else waits for the registry. All wait as long as the registry asks one of them to. */
async function askInTurn(
  app: App,
  registry: Registry,
  { cui, at }: { cui: string; at: Date },
): Promise<RegistryAnswer> {
  const turn = await takeTurn(app.db);
  if (turn === null) throw await buildTooMany(app);
  if (turn > 0) await wait(turn);
  const answer = await registry.ask(cui, toBucharestDay(at));
  if (answer.outcome === 'limit') {
    app.log.warn({ waitSeconds: answer.waitSeconds }, 'the registry of firms asks to wait');
    await postponeTurns(app.db, answer.waitSeconds ?? 1);
  }
  return answer;
}

async function buildTooMany({ db }: App): Promise<AppError> {
  return new AppError('http/too-many-requests', { retryAfter: await secondsUntilTurn(db) });
}
