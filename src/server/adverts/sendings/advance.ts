import type { Updateable } from 'kysely';
import type { SendingFailure, SendingState } from '#domain/adverts/sending.ts';
import { SiteFailure } from '#domain/adverts/site-failure.ts';
import { AppError } from '#domain/errors.ts';
import type { DB } from '#server/adapters/database/schema.ts';
import { dropFormer } from '#server/adverts/pictures/former-store.ts';
import { SEND_INTO_ADVERTS } from '#server/adverts/sendings/sending-job.ts';
import { type SendingRow, updateClaimed } from '#server/adverts/sendings/sending-store.ts';
import type { App } from '#server/app.ts';

/** Another process has the sending, or it was stopped or erased: nothing more is done about it here. */
export class Lost extends Error {}

type Change = Updateable<DB['advert_sendings']> & { readonly state?: SendingState };
const RELEASED = { lease_token: null, lease_until: null };

/** Stores a step of a claimed sending and tells the pages; returns the row as it is then. Throws Lost. */
export async function advance(app: App, row: SendingRow, change: Change): Promise<SendingRow> {
  const advanced = await app.change(async ({ tx, changes }) => {
    const stored = await updateClaimed(tx, row, change);
    if (stored !== null) changes.list(row.user_id, 'advert-sendings');
    return stored;
  });
  if (advanced === null) throw new Lost('the sending is no longer ours');
  return advanced;
}

/** Stores a step and lets the sending go until `due`. Throws Lost. */
export async function letGoUntil(
  app: App,
  row: SendingRow,
  { due, ...change }: Change & { readonly due: Date },
): Promise<void> {
  const inSeconds = Math.max(0, Math.ceil((due.getTime() - app.now().getTime()) / 1000));
  const isMine = await app.change(async ({ tx, changes }) => {
    if ((await updateClaimed(tx, row, { ...change, ...RELEASED })) === null) return false;
    changes.list(row.user_id, 'advert-sendings');
    await app.queue.send(tx, { ...SEND_INTO_ADVERTS, inSeconds }, {});
    return true;
  });
  if (!isMine) throw new Lost('the sending is no longer ours');
}

interface Failed {
  readonly code: SendingFailure;
  readonly detail?: string;
  readonly fields?: readonly { readonly field: string; readonly detail: string }[];
}

/** A site's sentences are shown, not kept whole. */
const MOST_DETAIL = 500;
const MOST_FIELDS = 20;
const clip = (text: string) => [...text.slice(0, 2 * MOST_DETAIL)].slice(0, MOST_DETAIL).join('');

/** Ends a sending without success. Throws Lost. */
export async function fail(
  app: App,
  row: SendingRow,
  { code, detail = '', fields = [] }: Failed,
): Promise<void> {
  app.log.info({ sendingId: row.id, code }, 'pictures were not put into an advert');
  await advance(app, row, {
    state: 'failed',
    failure: code,
    failure_detail: clip(detail),
    failure_fields: JSON.stringify(
      fields.slice(0, MOST_FIELDS).map((each) => ({ field: clip(each.field), detail: clip(each.detail) })),
    ),
    finished_at: app.now(),
    look_at: null,
    ...RELEASED,
  });
  if (!MAY_BE_CHANGED.includes(code)) await app.change(({ tx, now }) => dropFormer(tx, row.id, now));
}

/** Failures after which the advert may have other pictures than before. */
const MAY_BE_CHANGED: readonly SendingFailure[] = ['cut-off', 'unclear'];

const MINUTE_MS = 60_000;
const LONGEST_PAUSE_MS = 15 * MINUTE_MS;
/** A site that asks for no pause gets one, too. */
const LEAST_PAUSE_MS = 15_000;
/** A site that is busy or away for so long is left to the person. */
const PATIENCE_MS = 60 * MINUTE_MS;

interface Pause {
  /** What is said once the patience is over. */
  readonly code: SendingFailure;
  /** As the site asks; null: it does not. */
  readonly askedMs: number | null;
}

/** Waits before the next try: as long as the site says, else a minute and twice as long each time; an hour in all. */
async function tryLater(app: App, row: SendingRow, { code, askedMs }: Pause): Promise<void> {
  const now = app.now();
  const since = row.waiting_since ?? now;
  const pause =
    askedMs === null
      ? Math.min(MINUTE_MS * 2 ** row.waits, LONGEST_PAUSE_MS)
      : Math.min(Math.max(askedMs, LEAST_PAUSE_MS), PATIENCE_MS);
  const due = new Date(now.getTime() + pause);
  if (due.getTime() - since.getTime() > PATIENCE_MS) return fail(app, row, { code });
  await letGoUntil(app, row, {
    due,
    state: 'waiting',
    due_at: due,
    waiting_since: since,
    waits: row.waits + 1,
  });
}

const FAILURES = {
  reconnect: 'reconnect',
  token: 'reconnect',
  operator: 'operator',
  gone: 'gone',
  foreign: 'foreign',
  refused: 'refused',
  pictures: 'pictures',
  changed: 'changed',
  busy: 'busy',
  away: 'away',
  unknown: 'unexpected',
  unexpected: 'unexpected',
} as const satisfies Record<SiteFailure['kind'], SendingFailure>;

/**
 * Ends a sending of which nothing is with the site, or waits. An error that is the server's own is tried again for as long as a site that is
 * away, so that it neither lasts for ever nor holds up the account's other sendings. Throws Lost.
 */
export async function handleFailure(app: App, row: SendingRow, error: unknown): Promise<void> {
  if (error instanceof Lost) throw error;
  if (error instanceof SiteFailure) return handleSiteFailure(app, row, error);
  if (error instanceof AppError) return fail(app, row, { code: classifyRefusal(error) });
  app.log.error({ error, sendingId: row.id }, 'pictures on their way into an advert were held up');
  await tryLater(app, row, { code: 'unexpected', askedMs: null });
}

async function handleSiteFailure(app: App, row: SendingRow, { kind, facts }: SiteFailure): Promise<void> {
  const { detail, fields, waitSeconds = null, isNarrow = false } = facts;
  const code = isNarrow ? 'narrow' : FAILURES[kind];
  if (kind === 'busy' || kind === 'away')
    return tryLater(app, row, { code, askedMs: waitSeconds === null ? null : waitSeconds * 1000 });
  return fail(app, row, {
    code,
    ...(detail !== undefined && { detail }),
    ...(fields !== undefined && { fields }),
  });
}

/** Refusals of our own that end a sending. */
const CODES: Partial<Record<AppError['code'], SendingFailure>> = {
  'http/not-found': 'reconnect',
  'auth/suspended': 'suspended',
  'users/suspended': 'suspended',
  'adverts/pictures-gone': 'files-changed',
};

/** True where the access to the account has ended: it was unlinked or suspended, or the site gives none any more. */
export function isAccessOver(error: unknown): boolean {
  if (error instanceof SiteFailure) return error.kind === 'reconnect';
  return error instanceof AppError && ['reconnect', 'suspended'].includes(classifyRefusal(error));
}

/** Refusals about photos are of files that are gone, or are no pictures any more. */
function classifyRefusal({ code }: AppError): SendingFailure {
  return CODES[code] ?? (code.startsWith('photos/') ? 'files-changed' : 'unexpected');
}
