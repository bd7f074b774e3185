import { isUnderWay, type SendingState } from '#domain/adverts/sending.ts';
import { plusDays } from '#domain/days.ts';
import { Lost } from '#server/adverts/sendings/advance.ts';
import { checkOutcome } from '#server/adverts/sendings/check-outcome.ts';
import { lookAfter } from '#server/adverts/sendings/look-after.ts';
import { prepareAndSend } from '#server/adverts/sendings/prepare-and-send.ts';
import {
  claimDue,
  deleteOldSendings,
  LEASE_RENEWED_EACH_MS,
  renewLease,
  type SendingRow,
} from '#server/adverts/sendings/sending-store.ts';
import type { App } from '#server/app.ts';

/** Days for which sendings of a lot that is gone are known. */
const KEPT_DAYS = 30;
/** Forty pictures at a slow shop, with some waits. */
const LONGEST_STEP_MS = 2 * 3_600_000;

/**
 * Job, at each press and every minute: carries out sendings that are due, one of an account at a time, each under a lease. One whose
 * process ended goes on from what is stored of it: a change that may be with the site is looked for there, never sent again.
 */
export async function sendIntoAdverts(app: App): Promise<void> {
  await deleteOldSendings(app.db, plusDays(app.now(), -KEPT_DAYS));
  for (;;) {
    const token = app.newId('lea');
    const row = await app.change(({ tx }) => claimDue(tx, { now: app.now(), token }));
    if (row === null) return;
    await goOn(app, row);
  }
}

/** A step that lasts too long is left to itself: once its lease ends, another process looks what became of it. */
async function goOn(app: App, row: SendingRow): Promise<void> {
  const { promise: isOver, reject } = Promise.withResolvers<never>();
  const end = app.now().getTime() + LONGEST_STEP_MS;
  const renewing = setInterval(() => {
    if (app.now().getTime() < end) return void keepLease(app, row);
    app.log.error({ sendingId: row.id }, 'a step of a sending lasted too long');
    reject(new Lost('the step lasted too long'));
  }, LEASE_RENEWED_EACH_MS);
  try {
    await Promise.race([doNextStep(app, row), isOver]);
  } catch (error) {
    if (!(error instanceof Lost)) throw error;
  } finally {
    clearInterval(renewing);
  }
}

/** One renewal may fail: the lease lasts for several. */
async function keepLease(app: App, row: SendingRow): Promise<void> {
  await renewLease(app.db, row, app.now()).catch((error: unknown) => {
    app.log.warn({ error, sendingId: row.id }, 'the lease of a sending was not renewed');
  });
}

async function doNextStep(app: App, row: SendingRow): Promise<void> {
  const state = row.state as SendingState;
  if (!isUnderWay(state)) return lookAfter(app, row);
  if (state === 'sending' || state === 'checking') return checkOutcome(app, row);
  return prepareAndSend(app, row);
}
