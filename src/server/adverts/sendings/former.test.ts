import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Sending } from '#contract/adverts/sendings.ts';
import { MOST_FORMER_BYTES } from '#domain/adverts/sending.ts';
import { SiteFailure } from '#domain/adverts/site-failure.ts';
import { findViolations } from '#server/admin/verify/verify.ts';
import { removeExpiredPictures } from '#server/adverts/pictures/end-pictures.ts';
import { sendIntoAdverts } from '#server/adverts/sendings/send-into-adverts.ts';
import { stopSending } from '#server/adverts/sendings/sendings.ts';
import type { App, User } from '#server/app.ts';
import { removeFiles } from '#server/photos/remove-files.ts';
import { asPictures, createSender, type Sender, SOFA } from '#testing/accounts/sender.ts';

/** Seconds: the server's own workers leave alone what is due then. */
const AHEAD = 3600;
/** Categories of the stand-in. */
const FURNITURE = 1147;
const SERVICES = 77;
const JOBS = 4;

type Site = NonNullable<App['adverts']['olx']>;

describe('copies of the pictures that an advert had before', () => {
  let of: Sender;
  before(async () => {
    of = await createSender();
    await of.send();
  });
  after(() => of.server.close());
  beforeEach(() => of.edit(SOFA, { category_id: FURNITURE }));

  const imagesOf = async () => ((await of.stored()).images as { url: string }[]).map(({ url }) => url);
  const saidOf = ({ state, failure }: Sending) => failure?.code ?? state;
  const countCopies = async (id: string) =>
    (await of.sql('select from advert_former_pictures where sending_id = $1', [id])).length;

  /** Another process, whose readings of the site's pictures are changed. */
  const reading = (readPicture: (read: Site['readPicture']) => Site['readPicture'], seconds = 0): App => {
    const app = of.later(AHEAD + seconds);
    const { olx } = app.adverts;
    ok(olx);
    return {
      ...app,
      adverts: { ...app.adverts, olx: { ...olx, readPicture: readPicture(olx.readPicture) } },
    };
  };

  it('are made of no more pictures than the site takes back, which is said before anything is changed', async () => {
    const former = await imagesOf();
    ok(former.length > 1);
    await of.edit(SOFA, { category_id: SERVICES });
    const pictures = asPictures(of.files.slice(0, 1));
    const sent = await of.send({ pictures });
    deepEqual([saidOf(sent), sent.former, await imagesOf()], ['former', [], former]);
    const { seen, mostPictures } = await of.look();
    equal(mostPictures, 1);
    await of.sql(
      `insert into advert_sendings (id, user_id, connection_id, batch_id, site, is_test, seller_id, seller, advert_id, seen, without_undo,
         request_key, state, due_at, created_at)
       select 'snd_' || repeat('z', 20), user_id, connection_id, batch_id, site, is_test, seller_id, seller, advert_id, $2, true,
         'without', 'preparing', now() + make_interval(secs => $3), now() from advert_sendings where id = $1`,
      [sent.id, seen, AHEAD],
    );
    await of.sql(
      `insert into advert_sending_pictures (sending_id, position, kind, source)
       values ('snd_' || repeat('z', 20), 0, 'result', $1)`,
      [of.files[0]],
    );
    await sendIntoAdverts(of.later(AHEAD));
    const alone = await of.read(`snd_${'z'.repeat(20)}`);
    deepEqual([saidOf(alone), alone.taken, alone.undoUntil], ['done', 1, null]);
    // One picture goes in and comes back.
    const cover = await of.send({ pictures: asPictures(of.files.slice(1)) });
    deepEqual([saidOf(cover), cover.taken], ['done', 1]);
    equal(saidOf(await of.send({ pictures: cover.former.map((id) => ({ former: id })) })), 'done');
    await of.edit(SOFA, { category_id: JOBS });
    equal((await of.look()).mostPictures, 0);
    const none = await of.send({ pictures });
    deepEqual([none.failure?.code, none.failure?.detail], ['too-many', '0']);
  });

  it('take a few minutes at most, and what was copied by then goes', async () => {
    await of.send();
    const id = await of.beginAlone(AHEAD);
    const former = await imagesOf();
    let waited = 0;
    const slow = reading((read) => (address) => {
      waited += 200_000;
      return read(address);
    });
    await sendIntoAdverts({ ...slow, now: () => new Date(slow.now().getTime() + waited) });
    deepEqual([saidOf(await of.read(id)), await countCopies(id), await imagesOf()], ['former', 0, former]);
    equal(waited, 200_000);
  });

  it('are kept one by one, so that a site which was away is asked for the others alone', async () => {
    const id = await of.beginAlone(AHEAD);
    const asked: string[] = [];
    const failing = reading((read) => (address) => {
      if (asked.length > 0) throw new SiteFailure('away');
      asked.push(address);
      return read(address);
    });
    await sendIntoAdverts(failing);
    deepEqual([saidOf(await of.read(id)), await countCopies(id)], ['waiting', 1]);
    const former = await imagesOf();
    const whole = reading(
      (read) => (address) => {
        asked.push(address);
        return read(address);
      },
      70,
    );
    await sendIntoAdverts(whole);
    equal(saidOf(await of.read(id)), 'done');
    deepEqual(asked.slice(0, former.length), former);
  });

  it('leave no file behind without a row when the person stops, or is not there any more', async () => {
    const id = await of.beginAlone(AHEAD);
    let read = 0;
    const stopping = reading((readPicture) => async (address) => {
      const bytes = await readPicture(address);
      read += 1;
      if (read === 2) await stopSending(of.server.app, { id: of.owner.uid } as User, id);
      return bytes;
    });
    await sendIntoAdverts(stopping);
    deepEqual([saidOf(await of.read(id)), read], ['stopped', 2]);
    deepEqual(await findViolations(of.server.app, { orphanGraceMs: 0, deep: true }), []);
  });

  it('are bounded for each person, who can send without them until some have ended', async () => {
    const sent = await of.send();
    const former = await imagesOf();
    const resize = (bytes: number) =>
      of.sql('update public_pictures set bytes = $2 where id = $1', [sent.former[0], bytes]);
    const [{ bytes } = {}] = await of.sql('select bytes from public_pictures where id = $1', [
      sent.former[0],
    ]);
    await resize(MOST_FORMER_BYTES);
    const full = await of.send();
    deepEqual([saidOf(full), full.former, await imagesOf()], ['former-full', [], former]);
    await resize(Number(bytes));
    await removeExpiredPictures(of.later(1));
    await removeFiles(of.server.app, of.server.uploads);
    equal(saidOf(await of.send()), 'done');
    deepEqual(await findViolations(of.server.app, { orphanGraceMs: 0, deep: true }), []);
  });
});
