import { isSamePicture } from '#domain/adverts/fingerprint.ts';
import { SiteFailure } from '#domain/adverts/site-failure.ts';
import { AppError } from '#domain/errors.ts';
import type { SiteAdvert } from '#server/adapters/adverts/port.ts';
import { runWithGrant } from '#server/adverts/connections/run-with-grant.ts';
import { fail, Lost, letGoUntil } from '#server/adverts/sendings/advance.ts';
import {
  finishSending,
  readFingerprints,
  readSiteFingerprint,
} from '#server/adverts/sendings/finish-sending.ts';
import type { SendingRow } from '#server/adverts/sendings/sending-store.ts';
import type { App } from '#server/app.ts';

/** After the change left: a site may still be at work on a change whose answer was lost. */
const CHECKS_MS = [5_000, 30_000, 120_000];
/** A site that is away is asked so often; then nothing is known of the change. */
const MOST_CHECKS = 20;
const LATER_MS = 120_000;

/** Leaves a change whose outcome is not known until the first check. Throws Lost. */
export async function waitForOutcome(app: App, row: SendingRow): Promise<void> {
  const due = dueAt(row, 0);
  await letGoUntil(app, row, { due, state: 'checking', due_at: due, looks: 0 }).catch(passLost);
}

/**
 * Reads the advert after a change whose answer is not known. With our pictures it was made; with the former ones after the last check it
 * was not, and the person may send again. It is never sent again from here.
 */
export async function checkOutcome(app: App, row: SendingRow): Promise<void> {
  // A process ended while the change was with the site.
  if (row.state === 'sending') return waitForOutcome(app, row);
  try {
    const advert = await readAdvert(app, row);
    if (await isSent(app, row, advert)) return await finishSending(app, row, advert);
    const isLast = row.looks >= CHECKS_MS.length - 1;
    if (!isLast) return await checkLater(app, row);
    const isFormer = JSON.stringify(advert.pictures) === JSON.stringify(row.former_addresses);
    await fail(app, row, { code: isFormer ? 'not-sent' : 'unclear' });
  } catch (error) {
    if (error instanceof Lost) return;
    await checkFailed(app, row, error).catch(passLost);
  }
}

function passLost(error: unknown): void {
  if (!(error instanceof Lost)) throw error;
}

async function readAdvert(app: App, row: SendingRow): Promise<SiteAdvert> {
  if (row.connection_id === null) throw new SiteFailure('reconnect');
  const of = { userId: row.user_id, connectionId: row.connection_id };
  return runWithGrant(app, of, ({ site, accessToken }) => site.readAdvert(accessToken, row.advert_id));
}

/** True where the advert has other addresses than before, as many as were sent, and all the same pictures in the same order. */
async function isSent(app: App, row: SendingRow, { pictures }: SiteAdvert): Promise<boolean> {
  if (JSON.stringify(pictures) === JSON.stringify(row.former_addresses)) return false;
  const sent = await readFingerprints(app, row);
  if (sent.length !== pictures.length) return false;
  for (const [at, address] of pictures.entries()) {
    const found = await readSiteFingerprint(app, row, address);
    const wanted = sent[at] ?? null;
    if (found === null || wanted === null || !isSamePicture(found, wanted)) return false;
  }
  return true;
}

async function checkLater(app: App, row: SendingRow): Promise<void> {
  const looks = row.looks + 1;
  const due = dueAt(row, looks);
  await letGoUntil(app, row, { due, due_at: due, looks });
}

function dueAt({ sent_at, created_at }: SendingRow, looks: number): Date {
  const after = CHECKS_MS[looks] ?? LATER_MS * (looks + 1);
  return new Date((sent_at ?? created_at).getTime() + after);
}

/** The account was unlinked, the advert is gone, or the site is away for long: the change stays unknown. */
async function checkFailed(app: App, row: SendingRow, error: unknown): Promise<void> {
  const isOver = error instanceof AppError || (error instanceof SiteFailure && !canComeBack(error));
  if (!isOver && !(error instanceof SiteFailure)) throw error;
  if (isOver || row.looks >= MOST_CHECKS) return fail(app, row, { code: 'unclear' });
  // The checks that count are those that the site answered.
  const due = new Date(app.now().getTime() + LATER_MS);
  await letGoUntil(app, row, { due, due_at: due, looks: Math.max(row.looks, CHECKS_MS.length - 1) + 1 });
}

function canComeBack({ kind }: SiteFailure): boolean {
  return kind === 'away' || kind === 'busy' || kind === 'operator';
}
