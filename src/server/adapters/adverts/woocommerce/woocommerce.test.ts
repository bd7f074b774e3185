import { deepEqual, equal, notEqual, ok, rejects } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import * as z from 'zod';
import { failsAs } from '#testing/accounts/site-failures.ts';
import {
  BOOTS,
  JACKET,
  listNames,
  namesOf,
  OF_VENDOR,
  SHIRT,
  SHIRT_M,
  SHOP_SECRET,
  TestShop,
} from '#testing/accounts/woocommerce-shop.ts';
import { writeAccess } from './access.ts';
import { FIELDS } from './answers.ts';

/** What WooCommerce takes for a change of pictures. D: documented. R: its public source and clients say so. */
const SENT = z.strictObject({
  // R: takes the place of all pictures, in order, the first the main one; what else a product has stays where it is not named.
  images: z.array(
    z.union([
      z.strictObject({ id: z.int().positive() }), // D
      // D. R: with a picture's ending and nothing behind it.
      z.strictObject({ src: z.string().regex(/^http[^?#]+\.jpg$/u) }),
    ]),
  ),
});

describe('a shop with WooCommerce', () => {
  let shop: TestShop;
  before(async () => {
    shop = await TestShop.start();
  });
  after(() => shop.close());
  beforeEach(() => shop.reset());

  it('is sent pictures alone, by ids and addresses', async () => {
    const { pictures } = await shop.read(SHIRT);
    await shop.change(SHIRT, [...shop.makeAddresses(2), ...pictures]);
    const sent = (await shop.look()).calls.filter(({ method }) => method === 'PUT');
    equal(sent.length, 3);
    for (const { body, path } of sent) {
      SENT.parse(JSON.parse(body));
      equal(path, `/wc/v3/products/${SHIRT}?_fields=${encodeURIComponent(FIELDS)}`);
    }
  });

  it('is opened by its address and key, which together are one secret text', async () => {
    const { accessToken, refreshToken, expiresAt } = await shop.connect();
    const seller = { id: 'magazin.example', name: 'magazin.example' };
    deepEqual(await shop.site.readSeller(accessToken), seller);
    const renewed = await shop.site.renew(refreshToken ?? '');
    deepEqual([renewed.accessToken, renewed.refreshToken], [accessToken, refreshToken]);
    ok(expiresAt.getTime() > Date.now() + 364 * 86_400_000);
    await shop.setFaults({ api: 'redirect-once' });
    const moved = await shop.connect();
    equal((await shop.site.readSeller(moved.accessToken)).id, 'www.magazin.example');
    for (const [key, secret] of [
      ['ck_1', 'cs_other'],
      ['ck_unknown', SHOP_SECRET],
      ['ck_customer', SHOP_SECRET],
      ['admin', SHOP_SECRET],
      ['ck_1', 'parola'],
    ])
      await failsAs(shop.connect(key, secret), 'reconnect', key);
    for (const address of ['127.0.0.1', 'magazin', 'https://magazin.ro:8443', 'ftp://magazin.ro'])
      await failsAs(shop.site.connectShop({ address, key: 'ck_1', secret: SHOP_SECRET }), 'refused', address);
    await failsAs(shop.site.readSeller('nimic'), 'reconnect');
    const inside = { key: 'ck_1', secret: SHOP_SECRET, rest: 'path', keys: 'header' } as const;
    await failsAs(shop.site.readSeller(writeAccess({ ...inside, address: 'https://10.0.0.1' })), 'reconnect');
  });

  it('is opened, too, with plain permalinks and where the web server passes no header on', async () => {
    await shop.setFaults({ permalinks: 'plain', header: 'stripped' });
    const { accessToken } = await shop.connect();
    equal((await shop.site.readAdvert(accessToken, BOOTS)).id, BOOTS);
    await failsAs(shop.connect('ck_unknown'), 'reconnect');
    await shop.setFaults({});
    await shop.connect();
    equal((await shop.look()).calls.at(-1)?.key, 'header');
    await shop.setFaults({ scheme: 'http' });
    await failsAs(shop.connect(), 'reconnect');
    await shop.setFaults({ api: 'no-route' });
    await failsAs(shop.connect(), 'away');
  });

  it('lists its products by pages, and reads nothing of them but what is shown', async () => {
    const first = await shop.site.listAdverts(shop.token, 0);
    const second = await shop.site.listAdverts(shop.token, 100);
    const last = await shop.site.listAdverts(shop.token, 200);
    deepEqual([first.isLast, second.isLast, last.isLast], [false, false, true]);
    const adverts = [first, second, last].flatMap((page) => page.adverts);
    equal(new Set(adverts.map(({ id }) => id)).size, 240);
    deepEqual([...new Set(adverts.map(({ state }) => state))].sort(), ['shown', 'waiting']);
    const jacket = adverts.find(({ id }) => id === JACKET);
    deepEqual([jacket?.title, jacket?.pictures.length], ['Geacă de piele „Vama”', 3]);
    ok(!JSON.stringify(adverts).includes('secret'));
  });

  it('finds products by their code, by words, and by the code of a variation', async () => {
    const find = async (words: string) =>
      (await shop.site.findAdverts(shop.token, words)).adverts.map(({ id }) => id);
    deepEqual(await find('BOCANCI'), [BOOTS]);
    deepEqual(await find('piele'), [JACKET]);
    deepEqual(await find('TRICOU-M'), [SHIRT]);
    deepEqual(await find('A,1'), ['5010']);
    const many = await shop.site.findAdverts(shop.token, 'Produsul');
    deepEqual([many.adverts.length, many.isLast], [100, false]);
  });

  it('tells what the key’s owner must do from what is the product’s', async () => {
    const read = await shop.connect('ck_read');
    const vendor = await shop.connect('ck_vendor');
    const jacket = await shop.read(JACKET);
    const [address = ''] = shop.makeAddresses(1);
    await failsAs(shop.site.replacePictures(read.accessToken, jacket, { addresses: [address] }), 'reconnect');
    await failsAs(shop.site.replacePictures(vendor.accessToken, jacket, { addresses: [address] }), 'foreign');
    const own = await shop.site.readAdvert(vendor.accessToken, OF_VENDOR);
    equal(
      (await shop.site.replacePictures(vendor.accessToken, own, { addresses: [address] })).pictures.length,
      1,
    );
    for (const id of ['1', SHIRT_M]) await failsAs(shop.read(id), 'gone');
    await failsAs(
      shop.site.replacePictures(shop.token, { ...jacket, id: '1' }, { addresses: [address] }),
      'gone',
    );
    await failsAs(shop.change(JACKET, [{ id: 1 }]), 'pictures');
    await shop.sim('/media/forget', { id: (jacket.raw as { images: { id: number }[] }).images[0]?.id ?? 0 });
    const countCalls = async () => (await shop.look()).calls.length;
    const before = await countCalls();
    await failsAs(
      shop.site.replacePictures(shop.token, jacket, { addresses: shop.makeAddresses(2) }),
      'changed',
    );
    equal((await countCalls()) - before, 1);
    await shop.sim('/revoke', { key: 'ck_read' });
    await failsAs(shop.site.readSeller(read.accessToken), 'reconnect');
  });

  it('is known by its pictures and texts: another version means that it was changed', async () => {
    const { version } = await shop.read(SHIRT);
    equal((await shop.read(SHIRT)).version, version);
    await shop.sim(`/products/${SHIRT}`, { regular_price: '99' });
    equal((await shop.read(SHIRT)).version, version);
    await shop.sim(`/products/${SHIRT}`, { images: [901] });
    notEqual((await shop.read(SHIRT)).version, version);
    await shop.sim(`/products/${SHIRT}`, { status: 'trash' });
    equal((await shop.read(SHIRT)).state, 'ended');
  });

  it('has a kind for each answer, to reading and to a change', async () => {
    const boots = await shop.read(BOOTS);
    for (const [api, toReading, toChange] of [
      ['429', 'busy', 'busy'],
      ['429-without-time', 'busy', 'busy'],
      ['502-html', 'away', 'unknown'],
      ['503-maintenance', 'away', 'unknown'],
      ['500-critical', 'away', 'unknown'],
      ['firewall', 'away', 'unknown'],
      ['plugin', 'reconnect', 'reconnect'],
      ['no-route', 'away', 'away'],
      ['redirect', 'away', 'unknown'],
      ['cut', 'away', 'unknown'],
    ] as const) {
      await shop.setFaults({ api });
      await failsAs(shop.read(BOOTS), toReading, api);
      await failsAs(
        shop.site.replacePictures(shop.token, boots, { addresses: shop.makeAddresses(1) }),
        toChange,
        api,
      );
    }
    await shop.setFaults({ api: 'redirect' });
    await rejects(shop.read(BOOTS), {
      facts: { status: 301, detail: 'redirect: https://www.magazin.example' },
    });
    // The other name is tried once, and leads back.
    const calls = async () => (await shop.look()).calls.length;
    const before = await calls();
    await failsAs(shop.connect(), 'away');
    equal((await calls()) - before, 2);
    await shop.setFaults({ api: '429' });
    await rejects(shop.read(BOOTS), { facts: { status: 429, waitSeconds: 7 } });
  });

  it('is understood behind the warnings that PHP prints before its answers', async () => {
    await shop.setFaults({ api: 'noise' });
    const addresses = shop.makeAddresses(2);
    deepEqual(listNames((await shop.change(BOOTS, addresses)).advert), namesOf(addresses));
  });

  it('shows its own pictures, and no others of this machine', async () => {
    const { pictures } = (await shop.change(BOOTS, shop.makeAddresses(1))).advert;
    ok((await shop.site.readPicture(pictures[0] ?? '')).length > 1000);
    await failsAs(shop.site.readPicture(`${shop.from}/p/a.jpg`), 'gone');
    await failsAs(shop.site.readPicture(`${shop.url}/wp-content/uploads/nimic.jpg`), 'gone');
  });
});
