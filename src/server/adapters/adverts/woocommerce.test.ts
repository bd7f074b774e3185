import { deepEqual, equal, notEqual, ok, rejects } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { pino } from 'pino';
import sharp from 'sharp';
import * as z from 'zod';
import type { SiteFailure, SiteFailureKind } from '#domain/adverts/site-failure.ts';
import { type StandIn, startStandIn } from '#server/adapters/stand-in.ts';
import type { SiteAdvert } from './port.ts';
import { createWooCommerce, type WooCommerce, type WooCommerceOptions } from './woocommerce.ts';
import { writeAccess } from './woocommerce-access.ts';
import type { PictureChange } from './woocommerce-change.ts';

const SECRET = 'cs_secret';
/** Products that the stand-in begins with. */
const JACKET = '5000';
const BOOTS = '5001';
const SHIRT = '5002';

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

interface Sim {
  readonly calls: readonly { method: string; path: string; body: string; key: string }[];
  readonly fetched: readonly { url: string }[];
  readonly media: readonly { id: number; file: string }[];
}

describe('a shop with WooCommerce', () => {
  let standIn: StandIn;
  let url = '';
  let site: WooCommerce;
  let token = '';
  let source: Server;
  let from = '';
  let pauses: number[] = [];

  const createSite = (given: Partial<WooCommerceOptions> = {}) =>
    createWooCommerce({
      mode: 'stand-in',
      standIn: async () => url,
      now: () => new Date(),
      pace: async () => {},
      pause: async (ms) => {
        pauses.push(ms);
      },
      ...given,
    });

  before(async () => {
    standIn = startStandIn('woocommerce', { KEY: 'ck_1', SECRET }, pino({ enabled: false }));
    url = JSON.parse(await standIn.url()).url;
    site = createSite();
    const drawn = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#446688' } })
      .jpeg()
      .toBuffer();
    source = createServer((request, response) =>
      request.url?.startsWith('/p/') ? response.end(drawn) : response.writeHead(404).end(),
    );
    await once(source.listen(0, '127.0.0.1'), 'listening');
    from = `http://127.0.0.1:${(source.address() as AddressInfo).port}`;
    token = (await connect()).accessToken;
  });
  after(async () => {
    source.close();
    await standIn.close();
  });
  beforeEach(() => {
    pauses = [];
    return setFaults({});
  });

  const connect = (key = 'ck_1', secret = SECRET) =>
    site.connectShop({ address: 'magazin.example', key, secret });
  const sim = async (path: string, body?: object, method = 'POST') => {
    const headers = { 'content-type': 'application/json' };
    const asked = body && { method, headers, body: JSON.stringify(body) };
    return (await fetch(`${url}/__sim${path}`, asked)).json() as Promise<Record<string, unknown>>;
  };
  const look = async () => (await sim('')) as unknown as Sim;
  const setFaults = (faults: object) => sim('/faults', faults, 'PUT');
  const fails = (promise: Promise<unknown>, kind: SiteFailureKind, about = '') =>
    rejects(promise, (error: SiteFailure) => {
      equal(error.kind, kind, about);
      return true;
    });
  let made = 0;
  /** Returns new addresses, as long as ours are. */
  const makeAddresses = (count: number) => {
    made += count;
    return Array.from(
      { length: count },
      (_, n) => `${from}/p/Zk3-${String(made - n).padStart(24, '0')}--x_9.jpg`,
    );
  };
  const bad = () => makeAddresses(1).map((address) => address.replace('/p/', '/gone/'))[0] ?? '';
  const change = async (id: string, pictures: PictureChange['pictures']) =>
    site.changePictures(token, await site.readAdvert(token, id), { pictures });
  const listNames = ({ pictures }: SiteAdvert) => pictures.map((each) => each.split('/').at(-1) ?? '');
  const nameOf = (address: string) => address.split('/').at(-1)?.replace('--', '-') ?? '';
  const countFetches = async (address: string) =>
    (await look()).fetched.filter((each) => each.url === address).length;

  it('is opened by its address and key, which together are one secret text', async () => {
    const { accessToken, seller } = await connect();
    deepEqual(seller, { id: 'magazin.example', name: 'magazin.example' });
    deepEqual(await site.readSeller(accessToken), seller);
    for (const [key, secret] of [
      ['ck_1', 'cs_other'],
      ['ck_unknown', SECRET],
      ['ck_customer', SECRET],
    ])
      await fails(connect(key, secret), 'reconnect', key);
    for (const [address, key, field] of [
      ['127.0.0.1', 'ck_1', 'address'],
      ['magazin', 'ck_1', 'address'],
      ['magazin.ro', 'admin', 'key'],
    ] as const) {
      const facts = { fields: [{ field, detail: '' }] };
      await rejects(site.connectShop({ address, key, secret: SECRET }), { kind: 'refused', facts });
    }
    await fails(site.readSeller('nimic'), 'reconnect');
    const inside = { key: 'ck_1', secret: SECRET, rest: 'path', keys: 'header' } as const;
    await fails(site.readSeller(writeAccess({ ...inside, address: 'https://10.0.0.1' })), 'reconnect');
  });

  it('is opened, too, with plain permalinks and where the web server passes no header on', async () => {
    await setFaults({ permalinks: 'plain', header: 'stripped' });
    const { accessToken } = await connect();
    equal((await site.readAdvert(accessToken, BOOTS)).id, BOOTS);
    await fails(connect('ck_unknown'), 'reconnect');
    await setFaults({});
    await connect();
    equal((await look()).calls.at(-1)?.key, 'header');
    await setFaults({ scheme: 'http' });
    await fails(connect(), 'reconnect');
    await setFaults({ api: 'no-route' });
    await fails(connect(), 'away');
  });

  it('lists its products by pages, and reads nothing of them but what is shown', async () => {
    const first = await site.listAdverts(token, 0);
    const second = await site.listAdverts(token, 100);
    const last = await site.listAdverts(token, 200);
    deepEqual([first.isLast, second.isLast, last.isLast], [false, false, true]);
    const adverts = [first, second, last].flatMap((page) => page.adverts);
    equal(new Set(adverts.map(({ id }) => id)).size, 240);
    deepEqual([...new Set(adverts.map(({ state }) => state))].sort(), ['shown', 'waiting']);
    const jacket = adverts.find(({ id }) => id === JACKET);
    deepEqual([jacket?.title, jacket?.pictures.length], ['Geacă de piele „Vama”', 3]);
    ok(!JSON.stringify(adverts).includes('secret'));
  });

  it('finds products by their code, by words, and by the code of a variation', async () => {
    const find = async (words: string) => (await site.findAdverts(token, words)).map(({ id }) => id);
    deepEqual(await find('BOCANCI'), [BOOTS]);
    deepEqual(await find('piele'), [JACKET]);
    deepEqual(await find('TRICOU-M'), [SHIRT]);
    deepEqual(await find('A,1'), ['5010']);
  });

  it('gets its photos in order, and nothing else of the product changes', async () => {
    const readRest = async () => {
      const {
        images: _,
        date_modified: __,
        date_modified_gmt: ___,
        ...rest
      } = await sim(`/products/${JACKET}`);
      return rest;
    };
    const before = await readRest();
    const [one = '', two = '', three = ''] = makeAddresses(3);
    const { advert, refused } = await change(JACKET, [three, one, two]);
    deepEqual(listNames(advert), [three, one, two].map(nameOf));
    deepEqual(refused, []);
    deepEqual(listNames(await site.readAdvert(token, JACKET)), listNames(advert));
    deepEqual(await readRest(), before);
    for (const { method, body } of (await look()).calls) if (method === 'PUT') SENT.parse(JSON.parse(body));
    // A plugin's order is told as it is.
    await setFaults({ pictures: 'reverse' });
    deepEqual(listNames((await change(JACKET, [one, two])).advert), [two, one].map(nameOf));
  });

  it('keeps pictures that it has by their ids: its library grows by the new ones alone', async () => {
    const [first = ''] = makeAddresses(1);
    const { ids } = await change(SHIRT, [first]);
    const before = (await look()).media.length;
    const { pictures } = await site.readAdvert(token, SHIRT);
    const [second = '', third = ''] = makeAddresses(2);
    const { advert } = await change(SHIRT, [second, ...pictures, third, second]);
    deepEqual(listNames(advert), [second, first, third].map(nameOf));
    equal((await look()).media.length, before + 2);
    // Back to what it was, without fetching anything.
    const calls = (await look()).calls.length;
    const undone = await change(SHIRT, [{ id: ids[0] ?? 0 }]);
    equal((await look()).calls.length - calls, 2);
    deepEqual(listNames(undone.advert), [nameOf(first)]);
    equal((await look()).media.length, before + 2);
    const again = await change(SHIRT, [first]);
    deepEqual(again.ids, ids);
    equal((await look()).media.length, before + 2);
  });

  it('takes the other photos where one is bad, and stays as it was where all are', async () => {
    for (const [pictures, detail] of [
      ['taken', 'Error getting remote image … Error: Not Found'],
      ['skipped', ''],
    ]) {
      await setFaults({ pictures });
      const media = (await look()).media.length;
      const [good = '', better = ''] = makeAddresses(2);
      const { advert, ids, refused } = await change(JACKET, [bad(), good, bad(), better]);
      deepEqual(listNames(advert), [good, better].map(nameOf));
      deepEqual(
        ids.map((id) => id === null),
        [true, false, true, false],
      );
      deepEqual(refused, [
        { place: 0, detail },
        { place: 2, detail },
      ]);
      equal((await look()).media.length, media + 2);
      await fails(change(JACKET, [bad(), bad()]), 'pictures');
      deepEqual(listNames(await site.readAdvert(token, JACKET)), listNames(advert));
    }
    await setFaults({ pictures: 'unwritable' });
    await fails(change(JACKET, makeAddresses(2)), 'pictures');
  });

  it('is read where an answer is lost, and is given no picture twice', async () => {
    for (const put of ['done-then-502', 'done-then-reset'])
      for (const putAfter of [0, 1, 2]) {
        await setFaults({ put, putAfter });
        const addresses = makeAddresses(2);
        const { advert } = await change(BOOTS, addresses);
        deepEqual(listNames(advert), addresses.map(nameOf));
        for (const address of addresses) equal(await countFetches(address), 1);
      }
    await setFaults({ put: 'slow-done', slowSeconds: 2 });
    const slow = createSite({ callMs: 300 });
    const [address = ''] = makeAddresses(1);
    const boots = await slow.readAdvert(token, BOOTS);
    deepEqual(listNames(await slow.replacePictures(token, boots, [address])), [nameOf(address)]);
    equal(await countFetches(address), 1);
  });

  it('leaves open what became of a change that it does not show, and sends it no more', async () => {
    for (const put of ['late', '502-once']) {
      await setFaults({ put, slowSeconds: 100 });
      const addresses = makeAddresses(2);
      pauses = [];
      await fails(change(BOOTS, addresses), 'unknown');
      deepEqual(pauses, [2_000, 10_000, 30_000, 60_000]);
      for (const address of addresses) equal(await countFetches(address), 0);
    }
    await setFaults({ put: '401-once', putAfter: 1 });
    await fails(change(BOOTS, makeAddresses(2)), 'unknown');
    await setFaults({ put: '401-once' });
    await fails(change(BOOTS, makeAddresses(2)), 'reconnect');
    await setFaults({ put: '429-once' });
    await fails(change(BOOTS, makeAddresses(2)), 'busy');
  });

  it('is waited for where it is busy in the middle of a change', async () => {
    await setFaults({ put: '429-once', putAfter: 1 });
    const addresses = makeAddresses(3);
    const { advert } = await change(BOOTS, addresses);
    deepEqual(listNames(advert), addresses.map(nameOf));
    deepEqual(pauses, [7_000]);
  });

  it('takes up a change that was broken off where it was, by names or by what was noted', async () => {
    for (const pictures of ['taken', 'renamed']) {
      const addresses = makeAddresses(3);
      const noted = new Map<string, number>();
      const onTaken = async (address: string, id: number) => void noted.set(address, id);
      await setFaults({ pictures, put: '502-once', putAfter: 2 });
      const boots = await site.readAdvert(token, BOOTS);
      await fails(site.changePictures(token, boots, { pictures: addresses, onTaken }), 'unknown');
      equal(noted.size, 2);
      const media = (await look()).media.length;
      const rest = addresses.map((address) => {
        const id = noted.get(address);
        return pictures === 'taken' || id === undefined ? address : { id, address };
      });
      equal((await change(BOOTS, rest)).advert.pictures.length, 3);
      equal((await look()).media.length, media + 1);
      for (const address of addresses) equal(await countFetches(address), 1);
    }
  });

  it('has its former photos put back by their ids, and fetches again what was deleted from its library', async () => {
    const [first = '', second = '', third = '', fourth = ''] = makeAddresses(4);
    const { ids } = await change(BOOTS, [first, second]);
    await change(BOOTS, [third]);
    await sim('/media/forget', { id: ids[0] });
    const noted = [first, second].map((address, place) => ({ id: ids[place] ?? 0, address }));
    const { advert, refused } = await change(BOOTS, noted);
    deepEqual(listNames(advert), [first, second].map(nameOf));
    deepEqual(refused, []);
    deepEqual([await countFetches(first), await countFetches(second)], [2, 1]);
    await sim('/media/forget', { id: ids[1] });
    const without = await change(BOOTS, [fourth, { id: ids[1] ?? 0 }]);
    deepEqual([listNames(without.advert), without.refused.length], [[nameOf(fourth)], 1]);
  });

  it('is found changed at a later look where it made the change after its answer', async () => {
    await setFaults({ put: 'late', slowSeconds: 0.2 });
    const addresses = makeAddresses(2);
    const readStored = async () => JSON.stringify((await sim(`/products/${BOOTS}`)).images);
    const patient = createSite({
      async pause() {
        const before = await readStored();
        for (let looks = 0; looks < 200 && (await readStored()) === before; looks += 1);
      },
    });
    const boots = await patient.readAdvert(token, BOOTS);
    const { advert } = await patient.changePictures(token, boots, { pictures: addresses });
    deepEqual(listNames(advert), addresses.map(nameOf));
    for (const address of addresses) equal(await countFetches(address), 1);
  });

  it('tells what the key’s owner must do from what is the product’s', async () => {
    const read = await connect('ck_read');
    const vendor = await connect('ck_vendor');
    const jacket = await site.readAdvert(token, JACKET);
    const [address = ''] = makeAddresses(1);
    await fails(site.replacePictures(read.accessToken, jacket, [address]), 'reconnect');
    await fails(site.replacePictures(vendor.accessToken, jacket, [address]), 'foreign');
    const own = await site.readAdvert(vendor.accessToken, '5008');
    equal((await site.replacePictures(vendor.accessToken, own, [address])).pictures.length, 1);
    for (const id of ['1', '5003']) await fails(site.readAdvert(token, id), 'gone');
    await fails(site.replacePictures(token, { ...jacket, id: '1' }, [address]), 'gone');
    await fails(change(JACKET, [{ id: 1 }]), 'pictures');
    await sim('/media/forget', { id: (jacket.raw as { images: { id: number }[] }).images[0]?.id ?? 0 });
    await fails(site.replacePictures(token, jacket, makeAddresses(1)), 'pictures');
  });

  it('is known by its pictures and texts: another version means that it was changed', async () => {
    const { version } = await site.readAdvert(token, SHIRT);
    equal((await site.readAdvert(token, SHIRT)).version, version);
    await sim(`/products/${SHIRT}`, { regular_price: '99' });
    equal((await site.readAdvert(token, SHIRT)).version, version);
    await sim(`/products/${SHIRT}`, { images: [901] });
    notEqual((await site.readAdvert(token, SHIRT)).version, version);
    await sim(`/products/${SHIRT}`, { status: 'trash' });
    equal((await site.readAdvert(token, SHIRT)).state, 'ended');
  });

  it('has a kind for each answer, to reading and to a change', async () => {
    const boots = await site.readAdvert(token, BOOTS);
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
      await setFaults({ api });
      await fails(site.readAdvert(token, BOOTS), toReading, api);
      await fails(site.replacePictures(token, boots, makeAddresses(1)), toChange, api);
    }
    await setFaults({ api: 'redirect' });
    await rejects(site.readAdvert(token, BOOTS), {
      facts: { status: 301, detail: 'redirect: https://www.magazin.example' },
    });
    await setFaults({ api: '429' });
    await rejects(site.readAdvert(token, BOOTS), { facts: { status: 429, waitSeconds: 7 } });
  });

  it('is understood behind the warnings that PHP prints before its answers', async () => {
    await setFaults({ api: 'noise' });
    const addresses = makeAddresses(2);
    deepEqual(listNames((await change(BOOTS, addresses)).advert), addresses.map(nameOf));
  });

  it('shows its own pictures, and no others of this machine', async () => {
    const { pictures } = await site.readAdvert(token, '5011');
    ok((await site.readPicture(pictures[0] ?? '')).length > 1000);
    await fails(site.readPicture(`${from}/p/a.jpg`), 'gone');
    await fails(site.readPicture(`${url}/wp-content/uploads/nimic.jpg`), 'gone');
  });
});
