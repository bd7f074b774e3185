import { isDeepStrictEqual } from 'node:util';
import type { Sending, SentPicture } from '#contract/adverts/sendings.ts';
import { UNDO_DAYS } from '#domain/adverts/sending.ts';
import { SITE_NAMES } from '#domain/adverts/sites.ts';
import { isRunning } from '#domain/batches/states.ts';
import { plusDays } from '#domain/days.ts';
import { AppError } from '#domain/errors.ts';
import { findConnection } from '#server/adverts/connections/connection-store.ts';
import { findSite, isOfSite } from '#server/adverts/connections/connections.ts';
import { asSending } from '#server/adverts/sendings/as-sending.ts';
import { SEND_INTO_ADVERTS } from '#server/adverts/sendings/sending-job.ts';
import {
  findByKey,
  findUnderWay,
  insertSending,
  listSent,
  type SendingRow,
  type SentRow,
} from '#server/adverts/sendings/sending-store.ts';
import { findBatchFiles, findFormer } from '#server/adverts/sendings/sending-view.ts';
import type { App, Tx, Unit, User } from '#server/app.ts';
import { lockBatch } from '#server/batches/store/batch-store.ts';
import { consumeRateLimit } from '#server/http/limits/rate-limit.ts';
import { refuseSuspended } from '#server/users/suspension-store.ts';

const BEGUN = { hits: 30, seconds: 3600 };

export interface AskedSending {
  readonly batchId: string;
  readonly connectionId: string;
  readonly advertId: string;
  readonly seen: string;
  readonly pictures: readonly SentPicture[];
  readonly withoutUndo?: boolean | undefined;
  readonly idempotencyKey: string;
}

/**
 * Begins to put pictures into an advert. A press that came before, or an own sending that the advert is taking, is returned as it is. Throws
 * batches/not-found, batches/already-running, http/not-found for an account that is not linked, adverts/reconnect, adverts/under-way,
 * adverts/unreachable, adverts/pictures-gone, auth/suspended, http/idempotency-mismatch, http/too-many-requests.
 */
export async function beginSending(app: App, user: User, asked: AskedSending): Promise<Sending> {
  await consumeRateLimit(app, `adverts:send:${user.id}`, { limit: BEGUN, code: 'http/too-many-requests' });
  await refuseUnreachable(app, user, asked);
  const row = await app.change((unit) => insertPress(unit, app, { user, asked }));
  return asSending(app, row);
}

/** Asks over the network, at most once in some minutes, and so before the transaction. */
async function refuseUnreachable(app: App, user: User, { connectionId }: AskedSending): Promise<void> {
  const connection = await findConnection(app.db, { userId: user.id, connectionId });
  if (connection === null || !isOfSite(app, connection)) return;
  const reach = await findSite(app, connection.site).checkReach(app.publicUrl());
  if (reach === 'unreachable')
    throw new AppError('adverts/unreachable', { site: SITE_NAMES[connection.site] });
}

interface Press {
  readonly user: User;
  readonly asked: AskedSending;
}

async function insertPress(unit: Unit, app: App, { user, asked }: Press): Promise<SendingRow> {
  const { tx, changes, now } = unit;
  const { batchId, connectionId, advertId: advert_id, idempotencyKey } = asked;
  const batch = await lockBatch(tx, user.id, batchId);
  const rows = asked.pictures.map(asRow);
  const before = await findByKey(tx, user.id, idempotencyKey);
  if (before !== null) return refuseOther(tx, before, { ...asked, rows });
  await refuseSuspended(tx, user.id);
  if (isRunning(batch.state)) throw new AppError('batches/already-running');
  const connection = await findConnection(tx, { userId: user.id, connectionId });
  if (connection === null || !isOfSite(app, connection)) throw new AppError('http/not-found');
  findSite(app, connection.site);
  if (connection.broken_since !== null)
    throw new AppError('adverts/reconnect', { site: SITE_NAMES[connection.site] });
  const { site, is_test, seller_id } = connection;
  const advert = { site, is_test, seller_id, advert_id };
  const underWay = await findUnderWay(tx, advert);
  if (underWay !== null) return refuseTaken(underWay, user);
  await refuseMissing(unit, { user, asked });
  const id = app.newId('snd');
  const isNew = await insertSending(
    tx,
    {
      id,
      user_id: user.id,
      connection_id: connectionId,
      batch_id: batchId,
      ...advert,
      seller: connection.seller_name ?? seller_id,
      seen: asked.seen,
      without_undo: asked.withoutUndo === true,
      request_key: idempotencyKey,
      state: 'preparing',
      due_at: now,
      created_at: now,
    },
    rows,
  );
  // Another press came at the same time.
  if (!isNew) return refuseTaken(await findUnderWay(tx, advert), user);
  changes.list(user.id, 'advert-sendings');
  await app.queue.send(tx, SEND_INTO_ADVERTS, {});
  return (await findByKey(tx, user.id, idempotencyKey)) as SendingRow;
}

/** Returns an own sending that the advert is taking. Throws adverts/under-way for one of another account here. */
function refuseTaken(underWay: SendingRow | null, { id }: User): SendingRow {
  if (underWay?.user_id !== id) throw new AppError('adverts/under-way');
  return underWay;
}

type Row = Pick<SentRow, 'kind' | 'source'>;

async function refuseOther(
  tx: Tx,
  before: SendingRow,
  { advertId, batchId, connectionId, seen, rows }: AskedSending & { readonly rows: readonly Row[] },
): Promise<SendingRow> {
  const sent = (await listSent(tx, before.id)).map(({ kind, source }) => ({ kind, source }));
  const isSame =
    before.advert_id === advertId &&
    before.connection_id === connectionId &&
    before.seen === seen &&
    before.batch_id === batchId &&
    isDeepStrictEqual(sent, rows);
  if (!isSame) throw new AppError('http/idempotency-mismatch');
  return before;
}

function asRow(picture: SentPicture): Row {
  if ('result' in picture) return { kind: 'result', source: picture.result };
  if ('former' in picture) return { kind: 'former', source: picture.former };
  return { kind: 'kept', source: String(picture.kept) };
}

/** Files must be the lot's present ones, former pictures the person's own and within their days. */
async function refuseMissing({ tx, now }: Unit, { user, asked }: Press): Promise<void> {
  const results = asked.pictures.flatMap((picture) => ('result' in picture ? [picture.result] : []));
  const files = await findBatchFiles(tx, { userId: user.id, batchId: asked.batchId }, results);
  const former = asked.pictures.flatMap((picture) => ('former' in picture ? [picture.former] : []));
  const known = new Set(
    (await findFormer(tx, user.id, former))
      .filter(({ created_at }) => plusDays(created_at, UNDO_DAYS) > now)
      .map(({ id }) => id),
  );
  if (results.some((id) => !files.has(id)) || former.some((id) => !known.has(id)))
    throw new AppError('adverts/pictures-gone');
}
