import { deepEqual, ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { publishLotPage } from '#contract/adverts/pages.ts';
import { createSender, type Sender } from '#testing/accounts/sender.ts';
import { runEnded, startRun } from '#testing/runs.ts';

const UPGRADE = join(import.meta.dirname, '../../adapters/database/migrations/0107-photos-of-sendings.sql');

describe('a lot’s files in an advert', () => {
  let of: Sender;
  let sendingId: string;
  /** In the order in which they were sent. */
  let photoIds: string[];
  before(async () => {
    of = await createSender();
    const { results } = await runEnded(of.owner, of.batchId);
    const files = of.files.toReversed();
    photoIds = files.map((id) => results[id]?.photoId ?? '');
    sendingId = (await of.send({ pictures: [{ kept: 0 }, ...files.map((result) => ({ result }))] })).id;
  });
  after(() => of.server.close());

  const sent = async () => (await of.read(sendingId)).pictures.map(({ photoId }) => photoId);
  const upgrade = async () => {
    await of.sql('update advert_sending_pictures set photo_id = null');
    await of.sql(await readFile(UPGRADE, 'utf8'));
  };

  it('are said with their photos, those of before an upgrade too, and stay so when the lot is made anew', async () => {
    deepEqual(await sent(), [null, ...photoIds]);
    await upgrade();
    deepEqual(await sent(), [null, ...photoIds]);
    await startRun(of.owner, of.batchId, { photoIds: photoIds.toReversed(), cost: 0 });
    const { results } = await runEnded(of.owner, of.batchId);
    ok(of.files.every((id) => results[id] === undefined));
    deepEqual(await sent(), [null, ...photoIds]);
  });

  it('keep their photos through an upgrade as far as they are known: by the lot’s page, or not', async () => {
    const { results } = await runEnded(of.owner, of.batchId);
    const body = { title: 'Canapea', price: 900, currency: 'RON', words: '', phone: '', days: 7 } as const;
    await of.owner.call(publishLotPage, {
      params: { batchId: of.batchId },
      body: { ...body, isIndexed: false, hasDownloads: false, resultIds: Object.keys(results) },
    });
    await of.sql('update lot_page_pictures set result_id = $1 where photo_id = $2', [
      of.files[1],
      photoIds[0],
    ]);
    await upgrade();
    deepEqual(await sent(), [null, photoIds[0], null]);
  });
});
