import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import sharp from 'sharp';
import {
  beginSending,
  formerPicture,
  listAdverts,
  listSendings,
  readAdvert,
  readSending,
  type Sending,
  type SentPicture,
  sitePicture,
  stopSending,
} from '#contract/adverts/sendings.ts';
import { fillPath } from '#contract/route.ts';
import { isUnderWay } from '#domain/adverts/sending.ts';
import { eraseAccount } from '#server/account/deletion/erase-account.ts';
import { sendIntoAdverts } from '#server/adverts/sendings/send-into-adverts.ts';
import { SEND_INTO_ADVERTS } from '#server/adverts/sendings/sending-job.ts';
import { ANA, listLinked, type OlxServer, olxServer, SHOP } from '#testing/accounts/olx-server.ts';
import { photosReady, smallPhoto, uploadPhotos } from '#testing/files/photos.ts';
import { newBatch, runEnded, startRun } from '#testing/runs.ts';
import { type Client, pollUntil } from '#testing/server.ts';

/** Adverts of the stand-in’s seller Ana: a sofa that takes eight pictures, and odd ones. */
const SOFA = '7000001';
const SHORT_TITLE = '7000231';
const REMOVED = '7000226';
const SECOND = 1000;

type Owner = Client & { uid: string };

/** Uploads photos that the site takes by their size; every other one is mirrored, so that no two neighbours look alike. */
async function upload(by: Client, seeds: readonly number[]): Promise<string[]> {
  const ids: string[] = [];
  for (const seed of seeds) {
    const photo = sharp(await smallPhoto(seed, 640, 480)).flop(seed % 2 === 0);
    ids.push(await by.upload(await photo.jpeg().toBuffer(), { name: `poza-${seed}.jpg` }));
  }
  await photosReady(by, ids);
  return ids;
}

describe('pictures put into an advert at OLX', () => {
  let server: OlxServer;
  let owner: Owner;
  let connectionId = '';
  let batchId = '';
  let files: string[] = [];
  let presses = 0;
  before(async () => {
    server = await olxServer();
    owner = await server.newUser();
    await server.link(owner);
    connectionId = (await listLinked(owner))[0]?.id ?? '';
    const photoIds = await upload(owner, [1, 2]);
    batchId = (await newBatch(owner, { name: 'Canapea', photoIds })).id;
    await startRun(owner, batchId, { photoIds, cost: 1 });
    const { results } = await runEnded(owner, batchId);
    files = photoIds.flatMap((id) =>
      Object.values(results)
        .filter(({ photoId }) => photoId === id)
        .map((result) => result.id),
    );
  });
  after(() => server.close());
  beforeEach(() => server.setFaults({}));

  const sql = async (text: string, values: unknown[] = []) =>
    (await server.database.pool.query(text, values)).rows;
  const later = (seconds: number) => ({ ...server.app, now: () => new Date(Date.now() + seconds * SECOND) });
  const own = (ids: readonly string[] = files) => ids.map((result) => ({ result }));
  const look = (advertId = SOFA, by: Client = owner, connection = connectionId) =>
    by.call(readAdvert, { params: { connectionId: connection, advertId } });
  const press = async (
    facts: {
      advertId?: string;
      pictures?: SentPicture[];
      seen?: string;
      key?: string;
      withoutUndo?: true;
      lot?: string;
    } = {},
  ): Promise<Sending> => {
    const { advertId = SOFA, pictures = own(), key, withoutUndo, lot = batchId } = facts;
    presses += 1;
    const seen = facts.seen ?? (await look(advertId)).seen;
    const undo = withoutUndo && { withoutUndo };
    const body = { batchId: lot, connectionId, advertId, seen, pictures, ...undo };
    return owner.call(beginSending, { body }, { 'idempotency-key': key ?? `press-number-${presses}` });
  };
  const read = (id: string) => owner.call(readSending, { params: { sendingId: id } });
  const ended = (id: string) =>
    pollUntil(
      () => read(id),
      ({ state }) => !isUnderWay(state),
    );
  const send = async (facts: Parameters<typeof press>[0] = {}) => ended((await press(facts)).id);
  const stored = (advertId = SOFA) => server.sim(`/adverts/${advertId}`, undefined, 'GET');
  const imagesOf = (advert: Record<string, unknown>) =>
    (advert.images as { url: string }[]).map(({ url }) => url);
  const countPuts = async () =>
    ((await server.sim('')).calls as { method: string }[]).filter(({ method }) => method === 'PUT').length;
  const edit = (advertId: string, facts: object) => server.sim(`/adverts/${advertId}`, facts);

  /** Presses while another sending of the account is under way in a process of its own, which then ends. */
  const pressBehindAnother = async () => {
    await sql(
      `insert into advert_sendings select (jsonb_populate_record(s, jsonb_build_object('id', 'snd_other',
       'request_key', 'other', 'state', 'stopped', 'look_at', null, 'lease_until', now() + interval '1 hour'))).*
       from advert_sendings s where user_id = $1 limit 1`,
      [owner.uid],
    );
    const begun = await press();
    await pollUntil(
      () => server.app.queue.unfinished(SEND_INTO_ADVERTS),
      (jobs) => jobs.length === 0,
    );
    equal((await read(begun.id)).state, 'preparing');
    await sql(`delete from advert_sendings where id = 'snd_other'`);
    return begun;
  };

  it('are chosen among the own adverts of the account, whose pictures come from our own address', async () => {
    const { adverts, isLast } = await owner.call(listAdverts, { params: { connectionId } });
    equal(isLast, false);
    equal(adverts.length, 100);
    const [first] = adverts;
    match(first?.cover ?? '', /^\/api\/adverts\/connections\//);
    const picture = await owner.fetch(first?.cover ?? '');
    equal(picture.status, 200);
    equal(picture.headers.get('content-type'), 'image/jpeg');
    match(picture.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    const stranger = await server.newUser();
    equal((await stranger.fetch(first?.cover ?? '')).status, 404);
  });

  it('come from the site alone: no name of another making fetches anything', async () => {
    const cover = (await owner.call(listAdverts, { params: { connectionId } })).adverts[0]?.cover ?? '';
    const [, code = ''] = cover.split('.');
    for (const address of [
      'http://127.0.0.1:9/a.jpg',
      'http://169.254.169.254/latest',
      'file:///etc/passwd',
    ]) {
      const name = `${Buffer.from(address).toString('base64url')}.${code}`;
      const path = `${fillPath(sitePicture.path, { connectionId })}?name=${name}`;
      equal((await owner.fetch(path)).status, 404, address);
    }
    const { olx } = server.app.adverts;
    ok(olx);
    for (const address of ['http://127.0.0.1:9/a.jpg', 'https://a.olxcdn.com/a.jpg', 'nimic', ''])
      await rejects(olx.readPicture(address), { kind: 'gone' }, address);
  });

  it('replace those of the advert in their order, and change nothing else of it', async () => {
    const before = await stored();
    const fetchesBefore = ((await server.sim('')).fetched as unknown[]).length;
    const sent = await send();
    equal(sent.state, 'done', JSON.stringify(sent.failure));
    deepEqual([sent.taken, sent.cover, sent.advert.title], [files.length, 'right', before.title]);
    const now = await stored();
    const { images: _, ...rest } = now;
    const { images: __, ...restBefore } = before;
    deepEqual(rest, restBefore);
    equal(imagesOf(now).length, files.length);
    equal(((await server.sim('')).fetched as unknown[]).length, fetchesBefore + files.length);
    const fetched = await pollUntil(
      () => read(sent.id),
      ({ pictures }) => pictures.every((picture) => picture.fetched?.isWhole === true),
    );
    deepEqual(
      fetched.pictures.map(({ source }) => source),
      own(),
    );
    equal(sent.former.length, imagesOf(before).length);
    ok(sent.undoUntil !== null);
  });

  it('give way to the former ones, which are shown meanwhile', async () => {
    const sent = await send();
    const shown = await owner.fetch(fillPath(formerPicture.path, { formerId: sent.former[0] ?? '' }));
    equal(shown.status, 200);
    const stranger = await server.newUser();
    equal(
      (await stranger.fetch(fillPath(formerPicture.path, { formerId: sent.former[0] ?? '' }))).status,
      404,
    );
    const undone = await send({ pictures: sent.former.map((former) => ({ former })) });
    deepEqual([undone.state, undone.taken, undone.cover], ['done', sent.former.length, 'right']);
    const fingerprints = async (id: string, table: string) =>
      (
        await sql(
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

  it('may be added to those that the advert has', async () => {
    const { advert } = await look();
    const kept = advert.pictures.map((_, at) => ({ kept: at }));
    const sent = await send({ pictures: [...kept, ...own()] });
    deepEqual([sent.state, sent.taken, sent.cover], ['done', kept.length + files.length, 'right']);
  });

  it('are sent once, however often and from wherever it is pressed', async () => {
    const { seen } = await look();
    const before = await countPuts();
    const twice = await Promise.all([
      press({ seen, key: 'the-same-press' }),
      press({ seen, key: 'the-same-press' }),
    ]);
    equal(twice[0]?.id, twice[1]?.id);
    await ended(twice[0]?.id ?? '');
    equal(await countPuts(), before + 1);
    equal((await press({ seen, key: 'the-same-press' })).id, twice[0]?.id);
    await rejects(press({ seen, key: 'the-same-press', pictures: own(files.slice(0, 1)) }), {
      code: 'http/idempotency-mismatch',
    });
    const again = (await look()).seen;
    const tabs = await Promise.all([
      press({ seen: again, key: 'the-first-tab' }),
      press({ seen: again, key: 'the-second-tab' }),
    ]);
    equal(tabs[0]?.id, tabs[1]?.id);
    await ended(tabs[0]?.id ?? '');
    equal(await countPuts(), before + 2);
  });

  it('are not sent into an advert that is not as it was seen', async () => {
    const { seen } = await look();
    await edit(SOFA, { title: 'Canapea extensibilă, preț nou, aproape nouă' });
    const before = await countPuts();
    const sent = await send({ seen });
    deepEqual([sent.state, sent.failure?.code], ['failed', 'changed']);
    equal(await countPuts(), before);
    equal((await send()).state, 'done');
  });

  it('are not sent into an advert that is over, nor more than its category takes', async () => {
    equal((await send({ advertId: REMOVED })).failure?.code, 'not-open');
    const many = await send({ pictures: Array.from({ length: 9 }, () => own()[0] as { result: string }) });
    deepEqual([many.failure?.code, many.failure?.detail], ['too-many', '8']);
  });

  it('are refused with the field that the site will not take, and the advert keeps its own', async () => {
    const before = imagesOf(await stored(SHORT_TITLE));
    const sent = await send({ advertId: SHORT_TITLE });
    equal(sent.failure?.code, 'refused');
    deepEqual(
      sent.failure?.fields.map(({ field }) => field),
      ['title'],
    );
    deepEqual(imagesOf(await stored(SHORT_TITLE)), before);
  });

  it('are refused by a site that came for them, or are said to be out of its reach when it never did', async () => {
    const tiny = await uploadPhotos(owner, [9]);
    const lot = await newBatch(owner, { name: 'Mici', photoIds: tiny });
    await startRun(owner, lot.id, { photoIds: tiny, cost: 1 });
    const { results } = await runEnded(owner, lot.id);
    const refused = await send({ lot: lot.id, pictures: own(Object.keys(results)) });
    const said = await pollUntil(
      () => read(refused.id),
      ({ failure }) => failure?.code !== 'unreachable',
    );
    equal(said.failure?.code, 'pictures');
    const begun = await pressBehindAnother();
    await sendIntoAdverts({ ...server.app, publicUrl: () => 'http://127.0.0.1:9' });
    equal((await read(begun.id)).failure?.code, 'unreachable');
  });

  it('wait for a site that is busy, and are given up by the person or after an hour', async () => {
    const { seen } = await look();
    await server.setFaults({ api: '429-without-time' });
    const begun = await press({ seen });
    const waits = () =>
      pollUntil(
        () => read(begun.id),
        ({ state, retryAt }) => state === 'waiting' && retryAt !== null,
      );
    const waiting = await waits();
    ok(new Date(waiting.retryAt ?? 0).getTime() - Date.now() > 40 * SECOND);
    for (const seconds of [70, 200, 450, 950, 1900, 2900, 3700]) await sendIntoAdverts(later(seconds));
    equal((await ended(begun.id)).failure?.code, 'busy');
    const second = await press({ seen });
    await pollUntil(
      () => read(second.id),
      ({ state }) => state === 'waiting',
    );
    const stopped = await owner.call(stopSending, { params: { sendingId: second.id } });
    equal(stopped.state, 'stopped');
    await server.setFaults({});
    const before = await countPuts();
    await sendIntoAdverts(later(4000));
    deepEqual([(await read(second.id)).state, await countPuts()], ['stopped', before]);
  });

  it('go on after one busy answer to the change itself', async () => {
    const { seen } = await look();
    await server.setFaults({ put: '429-once' });
    const begun = await press({ seen });
    await pollUntil(
      () => read(begun.id),
      ({ state }) => state === 'waiting',
    );
    await sendIntoAdverts(later(1000));
    equal((await ended(begun.id)).state, 'done');
  });

  for (const put of ['done-then-502', 'done-then-reset'] as const)
    it(`are found in the advert after an answer that says nothing, and never sent twice (${put})`, async () => {
      const { seen } = await look();
      const before = await countPuts();
      await server.setFaults({ put });
      const begun = await press({ seen });
      const checking = await pollUntil(
        () => read(begun.id),
        ({ state }) => state === 'checking' || !isUnderWay(state),
      );
      equal(checking.state, 'checking');
      await server.setFaults({});
      await sendIntoAdverts(later(6));
      const sent = await ended(begun.id);
      deepEqual([sent.state, sent.taken, sent.cover], ['done', files.length, 'right']);
      equal(await countPuts(), before + 1);
    });

  it('are said not to have arrived once three looks find the former ones, and are not sent again by themselves', async () => {
    const { seen } = await look();
    const former = imagesOf(await stored());
    const before = await countPuts();
    await server.setFaults({ put: '502-once' });
    const begun = await press({ seen });
    await pollUntil(
      () => read(begun.id),
      ({ state }) => state === 'checking',
    );
    for (const seconds of [6, 40, 130]) await sendIntoAdverts(later(seconds));
    equal((await ended(begun.id)).failure?.code, 'not-sent');
    deepEqual(imagesOf(await stored()), former);
    equal(await countPuts(), before + 1);
  });

  it('are looked for, not sent, when the process ended while the change was with the site', async () => {
    const { seen } = await look();
    const before = await countPuts();
    const begun = await press({ seen });
    await ended(begun.id);
    equal(await countPuts(), before + 1);
    // As its row was while the change was away.
    await sql(
      `update advert_sendings set state = 'sending', finished_at = null, taken = null, look_at = null,
       lease_token = 'dead', lease_until = now() where id = $1`,
      [begun.id],
    );
    await sendIntoAdverts(later(1));
    equal((await read(begun.id)).state, 'checking');
    await sendIntoAdverts(later(10));
    const sent = await read(begun.id);
    deepEqual([sent.state, sent.taken], ['done', files.length]);
    equal(await countPuts(), before + 1);
  });

  it('go on where they were when the process ended before', async () => {
    const { seen } = await look();
    const begun = await press({ seen });
    await ended(begun.id);
    const { seen: now } = await look();
    await sql(
      `update advert_sendings set state = 'preparing', seen = $2, finished_at = null, taken = null, look_at = null,
       lease_token = 'dead', lease_until = now() where id = $1`,
      [begun.id, now],
    );
    await sql('update advert_sending_pictures set picture_id = null where sending_id = $1 and position = 0', [
      begun.id,
    ]);
    await sendIntoAdverts(later(1));
    deepEqual([(await read(begun.id)).state, (await read(begun.id)).taken], ['done', files.length]);
  });

  it('say when the site shows them in another order or dropped one', async () => {
    const { seen } = await look();
    await server.setFaults({ pictures: 'reverse' });
    equal((await send({ seen })).cover, 'other');
    const next = (await look()).seen;
    await server.setFaults({ pictures: 'drop-one' });
    equal((await send({ seen: next })).taken, files.length - 1);
  });

  it('are told of what the site makes of the advert afterwards', async () => {
    const { seen } = await look();
    await server.setFaults({ after: 'new-then-moderated', moderationSeconds: 1 });
    const sent = await send({ seen });
    equal(sent.after?.state, 'waiting');
    await server.sim('/clock', { seconds: 2 });
    await sendIntoAdverts(later(35));
    const { after: seenLater } = await read(sent.id);
    equal(seenLater?.state, 'stopped');
    ok((seenLater?.reason ?? '').length > 0);
    await edit(SOFA, { status: 'active' });
  });

  it('wait for another link where the access was taken away', async () => {
    const { seen } = await look();
    await server.sim('/withdraw', { sellerId: ANA });
    await sql(`update advert_connections set expires_at = now() where user_id = $1`, [owner.uid]);
    equal((await send({ seen })).failure?.code, 'reconnect');
    await server.link(owner);
    equal((await send()).state, 'done');
  });

  it('are none of another person’s business', async () => {
    const sent = await send();
    const stranger = await server.newUser();
    await server.link(stranger, SHOP);
    const [theirs] = await listLinked(stranger);
    const foreign = { params: { sendingId: sent.id } };
    await rejects(stranger.call(readSending, foreign), { code: 'http/not-found' });
    await rejects(stranger.call(stopSending, foreign), { code: 'http/not-found' });
    await rejects(stranger.call(listSendings, { query: { batchId } }), { code: 'batches/not-found' });
    await rejects(look(SOFA, stranger), { code: 'http/not-found' });
    await rejects(look(SOFA, stranger, theirs?.id ?? ''), { code: 'adverts/gone' });
    const photoIds = await upload(stranger, [3]);
    const { id } = await newBatch(stranger, { name: 'Altul', photoIds });
    const body = { batchId: id, connectionId: theirs?.id ?? '', advertId: '7000000', seen: '' };
    const begin = (pictures: SentPicture[], key: string) =>
      stranger.call(beginSending, { body: { ...body, pictures } }, { 'idempotency-key': key });
    await rejects(begin(own(), 'foreign-files'), { code: 'adverts/pictures-gone' });
    await rejects(begin([{ former: sent.former[0] ?? '' }], 'foreign-former'), {
      code: 'adverts/pictures-gone',
    });
  });

  it('cannot be put back after seven days', async () => {
    const sent = await send();
    await sql(
      `update public_pictures set created_at = created_at - interval '7 days'
       where id in (select picture_id from advert_former_pictures where sending_id = $1)`,
      [sent.id],
    );
    const { former, undoUntil } = await read(sent.id);
    deepEqual([former, undoUntil], [[], null]);
    await rejects(press({ pictures: sent.former.map((id) => ({ former: id })) }), {
      code: 'adverts/pictures-gone',
    });
  });

  it('go with the account, former ones too', async () => {
    const ana = await server.newUser();
    await server.link(ana);
    const photoIds = await upload(ana, [4]);
    const { id } = await newBatch(ana, { name: 'Canapea', photoIds });
    await startRun(ana, id, { photoIds, cost: 1 });
    const { results } = await runEnded(ana, id);
    const [connection] = await listLinked(ana);
    const { seen } = await look('7000005'.replace('5', '6'), ana, connection?.id ?? '');
    const body = { batchId: id, connectionId: connection?.id ?? '', advertId: '7000006', seen };
    const pictures = Object.keys(results).map((result) => ({ result }));
    const begun = await ana.call(
      beginSending,
      { body: { ...body, pictures } },
      { 'idempotency-key': 'before-the-end' },
    );
    await pollUntil(
      () => ana.call(readSending, { params: { sendingId: begun.id } }),
      ({ state }) => state === 'done',
    );
    await server.app.change((unit) => eraseAccount(unit, server.app, ana.uid));
    deepEqual(await sql('select id from advert_sendings where user_id = $1', [ana.uid]), []);
    deepEqual(await sql('select id from public_pictures where user_id = $1', [ana.uid]), []);
  });
});
