import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { after, before, beforeEach, describe, it } from 'node:test';
import { endConnection } from '#contract/adverts/connections.ts';
import { deleteBatch } from '#contract/batches.ts';
import { SiteFailure } from '#domain/adverts/site-failure.ts';
import { beginSending } from '#server/adverts/sendings/begin-sending.ts';
import { sendIntoAdverts } from '#server/adverts/sendings/send-into-adverts.ts';
import type { App, User } from '#server/app.ts';
import { asPictures, createSender, makeFiles, type Sender, SOFA } from '#testing/accounts/sender.ts';
import { pollUntil } from '#testing/server.ts';

/** Seconds: the server's own workers leave alone what is due then. */
const AHEAD = 3600;

type Site = NonNullable<App['adverts']['olx']>;

describe('a sending into an advert that is hindered', () => {
  let of: Sender;
  before(async () => {
    of = await createSender();
    await of.send();
  });
  after(() => of.server.close());
  beforeEach(() => of.server.setFaults({}));

  /** Another process, whose calls to the site are changed. */
  function withSite(change: (site: Site) => Partial<Site>, seconds = 0): App {
    const app = of.later(AHEAD + seconds);
    const { olx } = app.adverts;
    ok(olx);
    return { ...app, adverts: { ...app.adverts, olx: { ...olx, ...change(olx) } } };
  }

  /** Another process, in which something happens after the files were copied and before the change leaves. */
  const meanwhile = (happen: () => Promise<unknown>) => {
    let happened: Promise<unknown> | null = null;
    return withSite((site) => ({
      readPhotoLimit: async (token, category) => {
        happened ??= happen();
        await happened;
        return site.readPhotoLimit(token, category);
      },
    }));
  };

  const imagesOf = async () => ((await of.stored()).images as { url: string }[]).map(({ url }) => url);
  const codeOf = async (id: string) => (await of.read(id)).failure?.code;

  it('ends where a file of the lot is no picture any more, and the next one goes its way', async () => {
    const { batchId, files } = await makeFiles(of.owner, [5]);
    const [{ file_key: key } = {}] = await of.sql('select file_key from results where id = $1', [files[0]]);
    const broken = of.server.app.files.temporaryPath();
    await writeFile(broken, 'no picture');
    await of.server.app.files.remove([String(key)]);
    await of.server.app.files.keep(broken, String(key));
    const sent = await of.send({ lot: batchId, pictures: asPictures(files) });
    deepEqual([sent.state, sent.failure?.code], ['failed', 'files-changed']);
    equal((await of.send()).state, 'done');
  });

  it('ends within an hour when our own server fails at it, and holds no other up meanwhile', async () => {
    const id = await of.beginAlone(AHEAD);
    const failing = (seconds: number): App => {
      const app = of.later(AHEAD + seconds);
      const publicPicture = () => Promise.reject(new Error('the disk is full'));
      return { ...app, imaging: { ...app.imaging, publicPicture } };
    };
    await sendIntoAdverts(failing(0));
    equal((await of.read(id)).state, 'waiting');
    equal((await of.send({ advertId: '7000002' })).state, 'done');
    for (const seconds of [70, 200, 450, 950, 1900, 2900, 3700]) await sendIntoAdverts(failing(seconds));
    equal(await codeOf(id), 'unexpected');
  });

  it('pauses however soon the site lets it come again, and keeps no more than a page of what it says', async () => {
    const busy = (seconds: number) =>
      withSite(
        () => ({
          readAdvert: () => Promise.reject(new SiteFailure('busy', { waitSeconds: 0 })),
        }),
        seconds,
      );
    const id = await of.beginAlone(AHEAD);
    await sendIntoAdverts(busy(0));
    await sendIntoAdverts(busy(1));
    const [{ waits } = {}] = await of.sql('select waits from advert_sendings where id = $1', [id]);
    equal(waits, 1);
    const fields = Array.from({ length: 1000 }, (_, n) => ({ field: `f${n}`, detail: '😀'.repeat(900) }));
    const facts = { detail: 'a'.repeat(900_000), fields };
    const wordy = withSite(
      () => ({ readAdvert: () => Promise.reject(new SiteFailure('refused', facts)) }),
      60,
    );
    await sendIntoAdverts(wordy);
    const { failure } = await of.read(id);
    deepEqual([failure?.detail.length, failure?.fields.length], [500, 20]);
    equal(failure?.fields[0]?.detail, '😀'.repeat(500));
  });

  it('waits for a site before which another one answers with a page', async () => {
    const { seen } = await of.look();
    await of.server.setFaults({ api: '403-cloudfront' });
    const begun = await of.press({ seen });
    await of.becomes(begun.id, 'waiting');
    await of.server.setFaults({});
    await sendIntoAdverts(of.later(70));
    equal((await of.ended(begun.id)).state, 'done');
  });

  it('is not begun by an installation that no site can reach', async () => {
    const app = withSite(() => ({ checkReach: async () => 'unreachable' }));
    const user = { id: of.owner.uid } as User;
    const { seen } = await of.look();
    const asked = { batchId: of.batchId, connectionId: of.connectionId, advertId: SOFA, seen };
    const pictures = asPictures(of.files);
    await rejects(beginSending(app, user, { ...asked, pictures, idempotencyKey: 'from-a-loopback' }), {
      code: 'adverts/unreachable',
    });
  });

  it('leaves the advert alone once its person is suspended', async () => {
    const before = await imagesOf();
    const id = await of.beginAlone(AHEAD);
    const suspend = (at: string) =>
      of.sql(`update users set suspended_at = ${at} where id = $1`, [of.owner.uid]);
    await sendIntoAdverts(meanwhile(() => suspend('now()')));
    await suspend('null');
    deepEqual([await codeOf(id), await imagesOf()], ['suspended', before]);
  });

  it('sends what was chosen, though the lot goes after its files were copied; before, it ends', async () => {
    const { batchId, files } = await makeFiles(of.owner, [6]);
    const begin = async () => {
      const id = await of.beginAlone(AHEAD);
      await of.sql('update advert_sendings set batch_id = $2 where id = $1', [id, batchId]);
      await of.sql('delete from advert_sending_pictures where sending_id = $1 and position > 0', [id]);
      await of.sql('update advert_sending_pictures set source = $2 where sending_id = $1', [id, files[0]]);
      return id;
    };
    const stateOf = async (id: string) =>
      (await of.sql('select state, taken, failure from advert_sendings where id = $1', [id]))[0];
    const late = await begin();
    await sendIntoAdverts(meanwhile(() => of.owner.call(deleteBatch, { params: { batchId } })));
    deepEqual(await stateOf(late), { state: 'done', taken: 1, failure: null });
    const early = await begin();
    await sendIntoAdverts(of.later(AHEAD));
    deepEqual(await stateOf(early), { state: 'failed', taken: null, failure: 'files-changed' });
  });

  it('is known to have arrived when all of the advert that can be read is as it was sent', async () => {
    const id = await of.beginAlone(AHEAD);
    await of.server.setFaults({ put: 'done-then-502' });
    await sendIntoAdverts(of.later(AHEAD));
    await of.server.setFaults({});
    const [, second] = await imagesOf();
    const blind = (seconds: number) =>
      withSite(
        ({ readPicture }) => ({
          readPicture: async (address) => {
            if (address === second) throw new SiteFailure('gone');
            return readPicture(address);
          },
        }),
        seconds,
      );
    await sendIntoAdverts(blind(6));
    equal((await of.read(id)).state, 'checking');
    for (const seconds of [40, 130]) await sendIntoAdverts(blind(seconds));
    const sent = await of.read(id);
    deepEqual([sent.state, sent.taken], ['done', of.files.length]);
  });

  it('keeps its lease for as long as a step of it takes', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const isReached = Promise.withResolvers<void>();
    const mayGo = Promise.withResolvers<void>();
    const slow = withSite(({ readPhotoLimit }) => ({
      readPhotoLimit: async (token, category) => {
        isReached.resolve();
        await mayGo.promise;
        return readPhotoLimit(token, category);
      },
    }));
    const id = await of.beginAlone(AHEAD);
    const work = sendIntoAdverts(slow);
    await isReached.promise;
    await of.sql(`update advert_sendings set lease_until = now() + interval '1 second' where id = $1`, [id]);
    t.mock.timers.tick(30_000);
    await pollUntil(
      () =>
        of.sql(
          `select lease_until > now() + interval '1 minute' as held from advert_sendings where id = $1`,
          [id],
        ),
      ([row]) => row?.held === true,
    );
    mayGo.resolve();
    await work;
    equal((await of.read(id)).state, 'done');
  });

  it('leaves the advert alone once the account is unlinked', async () => {
    const before = await imagesOf();
    const id = await of.beginAlone(AHEAD);
    const params = { connectionId: of.connectionId };
    await sendIntoAdverts(meanwhile(() => of.owner.call(endConnection, { params })));
    deepEqual([await codeOf(id), await imagesOf()], ['reconnect', before]);
  });
});
