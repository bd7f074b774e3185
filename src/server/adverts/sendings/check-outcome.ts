import { isDeepStrictEqual } from 'node:util';
import { isSamePicture } from '#domain/adverts/fingerprint.ts';
import { SiteFailure } from '#domain/adverts/site-failure.ts';
import type { SiteName } from '#domain/adverts/sites.ts';
import { AppError } from '#domain/errors.ts';
import type { KeySite, SiteAdvert } from '#server/adapters/adverts/port.ts';
import { advance, fail, isAccessOver, Lost, letGoUntil } from '#server/adverts/sendings/advance.ts';
import { changePictures, listForShop } from '#server/adverts/sendings/change-pictures.ts';
import {
  finishSending,
  readFingerprints,
  readSiteFingerprint,
} from '#server/adverts/sendings/finish-sending.ts';
import { runForSending } from '#server/adverts/sendings/run-for-sending.ts';
import type { SendingRow } from '#server/adverts/sendings/sending-store.ts';
import type { App } from '#server/app.ts';

/** After the change left: a site may still be at work on a change whose answer was lost. */
const CHECKS_MS = [5_000, 30_000, 120_000];
/** A site that is away is asked so often; then nothing is known of the change. */
const MOST_CHECKS = 20;
const LATER_MS = 120_000;

/** Times for which a change that was broken off half-way goes on. */
const MOST_RESUMED = 5;

/**
 * Leaves a change whose outcome is not known until the first check. A shop is given its pictures one by one, so its checks count from the last
 * of them. Throws Lost.
 */
export async function waitForOutcome(app: App, row: SendingRow): Promise<void> {
  const sent_at = findShop(app, row) === null ? row.sent_at : app.now();
  const due = dueAt({ ...row, sent_at }, 0);
  await letGoUntil(app, row, { due, state: 'checking', due_at: due, sent_at, looks: 0 });
}

/** Null: the site takes all pictures at once, or is off. */
function findShop(app: App, { site }: Pick<SendingRow, 'site'>): KeySite | null {
  const found = app.adverts[site as SiteName];
  return found?.connectsBy === 'key' ? found : null;
}

/**
 * Reads the advert after a change whose answer is not known. With our pictures it was made; with the former ones after the last check it
 * was not, and the person may send again. It is never sent again from here. Throws Lost.
 */
export async function checkOutcome(app: App, row: SendingRow): Promise<void> {
  // A process ended while the change was with the site.
  if (row.state === 'sending') return waitForOutcome(app, row);
  try {
    const advert = await runForSending(app, row, ({ site, accessToken }) =>
      site.readAdvert(accessToken, row.advert_id),
    );
    const isLast = row.looks >= CHECKS_MS.length - 1;
    const shop = findShop(app, row);
    const outcome = await (shop ? askShop(app, row, { shop, advert }) : compareAdvert(app, row, advert));
    // Pictures that cannot be read yet may be readable at the next check; after the last one those that can be read decide.
    if (outcome === 'sent' || (outcome === 'sent-as-far-as-read' && isLast))
      return await finishSending(app, row, advert);
    if (!isLast) return await checkLater(app, row);
    if (outcome === 'partly' && row.resumed < MOST_RESUMED) return await goOn(app, row, advert);
    await fail(app, row, { code: outcome === 'former' ? 'not-sent' : 'unclear' });
  } catch (error) {
    await handleCheckFailure(app, row, error);
  }
}

type Outcome = 'former' | 'sent' | 'sent-as-far-as-read' | 'partly' | 'other';

/** Tells by their ids and names what a shop's product has. */
async function askShop(
  app: App,
  row: SendingRow,
  { shop, advert }: { shop: KeySite; advert: SiteAdvert },
): Promise<Outcome> {
  const former = (row.former_addresses ?? []) as readonly string[];
  return shop.tellOutcome(advert, { pictures: await listForShop(app, row), former });
}

/** Puts in what is missing of a change of which the advert has a part: what it has is not sent again. Throws Lost. */
async function goOn(app: App, row: SendingRow, advert: SiteAdvert): Promise<void> {
  const leaving = await advance(app, row, { state: 'sending', resumed: row.resumed + 1 });
  let after: SiteAdvert;
  try {
    after = await changePictures(app, leaving, { advert, isGoingOn: true });
  } catch (error) {
    app.log.warn({ error, sendingId: row.id }, 'a change of pictures was broken off again');
    return waitForOutcome(app, leaving);
  }
  await finishSending(app, leaving, after);
}

/** Tells by addresses, number and looks whose pictures an advert has. */
async function compareAdvert(app: App, row: SendingRow, { pictures }: SiteAdvert): Promise<Outcome> {
  if (isDeepStrictEqual(pictures, row.former_addresses)) return 'former';
  const sent = await readFingerprints(app, row);
  if (sent.length !== pictures.length) return 'other';
  let read = 0;
  for (const [at, address] of pictures.entries()) {
    const found = await readSiteFingerprint(app, row, address);
    const wanted = sent[at] ?? null;
    if (found === null || wanted === null) continue;
    if (!isSamePicture(found, wanted)) return 'other';
    read += 1;
  }
  if (read === pictures.length) return 'sent';
  return read > 0 ? 'sent-as-far-as-read' : 'other';
}

async function checkLater(app: App, row: SendingRow): Promise<void> {
  const looks = row.looks + 1;
  const due = dueAt(row, looks);
  await letGoUntil(app, row, { due, due_at: due, looks });
}

function dueAt({ sent_at, created_at }: Pick<SendingRow, 'sent_at' | 'created_at'>, looks: number): Date {
  const after = CHECKS_MS[looks] ?? LATER_MS * (looks + 1);
  return new Date((sent_at ?? created_at).getTime() + after);
}

/** The access ended, the advert is gone, or site or server fail for long: the change stays unknown. */
async function handleCheckFailure(app: App, row: SendingRow, error: unknown): Promise<void> {
  if (error instanceof Lost) throw error;
  const isOver = error instanceof AppError || (error instanceof SiteFailure && !canComeBack(error));
  if (!isOver && !(error instanceof SiteFailure))
    app.log.error({ error, sendingId: row.id }, 'an advert could not be checked');
  if (isOver || row.looks >= MOST_CHECKS)
    return fail(app, row, { code: isAccessOver(error) ? 'cut-off' : 'unclear' });
  // The checks that count are those that the site answered.
  const due = new Date(app.now().getTime() + LATER_MS);
  await letGoUntil(app, row, { due, due_at: due, looks: Math.max(row.looks, CHECKS_MS.length - 1) + 1 });
}

function canComeBack({ kind }: SiteFailure): boolean {
  return kind === 'away' || kind === 'busy' || kind === 'operator';
}
