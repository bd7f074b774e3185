import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { GalleryItem, listGallery as route } from '#contract/gallery.ts';
import type { QueryOf } from '#contract/route.ts';
import { buildNewName, photoName } from '#domain/photos/limits.ts';
import type { User } from '#server/app.ts';
import { prepareZip } from '#server/batches/downloads/zip-downloads.ts';
import { createBatch, deleteBatch, editBatch } from '#server/batches/edit/edit-batch.ts';
import { movePhotos } from '#server/batches/edit/move-photos.ts';
import { listGallery, listOutputs } from '#server/batches/gallery/gallery-view.ts';
import { listBatches } from '#server/batches/store/batch-list-view.ts';
import { restorePhotos, trashPhotos } from '#server/batches/trash/trash-photos.ts';
import { type TestApp, testApp } from '#testing/app.ts';

type Query = QueryOf<typeof route>;
const MANY = 10_000;

describe('the gallery', () => {
  let t: TestApp;
  let user: User;
  const ask = (query: Query = {}, who = user) => listGallery(t.app, who.id, query);
  const found = async (query: Query) => (await ask(query)).items.map(({ name }) => name).sort();

  before(async () => {
    t = await testApp();
    user = await t.newUser();
  });
  after(() => t.close());

  /** Every page to the end. */
  async function walk(query: Query): Promise<GalleryItem[]> {
    const items: GalleryItem[] = [];
    let cursor: string | undefined;
    do {
      const page = await ask({ ...query, cursor });
      items.push(...page.items);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return items;
  }

  async function deliver(batchId: string, photoId: string, label: string) {
    await sql`insert into runs (id, batch_id, owner_id, number, state, recipe, outputs, limits, photos_at_once,
        window_photo_ids, window_credits, cost, settled, unlimited, finished_at)
      values ('run_' || ${batchId}, ${batchId}, ${user.id}, 1, 'done', '{}', '[]', '{}', 1, '[]', 0, 1, 1, false, now())
      on conflict do nothing`.execute(t.app.db);
    const id = t.app.newId('res');
    await sql`insert into results (id, owner_id, batch_id, photo_id, run_id, output_key, output_label, output_position,
        suffix, format, width, height, bytes, sha256, file_key, warnings)
      values (${id}, ${user.id}, ${batchId}, ${photoId}, 'run_' || ${batchId}, ${label}, ${label}, 1,
        '', 'jpeg', 800, 600, 9, 'x', ${id}, '[]')`.execute(t.app.db);
    return id;
  }

  it('finds photos by words of their own name and of their batches, without diacritics and capitals', async () => {
    const batch = await t.newBatch(user, 2);
    const [first = '', second = ''] = batch.photoIds;
    await editBatch(t.app, user, { batchId: batch.batchId, edit: { name: 'Țeavă de eșapament' } });
    await sql`update photos set name = 'Față mașină.JPG' where id = ${first}`.execute(t.app.db);
    assert.deepEqual(await found({ q: 'masina' }), ['Față mașină.JPG']);
    assert.deepEqual(await found({ q: 'MAȘINĂ față' }), ['Față mașină.JPG']);
    assert.deepEqual(await found({ q: 'teava' }), ['0001.jpg', 'Față mașină.JPG']);
    assert.deepEqual(await found({ q: 'teava fata' }), ['Față mașină.JPG']);
    assert.deepEqual(await found({ q: '%' }), []);
    const stranger = await t.newUser();
    assert.deepEqual((await ask({ q: 'masina' }, stranger)).items, []);
    assert.equal((await listBatches(t.app, user.id, { q: 'esapament TEAVA' })).batches[0]?.id, batch.batchId);
    assert.deepEqual((await listBatches(t.app, user.id, { q: 'teava', group: 'done' })).batches, []);
    assert.deepEqual((await listBatches(t.app, stranger.id, { q: 'teava' })).batches, []);
    await trashPhotos(t.app, user, [second]);
    assert.deepEqual(await found({ kind: 'trash', q: 'esapament' }), ['0001.jpg']);
    assert.deepEqual(await found({ q: 'teava' }), ['Față mașină.JPG']);
    await restorePhotos(t.app, user, [second]);
    await deleteBatch(t.app, user, batch.batchId);
    assert.deepEqual(await found({ q: 'teava' }), []);
  });

  it('filters by batch, by what became of a photo, by output and by days of Bucharest', async () => {
    const batch = await t.newBatch(user, 3);
    const [first = '', second = '', third = ''] = batch.photoIds;
    const result = await deliver(batch.batchId, first, 'OLX');
    await deliver(batch.batchId, second, 'eMAG principal');
    const ids = async (query: Query) =>
      (await ask({ ...query, lot: batch.batchId })).items.map(({ id }) => id);
    assert.deepEqual((await ids({})).sort(), [...batch.photoIds].sort());
    assert.deepEqual((await ids({ use: 'done' })).sort(), [first, second].sort());
    assert.deepEqual(await ids({ use: 'undone' }), [third]);
    assert.deepEqual(await ids({ output: 'OLX' }), [first]);
    assert.deepEqual(await ids({ kind: 'results', output: 'OLX' }), [result]);
    assert.deepEqual(await found({ use: 'loose' }), ['0001.jpg', 'Față mașină.JPG']);
    assert.deepEqual(await listOutputs(t.app, user.id), ['OLX', 'eMAG principal']);
    // Half past midnight in Bucharest is the evening before in Greenwich.
    await sql`update photos set created_at = '2026-03-14T22:30:00Z' where id = ${third}`.execute(t.app.db);
    assert.deepEqual(await ids({ from: '2026-03-15', to: '2026-03-15' }), [third]);
    assert.deepEqual(await ids({ to: '2026-03-14' }), []);
    const [item] = (await ask({ kind: 'results', q: 'dacia olx' })).items;
    assert.equal(item?.id, result);
    assert.deepEqual(
      item?.lots.map(({ id }) => id),
      [batch.batchId],
    );
    assert.deepEqual(item?.outputs, ['OLX']);
    await trashPhotos(t.app, user, [first]);
    assert.deepEqual(await ids({ kind: 'results', output: 'OLX' }), []);
  });

  it('neither counts nor accepts the results of photos that left their batch', async () => {
    const batch = await t.newBatch(user, 1);
    const result = await deliver(batch.batchId, batch.photoIds[0] as string, 'Numai aici');
    const counted = async () => {
      const { batches } = await listBatches(t.app, user.id, {});
      return batches.find(({ id }) => id === batch.batchId)?.resultCount;
    };
    const chosen = { photoIds: [], resultIds: [result] };
    assert.equal(await counted(), 1);
    assert.equal((await prepareZip(t.app, user, chosen)).files, 1);
    const other = await createBatch(t.app, user, { name: 'Alt lot' });
    await movePhotos(t.app, user, { photoIds: batch.photoIds, batchId: other, leave: true });
    assert.equal(await counted(), 0);
    assert.ok(!(await listOutputs(t.app, user.id)).includes('Numai aici'));
    assert.deepEqual((await ask({ output: 'Numai aici' })).items, []);
    assert.deepEqual((await ask({ lot: other })).items[0]?.outputs, []);
    assert.deepEqual((await ask({ lot: other, use: 'done' })).items, []);
    await assert.rejects(prepareZip(t.app, user, chosen), { code: 'photos/not-found' });
  });

  it('reads ten thousand photos page by page, each once, in every order', async () => {
    user = await t.newUser();
    const batches = [await t.newBatch(user, 0), await t.newBatch(user, 0)];
    await sql`insert into photos (id, owner_id, name, bytes, state, format, width, height, sha256, analysis, created_at)
      select 'img_' || lpad(i::text, 20, '0'), ${user.id}, 'Poză ' || i % 97 || '.jpg', 9, 'ready', 'jpeg', 4000,
        case when i % 3 = 0 then 3000 else 5300 end, 'x' || i, '{}', timestamptz '2026-01-01' + i / 4 * interval '1 minute'
      from generate_series(1, ${MANY}) i`.execute(t.app.db);
    await sql`insert into batch_photos (batch_id, photo_id, position)
      select ${batches[0]?.batchId}, id, row_number() over (order by id) from photos
      where owner_id = ${user.id} and right(id, 4) < '0300' union all
      select ${batches[1]?.batchId}, id, row_number() over (order by id desc) from photos
      where owner_id = ${user.id} and right(id, 4) between '0200' and '0450'`.execute(t.app.db);
    await sql`analyze photos, batch_photos, batches`.execute(t.app.db);
    const first = await ask();
    assert.equal(first.total, MANY);
    assert.equal(first.items.length, 150);
    for (const sort of ['newest', 'oldest', 'name', 'lots'] as const) {
      const items = await walk({ sort });
      assert.equal(items.length, MANY, sort);
      assert.equal(new Set(items.map(({ id }) => id)).size, MANY, sort);
      if (sort === 'newest')
        assert.ok(items.every(({ createdAt }, i) => createdAt <= (items[i - 1]?.createdAt ?? '9')));
      if (sort === 'name') assert.ok(items.every(({ name }, i) => name >= (items[i - 1]?.name ?? '')));
      if (sort !== 'lots') continue;
      const numbers = items.map(({ lots: [newest] }) => newest?.number ?? 0);
      assert.ok(
        numbers.every((number, i) => number <= (numbers[i - 1] ?? 9)),
        'the newest lot first, none last',
      );
      assert.ok((items[0]?.id ?? '') > (items[1]?.id ?? ''), 'by their place in the lot');
    }
  });

  it('refuses a cursor that no page sent', async () => {
    for (const cursor of [
      `img_${'a'.repeat(26)} 0000-01-01T00:00:00.000Z`,
      `img_${'a'.repeat(26)} 2026-02-30T00:00:00.000Z`,
      'x',
      `img_${'0'.repeat(20)} gestern`,
      `img_${'0'.repeat(20)} 2026-99-01T00:00:00.000Z`,
    ])
      await assert.rejects(ask({ cursor }), { code: 'http/bad-request' });
    const ofPhotos = {
      kind: 'results',
      sort: 'lots',
      cursor: `res_${'a'.repeat(26)} 2026-01-01T00:00:00.000Z`,
    } as const;
    await assert.rejects(ask(ofPhotos), { code: 'http/bad-request' });
  });
});

describe('the name of a photo', () => {
  it('is shortened in front of its ending, between letters', () => {
    assert.equal(photoName('C:\\poze\\Șină.jpg'), 'Șină.jpg');
    assert.equal(photoName(`${'🚗'.repeat(2000)}.webp`), `${'🚗'.repeat(115)}.webp`);
    assert.equal(photoName('x'.repeat(121)), 'x'.repeat(120));
    assert.equal(photoName(` ${'x'.repeat(116)}.jpg`), `${'x'.repeat(116)}.jpg`);
    assert.equal(photoName('../'), 'fotografie');
  });
});

describe('a new name for a photo', () => {
  it('keeps the ending of the file, and nothing typed changes nothing', () => {
    assert.equal(buildNewName('IMG_2041.HEIC', ' Față stânga '), 'Față stânga.HEIC');
    assert.equal(buildNewName('IMG_2041.jpg', 'spate.JPG'), 'spate.jpg');
    assert.equal(buildNewName('IMG_2041.jpg', '../../etc/passwd'), 'passwd.jpg');
    assert.equal(buildNewName('IMG_2041.jpg', ' \u202e '), 'IMG_2041.jpg');
    assert.equal(buildNewName('fără ending', 'alt nume'), 'alt nume');
  });
});
