import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { eraseAccount } from '#server/account/deletion/erase-account.ts';
import { createWooCommerce } from '#server/adapters/adverts/woocommerce/woocommerce.ts';
import { findViolations } from '#server/admin/verify/verify.ts';
import { sendIntoAdverts } from '#server/adverts/sendings/send-into-adverts.ts';
import type { App } from '#server/app.ts';
import { removeFiles } from '#server/photos/remove-files.ts';
import { createShopSender, type ShopSender } from '#testing/accounts/shop-sender.ts';
import { JACKET } from '#testing/accounts/woocommerce-shop.ts';

/** Seconds: the server's own workers leave alone what is due then. */
const AHEAD = 3600;
/** More than a sending has. */
const MOST_MOMENTS = 40;

describe('an account whose access ends while pictures go into a product of its shop', () => {
  let of: ShopSender;
  before(async () => {
    of = await createShopSender();
  });
  after(() => of.server.close());

  const idsOf = async () => (await of.stored(JACKET)).images.map(({ id }) => id);
  const countCalls = async () => ((await of.sim('')).calls as unknown[]).length;

  /** Another process, in which something happens at a moment: after a reading, or before a change leaves. */
  function happenAt(moment: number, happen: () => Promise<unknown>) {
    let passed = 0;
    let callsThen: number | null = null;
    let isChanging = false;
    const pass = async () => {
      passed += 1;
      // Nothing more is asked afterwards: neither the shop nor for its pictures.
      ok(passed <= moment, 'asked afterwards');
      if (passed < moment) return;
      await happen();
      callsThen = await countCalls();
    };
    const shop = createWooCommerce({
      mode: 'stand-in',
      standIn: async () => of.standIn,
      now: () => new Date(),
      pace: async () => (isChanging ? pass() : undefined),
      pause: async () => {},
    });
    const passAfter =
      <A extends unknown[], T>(read: (...given: A) => Promise<T>) =>
      async (...given: A): Promise<T> => {
        const answer = await read(...given);
        await pass();
        return answer;
      };
    const woocommerce: typeof shop = {
      ...shop,
      readAdvert: passAfter(shop.readAdvert),
      readPicture: passAfter(shop.readPicture),
      changePictures: async (...given) => {
        isChanging = true;
        return shop.changePictures(...given).finally(() => {
          isChanging = false;
        });
      },
    };
    const later = of.later(AHEAD);
    const app: App = { ...later, adverts: { ...later.adverts, woocommerce } };
    return { app, readCallsThen: () => callsThen };
  }

  async function beginAhead(): Promise<string> {
    const id = await of.beginAlone(JACKET);
    const due = 'now() + make_interval(secs => $2)';
    await of.sql(`update advert_sendings set due_at = ${due} where id = $1`, [id, AHEAD]);
    return id;
  }

  /** Ends the access in one way; returns how it is given back. */
  const WAYS = {
    async reconnect() {
      const [row] = await of.sql('select to_jsonb(c) as kept from advert_connections c where id = $1', [
        of.connectionId,
      ]);
      await of.sql('delete from advert_connections where id = $1', [of.connectionId]);
      return () =>
        of.sql(
          'insert into advert_connections select * from jsonb_populate_record(null::advert_connections, $1)',
          [row?.kept],
        );
    },
    async suspended() {
      await of.sql('update users set suspended_at = now() where id = $1', [of.owner.uid]);
      return () => of.sql('update users set suspended_at = null where id = $1', [of.owner.uid]);
    },
  };

  for (const [way, end] of Object.entries(WAYS))
    it(`is used for no further call, and what is said of the product is true (${way})`, async () => {
      const said = new Set<string>();
      const former = await idsOf();
      for (let moment = 1; moment < MOST_MOMENTS; moment += 1) {
        await of.sim(`/products/${JACKET}`, { images: former });
        const id = await beginAhead();
        let giveBack: (() => Promise<unknown>) | null = null;
        const { app, readCallsThen } = happenAt(moment, async () => {
          giveBack = await end();
        });
        await sendIntoAdverts(app);
        for (const seconds of [10, 60, 400]) await sendIntoAdverts(of.later(AHEAD + seconds));
        const callsThen = readCallsThen();
        if (callsThen === null) break;
        equal(await countCalls(), callsThen, `moment ${moment}`);
        await (giveBack as (() => Promise<unknown>) | null)?.();
        const { state, failure, former: kept } = await of.read(id);
        const code = failure?.code ?? state;
        said.add(code);
        const now = await idsOf();
        if (code === 'done') equal(now.length, of.files.length);
        else if (code === 'cut-off') ok(now.length > former.length || now.length === of.files.length);
        else deepEqual([code, now, kept], [way, former, []], `moment ${moment}`);
      }
      deepEqual([...said].sort(), ['cut-off', 'done', way].sort());
      deepEqual(await findViolations(of.server.app, { orphanGraceMs: 0, deep: true }), []);
    });

  it('is used for no further call once its owner is erased, of whom no file stays', async () => {
    await beginAhead();
    const { app: server } = of.server;
    const { app, readCallsThen } = happenAt(5, () =>
      server.change((unit) => eraseAccount(unit, server, of.owner.uid)),
    );
    await sendIntoAdverts(app);
    for (const seconds of [10, 400]) await sendIntoAdverts(of.later(AHEAD + seconds));
    equal(await countCalls(), readCallsThen());
    await removeFiles(server, of.server.uploads);
    deepEqual(await findViolations(server, { orphanGraceMs: 0, deep: true }), []);
  });
});
