import { equal, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sendIntoAdverts } from '#server/adverts/sendings/send-into-adverts.ts';
import type { App } from '#server/app.ts';
import { createShopSender, type ShopSender } from '#testing/accounts/shop-sender.ts';

describe('a sending whose step hangs', () => {
  let of: ShopSender;
  before(async () => {
    of = await createShopSender();
  });
  after(() => of.server.close());

  it('gives its place and its lease back, and goes on in another process', async (t) => {
    const id = await of.beginAlone();
    const isAsked = Promise.withResolvers<void>();
    const near = of.later(0);
    const { woocommerce } = near.adverts;
    ok(woocommerce);
    const readAdvert = () => {
      isAsked.resolve();
      return new Promise<never>(() => {});
    };
    let hours = 0;
    const app: App = {
      ...near,
      now: () => new Date(Date.now() + hours * 3_600_000),
      adverts: { ...near.adverts, woocommerce: { ...woocommerce, readAdvert } },
    };
    t.mock.timers.enable({ apis: ['setInterval'] });
    const run = sendIntoAdverts(app);
    await isAsked.promise;
    hours = 3;
    t.mock.timers.tick(30_000);
    hours = 0;
    await run;
    t.mock.timers.reset();
    await sendIntoAdverts(of.later(3 * 3600));
    equal((await of.read(id)).state, 'done');
  });
});
