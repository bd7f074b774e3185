import type { Sending } from '#contract/adverts/sendings.ts';
import type { AdvertState } from '#domain/adverts/advert.ts';
import { isSamePicture } from '#domain/adverts/fingerprint.ts';
import {
  type CoverCheck,
  isUnderWay,
  type SendingFailure,
  type SendingState,
  UNDO_DAYS,
} from '#domain/adverts/sending.ts';
import type { SiteName } from '#domain/adverts/sites.ts';
import { plusDays } from '#domain/days.ts';
import { groupBy } from '#domain/group-by.ts';
import type { SendingRow } from '#server/adverts/sendings/sending-store.ts';
import {
  type Before,
  type FormerPicture,
  findUndone,
  listBefore,
  listFetched,
  listFormer,
  type SentPicture,
} from '#server/adverts/sendings/sending-view.ts';
import type { App } from '#server/app.ts';

/** Returns a sending as the wire has it. */
export async function asSending(app: Pick<App, 'db' | 'now'>, row: SendingRow): Promise<Sending> {
  const [sending] = await asSendings(app, [row]);
  return sending as Sending;
}

/** Returns sendings as the wire has them, in the order given. */
export async function asSendings(
  app: Pick<App, 'db' | 'now'>,
  rows: readonly SendingRow[],
): Promise<Sending[]> {
  const ids = rows.map(({ id }) => id);
  const sent = groupBy(await listFetched(app.db, ids), ({ sending_id }) => sending_id);
  const former = groupBy(await listFormer(app.db, ids), ({ sending_id }) => sending_id);
  const undone = await findUndone(app.db, ids);
  const before = (await listBefore(app.db, ids)).filter(isFollowed);
  const followed = new Map(before.map(({ sending_id, id }) => [sending_id, id]));
  return rows.map((row) => {
    const of = {
      sent: sent.get(row.id) ?? [],
      former: former.get(row.id) ?? [],
      undoes: undone.get(row.id) ?? null,
      follows: followed.get(row.id) ?? null,
    };
    return buildSending(row, of, app.now());
  });
}

/** True where an advert still had what the sending before had put in: its owner may have changed that at the site. */
function isFollowed({ had, put }: Before): boolean {
  const isSame = (a: string | null, b: string | null | undefined) =>
    a !== null && b != null && isSamePicture(a, b);
  return had.length > 0 && had.length === put.length && had.every((each, at) => isSame(each, put[at]));
}

interface Pictures extends Pick<Sending, 'undoes' | 'follows'> {
  readonly sent: readonly SentPicture[];
  readonly former: readonly FormerPicture[];
}

function buildSending(row: SendingRow, { sent, former, ...chain }: Pictures, now: Date): Sending {
  const state = row.state as SendingState;
  const undoUntil = endOfUndo(row, former, now);
  return {
    id: row.id,
    batchId: row.batch_id,
    connectionId: row.connection_id,
    site: row.site as SiteName,
    seller: row.seller,
    advert: { id: row.advert_id, title: row.advert_title, url: row.advert_url },
    state,
    failure: asFailure(row, sent),
    retryAt: state === 'waiting' ? row.due_at.toISOString() : null,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    pictures: sent.map((picture) => ({
      source: asSource(picture),
      photoId: picture.photo_id,
      refused: picture.refused,
      fetched:
        picture.fetched_at === null
          ? null
          : { at: picture.fetched_at.toISOString(), isWhole: picture.is_whole === true },
    })),
    taken: row.taken,
    cover: row.cover as CoverCheck | null,
    after:
      row.after_state === null || isUnderWay(state)
        ? null
        : { state: row.after_state as AdvertState, rawState: row.after_raw ?? '', reason: row.after_reason },
    former: undoUntil === null ? [] : former.map(({ id }) => id),
    undoUntil: undoUntil?.toISOString() ?? null,
    ...chain,
  };
}

/** Null where a former picture is missing, none was, or their days are over. */
function endOfUndo(row: SendingRow, former: readonly FormerPicture[], now: Date): Date | null {
  const [first] = former;
  const had = (row.former_addresses as readonly string[] | null)?.length ?? 0;
  if (first === undefined || former.length < had) return null;
  const until = plusDays(first.created_at, UNDO_DAYS);
  return until > now ? until : null;
}

function asFailure(row: SendingRow, sent: readonly SentPicture[]): Sending['failure'] {
  if (row.failure === null) return null;
  const isFetched = sent.some(({ fetched_at }) => fetched_at !== null);
  // The log of fetches tells apart what the site says alike.
  const code = row.failure === 'pictures' && !isFetched ? 'unreachable' : (row.failure as SendingFailure);
  const fields = row.failure_fields as { field: string; detail: string }[];
  return { code, detail: row.failure_detail, fields };
}

function asSource({ kind, source }: SentPicture): Sending['pictures'][number]['source'] {
  if (kind === 'kept') return { kept: Number(source) };
  return kind === 'former' ? { former: source } : { result: source };
}
