import type { Updateable } from 'kysely';
import type { SendingFailure, SendingState } from '#domain/adverts/sending.ts';
import { SiteFailure } from '#domain/adverts/site-failure.ts';
import { AppError } from '#domain/errors.ts';
import type { DB } from '#server/adapters/database/schema.ts';
import { SEND_INTO_ADVERTS } from '#server/adverts/sendings/sending-job.ts';
import { type SendingRow, updateClaimed } from '#server/adverts/sendings/sending-store.ts';
import type { App } from '#server/app.ts';

/** Another process has the sending, or it was stopped or erased: nothing more is done about it here. */
export class Lost extends Error {}

type Change = Updateable<DB['advert_sendings']> & { readonly state?: SendingState };
const RELEASED = { lease_token: null, lease_until: null };

/** Stores a step of a claimed sending and tells the pages; returns the row as it is then. Throws Lost. */
export async function advance(app: App, row: SendingRow, change: Change): Promise<SendingRow> {
  const isMine = await app.change(async ({ tx, changes }) => {
    if (!(await updateClaimed(tx, row, change))) return false;
    changes.list(row.user_id, 'advert-sendings');
    return true;
  });
  if (!isMine) throw new Lost('the sending is no longer ours');
  return { ...row, ...change } as SendingRow;
}

/** Stores a step and lets the sending go until `due`. Throws Lost. */
export async function letGoUntil(
  app: App,
  row: SendingRow,
  { due, ...change }: Change & { readonly due: Date },
): Promise<void> {
  const inSeconds = Math.max(0, Math.ceil((due.getTime() - app.now().getTime()) / 1000));
  const isMine = await app.change(async ({ tx, changes }) => {
    if (!(await updateClaimed(tx, row, { ...change, ...RELEASED }))) return false;
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
    failure_detail: detail,
    failure_fields: JSON.stringify(fields),
    finished_at: app.now(),
    look_at: null,
    ...RELEASED,
  });
}

const MINUTE_MS = 60_000;
const LONGEST_PAUSE_MS = 15 * MINUTE_MS;
/** A site that is busy or away for so long is left to the person. */
const PATIENCE_MS = 60 * MINUTE_MS;

/** Waits for a site that did nothing yet: as long as it says, else a minute and twice as long each time; an hour in all. */
async function waitForSite(
  app: App,
  row: SendingRow,
  { kind, facts }: SiteFailure & { readonly kind: 'busy' | 'away' },
): Promise<void> {
  const now = app.now();
  const since = row.waiting_since ?? now;
  const asked =
    facts.waitSeconds === undefined || facts.waitSeconds === null ? null : facts.waitSeconds * 1000;
  const pause = Math.min(
    asked ?? MINUTE_MS * 2 ** row.waits,
    asked === null ? LONGEST_PAUSE_MS : PATIENCE_MS,
  );
  const due = new Date(now.getTime() + pause);
  if (due.getTime() - since.getTime() > PATIENCE_MS) return fail(app, row, { code: kind });
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
  unknown: 'unexpected',
  unexpected: 'unexpected',
} as const satisfies Partial<Record<SiteFailure['kind'], SendingFailure>>;

/** Ends a sending of which nothing is with the site, or waits. Throws Lost, and errors that are the server's own. */
export async function handleFailure(app: App, row: SendingRow, error: unknown): Promise<void> {
  if (error instanceof SiteFailure) {
    if (error.kind === 'busy' || error.kind === 'away')
      return waitForSite(app, row, error as SiteFailure & { kind: 'busy' | 'away' });
    const { detail, fields } = error.facts;
    return fail(app, row, {
      code: FAILURES[error.kind],
      ...(detail !== undefined && { detail }),
      ...(fields !== undefined && { fields }),
    });
  }
  const code = error instanceof AppError ? CODES[error.code] : undefined;
  if (code === undefined) throw error;
  return fail(app, row, { code });
}

/** Refusals of our own that end a sending. */
const CODES: Partial<Record<AppError['code'], SendingFailure>> = {
  'http/not-found': 'reconnect',
  'auth/suspended': 'suspended',
  'users/suspended': 'suspended',
  'photos/file-missing': 'files-changed',
  'adverts/pictures-gone': 'files-changed',
};
