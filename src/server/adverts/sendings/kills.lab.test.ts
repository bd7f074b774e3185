import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Sending } from '#contract/adverts/sendings.ts';
import { isUnderWay } from '#domain/adverts/sending.ts';
import { createWooCommerce } from '#server/adapters/adverts/woocommerce/woocommerce.ts';
import { sendIntoAdverts } from '#server/adverts/sendings/send-into-adverts.ts';
import type { App } from '#server/app.ts';
import { createSender, type Sender } from '#testing/accounts/sender.ts';
import { createShopSender, type ShopSender } from '#testing/accounts/shop-sender.ts';

class Died extends Error {}

/** Seconds after which another process takes up what a dead one held, and each that it then waits. */
const TAKEN_UP = [400, 500, 600, 800];
/** Moments of a claim that finds nothing. */
const CLAIM = 2;
/** More than a sending has. */
const MOST_MOMENTS = 120;

/** A life that ends at a moment: before or after each step that leaves a trace. */
function createLife(moment: number) {
  let passed = 0;
  const pass = () => {
    passed += 1;
    // A dead process does nothing more.
    if (passed >= moment) throw new Died();
  };
  const mortal =
    <A extends unknown[], T>(step: (...given: A) => Promise<T>) =>
    async (...given: A): Promise<T> => {
      pass();
      const done = await step(...given);
      pass();
      return done;
    };
  return { pass, mortal, countPassed: () => passed };
}

interface Mortal {
  /** The app of a process that dies at a moment. */
  readonly dyingAt: (moment: number) => { app: App; countPassed: () => number };
  readonly read: (id: string) => Promise<Sending>;
  readonly ended: (id: string) => Promise<Sending>;
}

/** Runs the job in a process that dies at a moment. `taken`: the server's own worker came first. */
async function dieAt(
  { dyingAt, read, ended }: Mortal,
  moment: number,
  sendingId: string,
): Promise<'died' | 'lived' | 'taken'> {
  for (;;) {
    const { app, countPassed } = dyingAt(moment);
    const end = await sendIntoAdverts(app).then(
      () => null,
      (error: unknown) => error,
    );
    ok(end === null || end instanceof Died, String(end));
    if (countPassed() >= moment) return 'died';
    if (countPassed() > CLAIM) return 'lived';
    // Another sending of the account was looked at just now, or this one is the server's own by now, which is waited for.
    if ((await read(sendingId)).state !== 'preparing') {
      await ended(sendingId);
      return 'taken';
    }
  }
}

describe('a process that dies while it puts pictures into an advert', () => {
  let of: Sender;
  before(async () => {
    of = await createSender();
  });
  after(() => of.server.close());
  beforeEach(() => of.server.setFaults({}));

  /** The app of a process that dies at a moment. */
  function dyingAt(moment: number): { app: App; countPassed: () => number } {
    const { app } = of.server;
    const { olx } = app.adverts;
    ok(olx);
    const { mortal, countPassed } = createLife(moment);
    const site = {
      ...olx,
      readAdvert: mortal(olx.readAdvert),
      readPhotoLimit: mortal(olx.readPhotoLimit),
      readPicture: mortal(olx.readPicture),
      replacePictures: mortal(olx.replacePictures),
    };
    const imaging = { ...app.imaging, publicPicture: mortal(app.imaging.publicPicture) };
    const change = mortal(app.change) as App['change'];
    return {
      app: { ...app, change, imaging, adverts: { ...app.adverts, olx: site } },
      countPassed,
    };
  }

  const imagesOf = async () => ((await of.stored()).images as { url: string }[]).map(({ url }) => url);

  it('leaves them sent once or not at all, and what is said of it is true, whenever that was', async () => {
    await of.send();
    const outcomes = new Map<string, number>();
    for (let moment = 1, lived = false; !lived && moment < MOST_MOMENTS; ) {
      const former = await imagesOf();
      const puts = await of.countPuts();
      const id = await of.beginAlone();
      const end = await dieAt({ ...of, dyingAt }, moment, id);
      lived = end === 'lived';
      if (end !== 'taken') moment += 1;
      for (const seconds of TAKEN_UP) await sendIntoAdverts(of.later(seconds));
      const sending = await of.read(id);
      equal(isUnderWay(sending.state), false, `moment ${moment}: ${sending.state}`);
      const sent = (await of.countPuts()) - puts;
      const said = sending.failure?.code ?? sending.state;
      outcomes.set(said, (outcomes.get(said) ?? 0) + 1);
      ok(sent <= 1, `moment ${moment}: ${sent} changes`);
      const now = await imagesOf();
      if (sending.state === 'done') {
        deepEqual([sent, sending.taken, now.length], [1, of.files.length, of.files.length]);
        ok(now.every((url) => !former.includes(url)));
      } else {
        deepEqual([said, sent], ['not-sent', 0]);
        deepEqual(now, former);
      }
    }
    // All moments were there: the last process lived.
    ok(
      (outcomes.get('done') ?? 0) > 10 && (outcomes.get('not-sent') ?? 0) > 0,
      JSON.stringify([...outcomes]),
    );
  });
});

describe('a process that dies while it puts pictures into a product of a shop', () => {
  let of: ShopSender;
  before(async () => {
    of = await createShopSender();
  });
  after(() => of.server.close());

  /** The app of a process that dies at a moment; each call to the shop is one, and what is stored between two of them. */
  function dyingAt(moment: number): { app: App; countPassed: () => number } {
    const { app } = of.server;
    const { pass, mortal, countPassed } = createLife(moment);
    const woocommerce = createWooCommerce({
      mode: 'stand-in',
      standIn: async () => of.standIn,
      now: app.now,
      pace: async () => pass(),
      pause: async () => {},
    });
    const imaging = { ...app.imaging, publicPicture: mortal(app.imaging.publicPicture) };
    const change = mortal(app.change) as App['change'];
    return { app: { ...app, change, imaging, adverts: { ...app.adverts, woocommerce } }, countPassed };
  }

  const idsOf = async () => (await of.stored()).images.map(({ id }) => id);

  it('leaves all of them or the former ones, none twice, and never a product without photos', async () => {
    const outcomes = new Map<string, number>();
    for (let moment = 1, lived = false; !lived && moment < MOST_MOMENTS; ) {
      const former = await idsOf();
      const media = await of.countMedia();
      const id = await of.beginAlone();
      const end = await dieAt({ ...of, dyingAt }, moment, id);
      lived = end === 'lived';
      ok((await idsOf()).length > 0, `moment ${moment}: no photo is left`);
      await of.goOn();
      const said = (await of.read(id)).failure?.code ?? (await of.read(id)).state;
      outcomes.set(said, (outcomes.get(said) ?? 0) + 1);
      const now = await idsOf();
      const grown = (await of.countMedia()) - media;
      if (said === 'done') {
        deepEqual([now.length, grown], [of.files.length, of.files.length], `moment ${moment}`);
        ok(now.every((each) => !former.includes(each)));
      } else deepEqual([said, now, grown], ['not-sent', former, 0], `moment ${moment}`);
      if (end !== 'taken') moment += 1;
    }
    ok(
      (outcomes.get('done') ?? 0) > 10 && (outcomes.get('not-sent') ?? 0) > 0,
      JSON.stringify([...outcomes]),
    );
  });
});
