import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import {
  beginSending,
  formerPicture,
  listAdverts,
  listSendings,
  readSending,
  type Sending,
  type SentPicture,
  sitePicture,
  stopSending,
} from '#contract/adverts/sendings.ts';
import { fillPath } from '#contract/route.ts';
import { eraseAccount } from '#server/account/deletion/erase-account.ts';
import { listLinked, SHOP } from '#testing/accounts/olx-server.ts';
import { asPictures, createSender, makeFiles, type Sender, SOFA } from '#testing/accounts/sender.ts';
import { pollUntil } from '#testing/server.ts';

const SHORT_TITLE = '7000231';
const REMOVED = '7000226';
/** Sent by its dealer from Autovit. */
const EXPORTED = '7000235';

describe('pictures put into an advert at OLX', () => {
  let of: Sender;
  before(async () => {
    of = await createSender();
  });
  after(() => of.server.close());
  beforeEach(() => of.server.setFaults({}));

  const imagesOf = (advert: Record<string, unknown>) =>
    (advert.images as { url: string }[]).map(({ url }) => url);

  it('are chosen among the own adverts of the account, whose pictures come from our own address', async () => {
    const { adverts, isLast } = await of.owner.call(listAdverts, {
      params: { connectionId: of.connectionId },
    });
    equal(isLast, false);
    equal(adverts.length, 100);
    const [first] = adverts;
    match(first?.cover ?? '', /^\/api\/adverts\/connections\//);
    const picture = await of.owner.fetch(first?.cover ?? '');
    equal(picture.status, 200);
    equal(picture.headers.get('content-type'), 'image/jpeg');
    match(picture.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    const stranger = await of.server.newUser();
    equal((await stranger.fetch(first?.cover ?? '')).status, 404);
  });

  it('come from the site alone: no name of another making fetches anything', async () => {
    const cover =
      (await of.owner.call(listAdverts, { params: { connectionId: of.connectionId } })).adverts[0]?.cover ??
      '';
    const [, code = ''] = cover.split('.');
    for (const address of [
      'http://127.0.0.1:9/a.jpg',
      'http://169.254.169.254/latest',
      'file:///etc/passwd',
    ]) {
      const name = `${Buffer.from(address).toString('base64url')}.${code}`;
      const path = `${fillPath(sitePicture.path, { connectionId: of.connectionId })}?name=${name}`;
      equal((await of.owner.fetch(path)).status, 404, address);
    }
    for (const odd of ['', 'é'.repeat(32), '\u{1f600}'.repeat(16), code.toUpperCase(), `${code}0`]) {
      const name = new URLSearchParams({
        name: `${Buffer.from('https://a.ro/b.jpg').toString('base64url')}.${odd}`,
      });
      const path = fillPath(sitePicture.path, { connectionId: of.connectionId });
      equal((await of.owner.fetch(`${path}?${name}`)).status, 404, odd);
    }
    const { olx } = of.server.app.adverts;
    ok(olx);
    for (const address of ['http://127.0.0.1:9/a.jpg', 'https://a.olxcdn.com/a.jpg', 'nimic', ''])
      await rejects(olx.readPicture(address), { kind: 'gone' }, address);
  });

  it('are said to come from Autovit where it feeds the advert', async () => {
    const dealer = await of.server.newUser();
    await of.server.link(dealer, SHOP);
    const [account] = await listLinked(dealer);
    equal((await of.look(EXPORTED, dealer, account?.id ?? '')).advert.isExported, true);
    equal((await of.look(SOFA)).advert.isExported, false);
  });

  it('replace those of the advert in their order, and change nothing else of it', async () => {
    const before = await of.stored();
    const fetchesBefore = ((await of.server.sim('')).fetched as unknown[]).length;
    const sent = await of.send();
    equal(sent.state, 'done', JSON.stringify(sent.failure));
    deepEqual([sent.taken, sent.cover, sent.advert.title], [of.files.length, 'right', before.title]);
    const now = await of.stored();
    const { images: _, ...rest } = now;
    const { images: __, ...restBefore } = before;
    deepEqual(rest, restBefore);
    equal(imagesOf(now).length, of.files.length);
    equal(((await of.server.sim('')).fetched as unknown[]).length, fetchesBefore + of.files.length);
    const fetched = await pollUntil(
      () => of.read(sent.id),
      ({ pictures }) => pictures.every((picture) => picture.fetched?.isWhole === true),
    );
    deepEqual(
      fetched.pictures.map(({ source }) => source),
      asPictures(of.files),
    );
    equal(sent.former.length, imagesOf(before).length);
    ok(sent.undoUntil !== null);
  });

  it('give way to the former ones, which are shown meanwhile', async () => {
    const sent = await of.send();
    const shown = await of.owner.fetch(fillPath(formerPicture.path, { formerId: sent.former[0] ?? '' }));
    equal(shown.status, 200);
    const stranger = await of.server.newUser();
    equal(
      (await stranger.fetch(fillPath(formerPicture.path, { formerId: sent.former[0] ?? '' }))).status,
      404,
    );
    const undone = await of.send({ pictures: sent.former.map((former) => ({ former })) });
    deepEqual([undone.state, undone.taken, undone.cover], ['done', sent.former.length, 'right']);
    const fingerprints = async (id: string, table: string) =>
      (
        await of.sql(
          `select fingerprint from ${table} x join public_pictures p on p.id = x.picture_id
           where sending_id = $1 order by position`,
          [id],
        )
      ).map((row) => row.fingerprint);
    deepEqual(
      await fingerprints(undone.id, 'advert_sending_pictures'),
      await fingerprints(sent.id, 'advert_former_pictures'),
    );
  });

  it('are known again by their looks when they give way and come back, and not once they were changed at the site', async () => {
    const asFormer = ({ former }: Sending) => former.map((id) => ({ former: id }));
    const sent = await of.send();
    const undone = await of.send({ pictures: asFormer(sent) });
    const again = await of.send({ pictures: asFormer(undone) });
    deepEqual([sent.undoes, undone.undoes, again.undoes], [null, sent.id, undone.id]);
    deepEqual([undone.follows, again.follows], [sent.id, undone.id]);
    await of.sql(
      `update public_pictures set removed_at = now()
       where id in (select picture_id from advert_former_pictures where sending_id = any($1))`,
      [[sent.id, undone.id]],
    );
    const { undoes, follows, undoUntil } = await of.read(undone.id);
    deepEqual([undoes, follows, undoUntil], [sent.id, sent.id, null]);
    const turned = imagesOf(await of.stored()).toReversed();
    await of.edit(SOFA, { images: turned.map((url) => ({ url })) });
    const changed = await of.send();
    deepEqual([changed.state, changed.former.length, changed.follows], ['done', again.taken, null]);
  });

  it('may be added to those that the advert has', async () => {
    const { advert } = await of.look();
    const kept = advert.pictures.map((_, at) => ({ kept: at }));
    const sent = await of.send({ pictures: [...kept, ...asPictures(of.files)] });
    deepEqual([sent.state, sent.taken, sent.cover], ['done', kept.length + of.files.length, 'right']);
  });

  it('are sent once, however often and from wherever it is pressed', async () => {
    const { seen } = await of.look();
    const before = await of.countPuts();
    const twice = await Promise.all([
      of.press({ seen, key: 'the-same-press' }),
      of.press({ seen, key: 'the-same-press' }),
    ]);
    equal(twice[0]?.id, twice[1]?.id);
    await of.ended(twice[0]?.id ?? '');
    equal(await of.countPuts(), before + 1);
    equal((await of.press({ seen, key: 'the-same-press' })).id, twice[0]?.id);
    await rejects(of.press({ seen, key: 'the-same-press', pictures: asPictures(of.files.slice(0, 1)) }), {
      code: 'http/idempotency-mismatch',
    });
    const again = (await of.look()).seen;
    const tabs = await Promise.all([
      of.press({ seen: again, key: 'the-first-tab' }),
      of.press({ seen: again, key: 'the-second-tab' }),
    ]);
    equal(tabs[0]?.id, tabs[1]?.id);
    await of.ended(tabs[0]?.id ?? '');
    equal(await of.countPuts(), before + 2);
  });

  it('are not sent into an advert that is not as it was seen', async () => {
    const { seen } = await of.look();
    await of.edit(SOFA, { title: 'Canapea extensibilă, preț nou, aproape nouă' });
    const before = await of.countPuts();
    const sent = await of.send({ seen });
    deepEqual([sent.state, sent.failure?.code], ['failed', 'changed']);
    equal(await of.countPuts(), before);
    equal((await of.send()).state, 'done');
  });

  it('are not sent into an advert that is over, nor more than its category takes', async () => {
    equal((await of.send({ advertId: REMOVED })).failure?.code, 'not-open');
    const many = await of.send({
      pictures: Array.from({ length: 9 }, (_, at) => ({ kept: at })),
    });
    const twice = [...asPictures(of.files), ...asPictures(of.files)];
    await rejects(of.press({ pictures: twice }), { code: 'http/bad-request' });
    deepEqual([many.failure?.code, many.failure?.detail], ['too-many', '8']);
  });

  it('are refused with the field that the site will not take, and the advert keeps its own', async () => {
    const before = imagesOf(await of.stored(SHORT_TITLE));
    const sent = await of.send({ advertId: SHORT_TITLE });
    equal(sent.failure?.code, 'refused');
    deepEqual(
      sent.failure?.fields.map(({ field }) => field),
      ['title'],
    );
    deepEqual(imagesOf(await of.stored(SHORT_TITLE)), before);
  });

  it('are none of another person’s business', async () => {
    const sent = await of.send();
    const stranger = await of.server.newUser();
    await of.server.link(stranger, SHOP);
    const [theirs] = await listLinked(stranger);
    const foreign = { params: { sendingId: sent.id } };
    await rejects(stranger.call(readSending, foreign), { code: 'http/not-found' });
    await rejects(stranger.call(stopSending, foreign), { code: 'http/not-found' });
    await rejects(stranger.call(listSendings, { query: { batchId: of.batchId } }), {
      code: 'batches/not-found',
    });
    await rejects(of.look(SOFA, stranger), { code: 'http/not-found' });
    await rejects(of.look(SOFA, stranger, theirs?.id ?? ''), { code: 'adverts/gone' });
    const { batchId: id } = await makeFiles(stranger, [3]);
    const body = { batchId: id, connectionId: theirs?.id ?? '', advertId: '7000000', seen: '' };
    const begin = (pictures: SentPicture[], key: string) =>
      stranger.call(beginSending, { body: { ...body, pictures } }, { 'idempotency-key': key });
    await rejects(begin(asPictures(of.files), 'foreign-files'), { code: 'adverts/pictures-gone' });
    await rejects(begin([{ former: sent.former[0] ?? '' }], 'foreign-former'), {
      code: 'adverts/pictures-gone',
    });
  });

  it('cannot be put back after seven days', async () => {
    const sent = await of.send();
    await of.sql(
      `update public_pictures set created_at = created_at - interval '7 days'
       where id in (select picture_id from advert_former_pictures where sending_id = $1)`,
      [sent.id],
    );
    const { former, undoUntil } = await of.read(sent.id);
    deepEqual([former, undoUntil], [[], null]);
    await rejects(of.press({ pictures: sent.former.map((id) => ({ former: id })) }), {
      code: 'adverts/pictures-gone',
    });
  });

  it('go with the account, former ones too', async () => {
    const ana = await of.server.newUser();
    await of.server.link(ana);
    const { batchId: id, files } = await makeFiles(ana, [4]);
    const [connection] = await listLinked(ana);
    const { seen } = await of.look('7000006', ana, connection?.id ?? '');
    const body = { batchId: id, connectionId: connection?.id ?? '', advertId: '7000006', seen };
    const pictures = asPictures(files);
    const begun = await ana.call(
      beginSending,
      { body: { ...body, pictures } },
      { 'idempotency-key': 'before-the-end' },
    );
    await pollUntil(
      () => ana.call(readSending, { params: { sendingId: begun.id } }),
      ({ state }) => state === 'done',
    );
    await of.server.app.change((unit) => eraseAccount(unit, of.server.app, ana.uid));
    deepEqual(await of.sql('select id from advert_sendings where user_id = $1', [ana.uid]), []);
    deepEqual(await of.sql('select id from public_pictures where user_id = $1', [ana.uid]), []);
  });
});
