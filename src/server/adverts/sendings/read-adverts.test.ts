import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { connectByKey } from '#contract/adverts/connections.ts';
import { readAdvert as readAdvertRoute } from '#contract/adverts/sendings.ts';
import { STAND_IN_SHOP } from '#domain/adverts/sites.ts';
import { createWooCommerce } from '#server/adapters/adverts/woocommerce/woocommerce.ts';
import { listOwnAdverts, readOwnAdvert } from '#server/adverts/sendings/read-adverts.ts';
import type { App, User } from '#server/app.ts';
import { autovitServer } from '#testing/accounts/autovit-server.ts';
import { listLinked, type OlxServer, olxServer } from '#testing/accounts/olx-server.ts';
import { SOFA } from '#testing/accounts/sender.ts';
import { JACKET } from '#testing/accounts/woocommerce-shop.ts';
import type { Client } from '#testing/server.ts';

/** Numbers that no site has, or that are none. */
const ODD = [
  'abc',
  '-1',
  '0',
  '00012',
  '1e5',
  '1.5',
  '9'.repeat(30),
  '9'.repeat(15),
  '%2e',
  '%2E%2e',
  '1%2f2',
  '%00',
  '٣',
];

describe('own adverts', () => {
  let server: OlxServer;
  let ana: Client & { uid: string };
  before(async () => {
    server = await olxServer({ WOOCOMMERCE_MODE: 'stand-in' });
    ana = await server.newUser();
    await server.link(ana);
    await ana.call(connectByKey, { body: { site: 'woocommerce', ...STAND_IN_SHOP } });
  });
  after(() => server.close());

  const findOdd = async (by: Client): Promise<string[]> => {
    const answers: string[] = [];
    for (const { id, site } of await listLinked(by))
      for (const odd of ODD) {
        const { status } = await by.fetch(`/api/adverts/connections/${id}/adverts/${odd}`);
        if (status !== 400 && status !== 404) answers.push(`${site} ${odd}: ${status}`);
      }
    return answers;
  };

  it('are not found under numbers of an odd form, whatever the site says of those', async () => {
    deepEqual(await findOdd(ana), []);
    const autovit = await autovitServer();
    try {
      const dealer = await autovit.newUser();
      await autovit.link(dealer);
      deepEqual(await findOdd(dealer), []);
    } finally {
      await autovit.close();
    }
  });

  it('are asked for no more once the account is unlinked in the middle of a reading', async () => {
    const { olx, woocommerce } = server.app.adverts;
    ok(olx && woocommerce);
    const bo = await server.newUser();
    await server.link(bo);
    await bo.call(connectByKey, { body: { site: 'woocommerce', ...STAND_IN_SHOP } });
    const unlink = (id: string) =>
      server.database.pool.query('delete from advert_connections where id = $1', [id]);
    const idOf = async (name: string) => (await listLinked(bo)).find(({ site }) => site === name)?.id ?? '';
    const [olxId, shopId] = [await idOf('olx'), await idOf('woocommerce')];
    let limits = 0;
    const readAdvert: typeof olx.readAdvert = async (token, id) => {
      const read = await olx.readAdvert(token, id);
      await unlink(olxId);
      return read;
    };
    const readPhotoLimit: typeof olx.readPhotoLimit = (...asked) => {
      limits += 1;
      return olx.readPhotoLimit(...asked);
    };
    let turns = 0;
    const shop = createWooCommerce({
      mode: 'stand-in',
      standIn: async () => {
        const { advert } = await ana.call(readAdvertRoute, {
          params: { connectionId: shopOfAna, advertId: JACKET },
        });
        return new URL(advert.url).origin;
      },
      now: server.app.now,
      pause: async () => {},
      pace: async () => {
        turns += 1;
        if (turns === 2) await unlink(shopId);
      },
    });
    const shopOfAna = (await listLinked(ana)).find(({ site }) => site === 'woocommerce')?.id ?? '';
    const adverts = { ...server.app.adverts, olx: { ...olx, readAdvert, readPhotoLimit }, woocommerce: shop };
    const app: App = { ...server.app, adverts };
    const user = { id: bo.uid } as User;
    await rejects(readOwnAdvert(app, user, { connectionId: olxId, advertId: SOFA }), {
      code: 'http/not-found',
    });
    equal(limits, 0);
    await rejects(listOwnAdverts(app, user, { connectionId: shopId, offset: 0, search: 'geacă' }), {
      code: 'http/not-found',
    });
    equal(turns, 2);
  });

  it('are read one at a time for a person, of whom few readings wait', async () => {
    const { olx } = server.app.adverts;
    ok(olx);
    const mayGo = Promise.withResolvers<void>();
    let atOnce = 0;
    let most = 0;
    const readAdvert: typeof olx.readAdvert = async (token, id) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await mayGo.promise;
      atOnce -= 1;
      return olx.readAdvert(token, id);
    };
    const app: App = { ...server.app, adverts: { ...server.app.adverts, olx: { ...olx, readAdvert } } };
    const connectionId = (await listLinked(ana)).find(({ site }) => site === 'olx')?.id ?? '';
    const read = () => readOwnAdvert(app, { id: ana.uid } as User, { connectionId, advertId: SOFA });
    const isFull = Promise.withResolvers<void>();
    const refusals: unknown[] = [];
    const note = ({ code }: { code?: unknown }) => {
      if (refusals.push(code) === 8) isFull.resolve();
      return code;
    };
    const readings = Array.from({ length: 12 }, () => read().then(() => 'read', note));
    await isFull.promise;
    deepEqual([...new Set(refusals)], ['http/too-many-requests']);
    mayGo.resolve();
    const all = await Promise.all(readings);
    equal(all.filter((each) => each === 'read').length, 4);
    equal(most, 1);
    await rejects(readOwnAdvert(app, { id: ana.uid } as User, { connectionId, advertId: '7999999' }), {
      code: 'adverts/gone',
    });
  });
});
