import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { stopSending } from '#contract/adverts/sendings.ts';
import { isUnderWay } from '#domain/adverts/sending.ts';
import { sendIntoAdverts } from '#server/adverts/sendings/send-into-adverts.ts';
import { ANA } from '#testing/accounts/olx-server.ts';
import { asPictures, createSender, type Sender, SOFA } from '#testing/accounts/sender.ts';
import { uploadPhotos } from '#testing/files/photos.ts';
import { newBatch, runEnded, startRun } from '#testing/runs.ts';
import { pollUntil } from '#testing/server.ts';

const SECOND = 1000;

describe('pictures on their way into an advert', () => {
  let of: Sender;
  before(async () => {
    of = await createSender();
  });
  after(() => of.server.close());
  beforeEach(async () => {
    await of.server.setFaults({});
    await of.forgetLooks();
  });

  const imagesOf = (advert: Record<string, unknown>) =>
    (advert.images as { url: string }[]).map(({ url }) => url);

  it('are refused by a site that came for them, or are said to be out of its reach when it never did', async () => {
    const tiny = await uploadPhotos(of.owner, [9]);
    const lot = await newBatch(of.owner, { name: 'Mici', photoIds: tiny });
    await startRun(of.owner, lot.id, { photoIds: tiny, cost: 1 });
    const { results } = await runEnded(of.owner, lot.id);
    const refused = await of.send({ lot: lot.id, pictures: asPictures(Object.keys(results)) });
    const said = await pollUntil(
      () => of.read(refused.id),
      ({ failure }) => failure?.code !== 'unreachable',
    );
    equal(said.failure?.code, 'pictures');
    const id = await of.beginAlone(3600);
    await sendIntoAdverts({ ...of.later(3600), publicUrl: () => 'http://127.0.0.1:9' });
    equal((await of.read(id)).failure?.code, 'unreachable');
  });

  it('wait for a site that is busy, and are given up by the person or after an hour', async () => {
    const { seen } = await of.look();
    await of.server.setFaults({ api: '429-without-time' });
    const begun = await of.press({ seen });
    const waits = () =>
      pollUntil(
        () => of.read(begun.id),
        ({ state, retryAt }) => state === 'waiting' && retryAt !== null,
      );
    const waiting = await waits();
    ok(new Date(waiting.retryAt ?? 0).getTime() - Date.now() > 40 * SECOND);
    for (const seconds of [70, 200, 450, 950, 1900, 2900, 3700]) await sendIntoAdverts(of.later(seconds));
    equal((await of.ended(begun.id)).failure?.code, 'busy');
    const second = await of.press({ seen });
    await of.becomes(second.id, 'waiting');
    const stopped = await of.owner.call(stopSending, { params: { sendingId: second.id } });
    equal(stopped.state, 'stopped');
    await of.server.setFaults({});
    const before = await of.countPuts();
    await sendIntoAdverts(of.later(4000));
    deepEqual([(await of.read(second.id)).state, await of.countPuts()], ['stopped', before]);
  });

  it('go on after one busy answer to the change itself', async () => {
    const { seen } = await of.look();
    await of.server.setFaults({ put: '429-once' });
    const begun = await of.press({ seen });
    await of.becomes(begun.id, 'waiting');
    await sendIntoAdverts(of.later(1000));
    equal((await of.ended(begun.id)).state, 'done');
  });

  for (const put of ['done-then-502', 'done-then-reset'] as const)
    it(`are found in the advert after an answer that says nothing, and never sent twice (${put})`, async () => {
      const { seen } = await of.look();
      const before = await of.countPuts();
      await of.server.setFaults({ put });
      const begun = await of.press({ seen });
      const checking = await pollUntil(
        () => of.read(begun.id),
        ({ state }) => state === 'checking' || !isUnderWay(state),
      );
      equal(checking.state, 'checking');
      await of.server.setFaults({});
      await sendIntoAdverts(of.later(6));
      const sent = await of.ended(begun.id);
      deepEqual([sent.state, sent.taken, sent.cover], ['done', of.files.length, 'right']);
      equal(await of.countPuts(), before + 1);
    });

  it('are said not to have arrived once three looks find the former ones, and are not sent again by themselves', async () => {
    const { seen } = await of.look();
    const former = imagesOf(await of.stored());
    const before = await of.countPuts();
    await of.server.setFaults({ put: '502-once' });
    const begun = await of.press({ seen });
    await of.becomes(begun.id, 'checking');
    for (const seconds of [6, 40, 130]) await sendIntoAdverts(of.later(seconds));
    equal((await of.ended(begun.id)).failure?.code, 'not-sent');
    deepEqual(imagesOf(await of.stored()), former);
    equal(await of.countPuts(), before + 1);
  });

  it('are looked for, not sent, when the process ended while the change was with the site', async () => {
    const { seen } = await of.look();
    const before = await of.countPuts();
    const begun = await of.press({ seen });
    await of.ended(begun.id);
    equal(await of.countPuts(), before + 1);
    // As its row was while the change was away.
    await of.sql(
      `update advert_sendings set state = 'sending', finished_at = null, taken = null, look_at = null,
       lease_token = 'dead', lease_until = now() where id = $1`,
      [begun.id],
    );
    await sendIntoAdverts(of.later(1));
    equal((await of.read(begun.id)).state, 'checking');
    await sendIntoAdverts(of.later(10));
    const sent = await of.read(begun.id);
    deepEqual([sent.state, sent.taken], ['done', of.files.length]);
    equal(await of.countPuts(), before + 1);
  });

  it('go on where they were when the process ended before', async () => {
    const { seen } = await of.look();
    const begun = await of.press({ seen });
    await of.ended(begun.id);
    const { seen: now } = await of.look();
    await of.sql(
      `update advert_sendings set state = 'preparing', seen = $2, finished_at = null, taken = null, look_at = null,
       lease_token = 'dead', lease_until = now() where id = $1`,
      [begun.id, now],
    );
    await of.sql(
      'update advert_sending_pictures set picture_id = null where sending_id = $1 and position = 0',
      [begun.id],
    );
    await sendIntoAdverts(of.later(1));
    deepEqual([(await of.read(begun.id)).state, (await of.read(begun.id)).taken], ['done', of.files.length]);
  });

  it('say when the site shows them in another order or dropped one', async () => {
    const { seen } = await of.look();
    await of.server.setFaults({ pictures: 'reverse' });
    equal((await of.send({ seen })).cover, 'other');
    const next = (await of.look()).seen;
    await of.server.setFaults({ pictures: 'drop-one' });
    equal((await of.send({ seen: next })).taken, of.files.length - 1);
  });

  it('are told of what the site makes of the advert afterwards', async () => {
    const { seen } = await of.look();
    await of.server.setFaults({ after: 'new-then-moderated', moderationSeconds: 1 });
    const sent = await of.send({ seen });
    equal(sent.after?.state, 'waiting');
    await of.server.sim('/clock', { seconds: 2 });
    const looked = async () => {
      await sendIntoAdverts(of.later(35));
      return of.read(sent.id);
    };
    const { after: seenLater } = await pollUntil(looked, (sending) => sending.after?.state !== 'waiting');
    equal(seenLater?.state, 'stopped');
    ok((seenLater?.reason ?? '').length > 0);
    await of.edit(SOFA, { status: 'active' });
  });

  it('wait for another link where the access was taken away', async () => {
    const { seen } = await of.look();
    await of.server.sim('/withdraw', { sellerId: ANA });
    await of.sql(`update advert_connections set expires_at = now() where user_id = $1`, [of.owner.uid]);
    equal((await of.send({ seen })).failure?.code, 'reconnect');
    await of.server.link(of.owner);
    equal((await of.send()).state, 'done');
  });
});
