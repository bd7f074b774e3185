import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { publishLotPage, readLotPage } from '#contract/adverts/pages.ts';
import { askExport, downloadExport, readExport } from '#contract/exports.ts';
import { fillPath } from '#contract/route.ts';
import { createSender, type Sender } from '#testing/accounts/sender.ts';
import { readZip } from '#testing/files/zip.ts';
import { pollUntil } from '#testing/server.ts';

const PAGE = {
  title: 'Canapea de vânzare',
  price: 900,
  currency: 'RON',
  words: 'Aproape nouă.',
  phone: '0722 000 111',
  isIndexed: false,
  hasDownloads: false,
  days: 7,
} as const;

describe('the archive of a person who has adverts', () => {
  let of: Sender;
  before(async () => {
    of = await createSender();
  });
  after(() => of.server.close());

  it('holds what was sent, what the adverts had before, and what is public of lots, without a key', async () => {
    const { former, advert } = await of.send();
    const params = { batchId: of.batchId };
    await of.owner.call(publishLotPage, { params, body: { ...PAGE, resultIds: [...of.files] } });
    await pollUntil(
      () => of.owner.call(readLotPage, { params }),
      ({ page }) => page?.isReady === true,
    );
    await of.owner.call(askExport, {});
    const { last } = await pollUntil(
      () => of.owner.call(readExport, {}),
      (status) => status.last?.state === 'ready',
    );
    const answer = await of.owner.fetch(fillPath(downloadExport.path, { exportId: last?.id ?? '' }));
    const bytes = Buffer.from(await answer.arrayBuffer());
    const entries = readZip(bytes);
    const read = (table: string) =>
      JSON.parse(entries.find(({ name }) => name === `date/${table}.json`)?.bytes.toString() ?? 'null');
    const [sending] = read('advert_sendings');
    deepEqual([sending.advert_title, sending.state, sending.taken], [advert.title, 'done', of.files.length]);
    equal(read('advert_sending_pictures').length, of.files.length);
    equal(read('advert_former_pictures').length, former.length);
    const old = entries.filter(({ name }) => name.startsWith('poze-vechi-din-anunturi/'));
    equal(old.length, former.length);
    ok(old.every((picture) => picture.bytes.subarray(0, 3).toString('hex') === 'ffd8ff'));
    const [page] = read('lot_pages');
    deepEqual([page.title, page.words, page.phone], [PAGE.title, PAGE.words, '40722000111']);
    equal(read('lot_page_pictures').length, of.files.length);
    match(JSON.stringify(read('advert_connections')), /Ana \(privat\)/);
    for (const secret of ['lease_token', 'seen', 'sealed_grant'])
      ok(
        [sending, ...read('advert_connections')].every((row) => !(secret in row)),
        secret,
      );
  });
});
