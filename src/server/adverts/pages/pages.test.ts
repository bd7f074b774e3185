import { deepEqual, equal, match, notEqual, ok, rejects } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { endLotPage, type LotPage, publishLotPage, readLotPage } from '#contract/adverts/pages.ts';
import { deleteBatch } from '#contract/batches.ts';
import type { BodyOf } from '#contract/route.ts';
import { eraseAccount } from '#server/account/deletion/erase-account.ts';
import { tidyPages } from '#server/adverts/pages/copy-page.ts';
import { removeExpiredPictures } from '#server/adverts/pictures/end-pictures.ts';
import { publicPictureKey } from '#server/photos/file-keys.ts';
import { makeFiles } from '#testing/accounts/sender.ts';
import { readZip } from '#testing/files/zip.ts';
import { type Client, pollUntil, type TestServer, testServer } from '#testing/server.ts';

type Owner = Client & { uid: string };
const HOSTILE = '<script>alert(1)</script>"\'&<img src=x onerror=alert(1)>';

describe('the page of a lot', () => {
  let server: TestServer;
  let owner: Owner;
  let batchId = '';
  let files: string[] = [];
  before(async () => {
    server = await testServer();
  });
  after(() => server.close());
  beforeEach(async () => {
    owner = await server.newUser();
    ({ batchId, files } = await makeFiles(owner, [1, 2]));
  });

  const sql = async (text: string, values: unknown[] = []) =>
    (await server.database.pool.query(text, values)).rows;
  const content: Omit<BodyOf<typeof publishLotPage>, 'resultIds'> = {
    title: 'Dacia Logan 2012',
    price: 4500,
    currency: 'EUR',
    words: 'Un singur proprietar.\nAcceptă orice verificare.',
    phone: '0722 000 111',
    isIndexed: false,
    hasDownloads: false,
    days: 30,
  };
  const publish = async (facts: Partial<BodyOf<typeof publishLotPage>> = {}): Promise<LotPage> => {
    const body = { ...content, resultIds: files, ...facts };
    await owner.call(publishLotPage, { params: { batchId }, body });
    const { page } = await pollUntil(
      () => owner.call(readLotPage, { params: { batchId } }),
      (read) => read.page?.isReady === true,
    );
    return page as LotPage;
  };
  /** A reader without an account. */
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(server.url + path, { headers, redirect: 'manual' });
  const pathOf = (page: LotPage) => new URL(page.url).pathname;
  const picturesOf = (text: string) => [...text.matchAll(/<img src="([^"]+)"/g)].map(([, src = '']) => src);

  it('shows what its owner published, to any reader, without a script or a cookie', async () => {
    const page = await publish();
    match(pathOf(page), /^\/l\/[a-z0-9]{26}$/);
    const answer = await get(pathOf(page));
    equal(answer.status, 200);
    equal(answer.headers.get('set-cookie'), null);
    match(answer.headers.get('x-robots-tag') ?? '', /noindex/);
    match(answer.headers.get('cache-control') ?? '', /max-age=300/);
    const text = await answer.text();
    ok(text.length < 60_000);
    for (const said of ['Dacia Logan 2012', '4.500 €', 'Un singur proprietar.\nAcceptă', 'og:image'])
      ok(text.includes(said), said);
    ok(text.includes('https://wa.me/40722000111?text='));
    equal(text.includes('poze.zip'), false);
    equal(text.includes(owner.uid) || text.includes(batchId), false);
    const pictures = picturesOf(text);
    equal(pictures.length, 2);
    for (const path of pictures) {
      const picture = await get(path);
      deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/jpeg']);
      match(picture.headers.get('cache-control') ?? '', /^private, max-age=300$/);
    }
  });

  it('says first what a buyer looks for, then shows the other photos, each a link to its file, and tools last', async () => {
    const page = await publish({ hasDownloads: true });
    const text = await (await get(pathOf(page))).text();
    const [cover = '', other = ''] = picturesOf(text);
    const order = [
      `<a class="photo" href="${cover}"><img src="${cover}"`,
      '<h1>Dacia Logan 2012</h1>',
      '<p class="price">4.500 €',
      'Scrie pe WhatsApp',
      'Sună',
      '<p class="words">Un singur',
      `<a class="photo" href="${other}"><img src="${other}"`,
      'Copiază linkul paginii',
      'Copiază textul anunțului',
      'Descarcă tot',
      'stă aici cel mult până pe',
      'Semnalează pagina',
    ].map((part) => text.lastIndexOf(part));
    ok(order[0] !== -1);
    deepEqual(
      order,
      [...order].sort((a, b) => a - b),
    );
  });

  it('answers readers who ask for heads alone as it answers the others', async () => {
    const page = await publish({ hasDownloads: true });
    const [picture = ''] = picturesOf(await (await get(pathOf(page))).text());
    for (const path of [pathOf(page), picture, `${pathOf(page)}/poze.zip`, `${pathOf(page)}/nimic`]) {
      const whole = await get(path);
      await whole.arrayBuffer();
      const head = await fetch(server.url + path, { method: 'HEAD' });
      const described = ({ status, headers }: Response) => [status, headers.get('content-type')];
      deepEqual(described(head), described(whole), path);
      equal((await head.arrayBuffer()).byteLength, 0);
    }
  });

  it('escapes what its owner writes, and leaves out what was left empty', async () => {
    const page = await publish({ title: HOSTILE.slice(0, 70), words: HOSTILE, phone: '', price: null });
    const text = await (await get(pathOf(page))).text();
    equal(text.includes('<script>alert'), false);
    equal(text.includes('<img src=x'), false);
    equal(text.includes('wa.me'), false);
    await rejects(publish({ phone: 'sună-mă' }), { code: 'adverts/bad-phone' });
  });

  it('is described in whole characters', async () => {
    const page = await publish({ price: null, words: `${'a'.repeat(179)}😀 și încă ceva` });
    const text = await (await get(pathOf(page))).text();
    match(text, /<meta name="description" content="a{179}😀">/);
  });

  it('is found with a slash at its end, too, and answers a wrong part of it with a page', async () => {
    const page = await publish();
    equal((await get(`${pathOf(page)}/`)).status, 200);
    const wrong = await get(`${pathOf(page)}/nimic.jpg`);
    deepEqual([wrong.status, wrong.headers.get('content-type')], [404, 'text/html; charset=utf-8']);
  });

  it('ends when it did after a change, unless another end is chosen', async () => {
    const { endsAt, photoIds } = await publish({ days: 7 });
    equal(photoIds.length, 2);
    deepEqual((await publish({ days: null, price: 4400 })).endsAt, endsAt);
    ok((await publish({ days: 90 })).endsAt > endsAt);
    await owner.call(endLotPage, { params: { batchId } });
    await rejects(publish({ days: null }), { code: 'http/bad-request' });
  });

  it('says what can be read of what its owner writes, and no more', async () => {
    const page = await publish({ title: 'Dacia\u202e nagoL', words: 'Rând\u200b unu\n\u202eRând doi' });
    deepEqual([page.title, page.words], ['Dacia nagoL', 'Rând unu\nRând doi']);
  });

  it('is one of fifty at most that one person has at a time', async () => {
    await sql(
      `insert into lot_pages (code, user_id, title, currency, words, is_indexed, has_downloads, published_at, ends_at)
       select 'x' || n, $1, 'Alta', 'RON', '', false, false, now(), now() + interval '1 day'
       from generate_series(1, 50) n`,
      [owner.uid],
    );
    await rejects(publish(), { code: 'adverts/too-many-pages' });
    await sql(`update lot_pages set ends_at = now() where code = 'x1' and user_id = $1`, [owner.uid]);
    equal((await publish()).state, 'shown');
    await sql('delete from lot_pages where user_id = $1', [owner.uid]);
  });

  it('may be found by search engines, and taken whole, only where its owner lets it', async () => {
    const page = await publish({ isIndexed: true, hasDownloads: true });
    const answer = await get(pathOf(page));
    equal(answer.headers.get('x-robots-tag'), null);
    equal((await answer.text()).includes('noindex'), false);
    const zip = await get(`${pathOf(page)}/poze.zip`);
    equal(zip.headers.get('content-type'), 'application/zip');
    deepEqual(
      readZip(Buffer.from(await zip.arrayBuffer())).map(({ name }) => name),
      ['Dacia Logan 2012_01.jpg', 'Dacia Logan 2012_02.jpg'],
    );
    await publish({ hasDownloads: false });
    equal((await get(`${pathOf(page)}/poze.zip`)).status, 404);
  });

  it('keeps its address and those of its pictures when it is changed, and drops what was left out', async () => {
    const first = await publish();
    const before = picturesOf(await (await get(pathOf(first))).text());
    const second = await publish({ title: 'Alt titlu', resultIds: [...files].reverse() });
    equal(second.url, first.url);
    const now = await (await get(pathOf(second))).text();
    deepEqual(picturesOf(now), [...before].reverse());
    await publish({ resultIds: files.slice(1) });
    equal((await get(before[0] ?? '')).status, 404);
    equal((await get(before[1] ?? '')).status, 200);
  });

  it('that is prolonged keeps its pictures past its first end, and makes those that are gone once more', async () => {
    const page = await publish({ days: 7 });
    await publish({ days: 90 });
    const dayTen = { ...server.app, now: () => new Date(Date.now() + 10 * 86_400_000) };
    await tidyPages(dayTen);
    await removeExpiredPictures(dayTen);
    const [picture = ''] = picturesOf(await (await get(pathOf(page))).text());
    equal((await get(picture)).status, 200);
    await sql('update public_pictures set expires_at = now(), removed_at = now() where user_id = $1', [
      owner.uid,
    ]);
    equal((await get(pathOf(page))).status, 410);
    const mended = await publish({ days: 30 });
    equal(mended.url, page.url);
    equal((await get(pathOf(page))).status, 200);
    equal((await get(picture)).status, 200);
  });

  it('lets go of the copies of photos that were left out, or whose days are over', async () => {
    await publish();
    await publish({ resultIds: files.slice(1) });
    const standing = () =>
      sql('select id from public_pictures where user_id = $1 and expires_at > now()', [owner.uid]);
    equal((await standing()).length, 1);
    await sql('update photos set purged_at = now() where owner_id = $1', [owner.uid]);
    await tidyPages(server.app);
    equal((await standing()).length, 0);
  });

  it('loses a photo whose days are over, and keeps the others', async () => {
    const page = await publish();
    const [gone = '', stays = ''] = picturesOf(await (await get(pathOf(page))).text());
    await sql('update photos set purged_at = now() where id = (select photo_id from results where id = $1)', [
      files[0],
    ]);
    deepEqual(picturesOf(await (await get(pathOf(page))).text()), [stays]);
    deepEqual([(await get(gone)).status, (await get(stays)).status], [404, 200]);
  });

  const ends: Record<string, () => Promise<unknown>> = {
    'a press of its owner': () => owner.call(endLotPage, { params: { batchId } }),
    'its last day': () => sql(`update lot_pages set ends_at = now() where user_id = $1`, [owner.uid]),
    'a suspension': () => sql('update users set suspended_at = now() where id = $1', [owner.uid]),
    'the erasure of the account': () =>
      server.app.change((unit) => eraseAccount(unit, server.app, owner.uid)),
    'the deletion of its lot': () => owner.call(deleteBatch, { params: { batchId } }),
    'its photos in the trash': () =>
      sql('update photos set trashed_at = now() where owner_id = $1', [owner.uid]),
    'the end of its photos’ days': () =>
      sql('update photos set purged_at = now() where owner_id = $1', [owner.uid]),
  };
  for (const [name, end] of Object.entries(ends))
    it(`is over at once by ${name}, with its pictures and all else below it`, async () => {
      const page = await publish({ hasDownloads: true });
      const [picture = ''] = picturesOf(await (await get(pathOf(page))).text());
      equal((await get(picture)).status, 200);
      await end();
      for (const path of [
        pathOf(page),
        picture,
        ...['/poze.zip', '/semnaleaza', '/cod'].map((part) => pathOf(page) + part),
      ]) {
        const answer = await get(path);
        equal(answer.status, 410, path);
        equal(answer.headers.get('cache-control'), 'no-store');
        const text = await answer.text();
        match(text, /Pagina nu mai există/);
        equal(text.includes('Dacia'), false);
      }
    });

  it('lets go of its copies once it is over', async () => {
    await publish();
    const copies = (await sql('select id from public_pictures where user_id = $1', [owner.uid])).map(
      ({ id }) => id,
    );
    equal(copies.length, 2);
    await owner.call(endLotPage, { params: { batchId } });
    await tidyPages(server.app);
    await removeExpiredPictures(server.app);
    await pollUntil(
      () => Promise.all(copies.map((id) => server.app.files.sizeOf(publicPictureKey(id)))),
      (sizes) => sizes.every((size) => size === null),
    );
  });

  it('has a new address when it is published once more after its end', async () => {
    const first = await publish();
    await owner.call(endLotPage, { params: { batchId } });
    const { page: over } = await owner.call(readLotPage, { params: { batchId } });
    equal(over?.state, 'ended');
    const second = await publish();
    notEqual(second.url, first.url);
    equal((await get(pathOf(first))).status, 410);
    equal((await get(pathOf(second))).status, 200);
  });

  it('cannot be guessed, and nothing is looked up for what is no code', async () => {
    const page = await publish();
    const code = pathOf(page).slice(3);
    for (const other of [
      code.slice(1),
      `${code}a`,
      code.toUpperCase(),
      `${code.slice(0, -1)}_`,
      '..%2f',
      'a'.repeat(26),
    ]) {
      const answer = await get(`/l/${other}`);
      equal(answer.status, 404, other);
    }
  });

  it('copies what an interrupted process left out', async () => {
    const page = await publish();
    await sql('update lot_page_pictures set picture_id = null, copied_result_id = null where code = $1', [
      pathOf(page).slice(3),
    ]);
    equal((await get(pathOf(page))).status, 503);
    await tidyPages(server.app);
    equal((await get(pathOf(page))).status, 200);
  });

  it('is its owner’s alone to publish, and of the lot’s own files', async () => {
    const stranger = await server.newUser();
    const body = { ...content, resultIds: files };
    await rejects(stranger.call(publishLotPage, { params: { batchId }, body }), {
      code: 'batches/not-found',
    });
    await rejects(stranger.call(endLotPage, { params: { batchId } }), { code: 'batches/not-found' });
    await rejects(stranger.call(readLotPage, { params: { batchId } }), { code: 'batches/not-found' });
    const theirs = await makeFiles(stranger, [3]);
    await rejects(publish({ resultIds: theirs.files }), { code: 'adverts/pictures-gone' });
  });

  it('prints a sheet with its code', async () => {
    const page = await publish();
    const text = await (await get(`${pathOf(page)}/cod`)).text();
    match(text, /<svg role="img" aria-label="Cod QR"/);
    ok(text.includes(page.url));
  });
});
