import type { Sending, SentPicture } from '#contract/adverts/sendings.ts';
import { UNDO_DAYS } from '#domain/adverts/sending.ts';
import { isRunning } from '#domain/batches/states.ts';
import { plusDays } from '#domain/days.ts';
import { AppError } from '#domain/errors.ts';
import { findConnection } from '#server/adverts/connections/connection-store.ts';
import { findSite, isOfSite } from '#server/adverts/connections/connections.ts';
import { asSendings } from '#server/adverts/sendings/as-sending.ts';
import { SEND_INTO_ADVERTS } from '#server/adverts/sendings/sending-job.ts';
import {
  findByKey,
  findUnderWay,
  insertSending,
  listSent,
  lockAdvert,
  type SendingRow,
  type SentRow,
} from '#server/adverts/sendings/sending-store.ts';
import { findBatchFiles, findFormer } from '#server/adverts/sendings/sending-view.ts';
import type { App, Unit, User } from '#server/app.ts';
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
 * adverts/pictures-gone, auth/suspended, http/idempotency-mismatch, http/too-many-requests.
 */
export async function beginSending(app: App, user: User, asked: AskedSending): Promise<Sending> {
  await consumeRateLimit(app, `adverts:send:${user.id}`, { limit: BEGUN, code: 'http/too-many-requests' });
  const row = await app.change((unit) => begin(unit, app, { user, asked }));
  return (await asSendings(app, [row]))[0] as Sending;
}

interface Press {
  readonly user: User;
  readonly asked: AskedSending;
}

async function begin(unit: Unit, app: App, { user, asked }: Press): Promise<SendingRow> {
  const { tx, changes, now } = unit;
  const { batchId, connectionId, advertId: advert_id, idempotencyKey } = asked;
  const batch = await lockBatch(tx, user.id, batchId);
  const before = await findByKey(tx, user.id, idempotencyKey);
  if (before !== null) return refuseOther(unit, before, asked);
  await refuseSuspended(tx, user.id);
  if (isRunning(batch.state)) throw new AppError('batches/already-running');
  const connection = await findConnection(tx, { userId: user.id, connectionId });
  if (connection === null || !isOfSite(app, connection)) throw new AppError('http/not-found');
  findSite(app, connection.site);
  if (connection.broken_since !== null) throw new AppError('adverts/reconnect');
  const { site, is_test, seller_id } = connection;
  await lockAdvert(tx, { site, is_test, advert_id });
  const underWay = await findUnderWay(tx, { site, is_test, advert_id });
  if (underWay?.user_id === user.id) return underWay;
  if (underWay !== null) throw new AppError('adverts/under-way');
  await refuseMissing(unit, app, { user, asked });
  const id = app.newId('snd');
  await insertSending(
    tx,
    {
      id,
      user_id: user.id,
      connection_id: connectionId,
      batch_id: batchId,
      site,
      is_test,
      seller_id,
      seller: connection.seller_name ?? seller_id,
      advert_id,
      seen: asked.seen,
      without_undo: asked.withoutUndo === true,
      request_key: idempotencyKey,
      state: 'preparing',
      due_at: now,
      created_at: now,
    },
    asked.pictures.map(asRow),
  );
  changes.list(user.id, 'advert-sendings');
  await app.queue.send(tx, SEND_INTO_ADVERTS, {});
  return (await findByKey(tx, user.id, idempotencyKey)) as SendingRow;
}

async function refuseOther({ tx }: Unit, before: SendingRow, asked: AskedSending): Promise<SendingRow> {
  const sent = await listSent(tx, before.id);
  const isSame =
    before.advert_id === asked.advertId &&
    before.batch_id === asked.batchId &&
    JSON.stringify(sent.map(({ kind, source }) => [kind, source])) ===
      JSON.stringify(asked.pictures.map(asRow).map(({ kind, source }) => [kind, source]));
  if (!isSame) throw new AppError('http/idempotency-mismatch');
  return before;
}

function asRow(picture: SentPicture): Pick<SentRow, 'kind' | 'source'> {
  if ('result' in picture) return { kind: 'result', source: picture.result };
  if ('former' in picture) return { kind: 'former', source: picture.former };
  return { kind: 'kept', source: String(picture.kept) };
}

/** Files must be the lot's present ones, former pictures the person's own and within their days. */
async function refuseMissing({ tx, now }: Unit, app: App, { user, asked }: Press): Promise<void> {
  const results = asked.pictures.flatMap((picture) => ('result' in picture ? [picture.result] : []));
  const files = await findBatchFiles(tx, { userId: user.id, batchId: asked.batchId }, results);
  if (results.some((id) => !files.has(id))) throw new AppError('adverts/pictures-gone');
  for (const picture of asked.pictures) {
    if (!('former' in picture)) continue;
    const former = await findFormer(app.db, user.id, picture.former);
    if (former === null || plusDays(former.created_at, UNDO_DAYS) <= now)
      throw new AppError('adverts/pictures-gone');
  }
}
