import { deepEqual, equal, rejects } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { SiteFailure } from '#domain/adverts/site-failure.ts';
import type { SiteAdvert, WantedPicture } from '#server/adapters/adverts/port.ts';
import { failsAs } from '#testing/accounts/site-failures.ts';
import { BOOTS, JACKET, listNames, namesOf, SHIRT, TestShop } from '#testing/accounts/woocommerce-shop.ts';
import { listPictures } from './answers.ts';
import { changeShopPictures } from './change.ts';

describe('a product of a shop with WooCommerce', () => {
  let shop: TestShop;
  before(async () => {
    shop = await TestShop.start();
  });
  after(() => shop.close());
  beforeEach(() => shop.reset());

  it('gets its photos in order, and nothing else of the product changes', async () => {
    const readRest = async () => {
      const {
        images: _,
        date_modified: __,
        date_modified_gmt: ___,
        ...rest
      } = await shop.sim(`/products/${JACKET}`);
      return rest;
    };
    const before = await readRest();
    const [one = '', two = '', three = ''] = shop.makeAddresses(3);
    const { advert, refused } = await shop.change(JACKET, [three, one, two]);
    deepEqual(listNames(advert), namesOf([three, one, two]));
    deepEqual(refused, []);
    deepEqual(listNames(await shop.read(JACKET)), listNames(advert));
    deepEqual(await readRest(), before);
    // A plugin's order is told as it is.
    await shop.setFaults({ pictures: 'reverse' });
    deepEqual(listNames((await shop.change(JACKET, [one, two])).advert), namesOf([two, one]));
  });

  it('is not taken for changed where the shop answers with the former order, or with more pictures', async () => {
    await shop.change(SHIRT, shop.makeAddresses(3));
    const advert = await shop.read(SHIRT);
    const reversed = {
      ...advert,
      pictures: advert.pictures.toReversed(),
      raw: { images: listPictures(advert).toReversed() },
    };
    const changeAt = (read: SiteAdvert, pictures: readonly string[]) =>
      changeShopPictures({ put: async () => advert, read: async () => read, pause: async () => {} }, advert, {
        pictures,
      });
    await failsAs(changeAt(advert, reversed.pictures), 'unknown');
    await failsAs(changeAt(advert, advert.pictures.slice(0, 2)), 'unknown');
    await failsAs(changeAt(advert, advert.pictures.slice(1)), 'unknown');
    // An answer may be older than the change.
    deepEqual((await changeAt(reversed, reversed.pictures)).advert, reversed);
  });

  it('keeps pictures that it has by their ids: its library grows by the new ones alone', async () => {
    const [first = ''] = shop.makeAddresses(1);
    const { ids } = await shop.change(SHIRT, [first]);
    const before = await shop.countMedia();
    const { pictures } = await shop.read(SHIRT);
    const [second = '', third = ''] = shop.makeAddresses(2);
    const { advert } = await shop.change(SHIRT, [second, ...pictures, third, second]);
    deepEqual(listNames(advert), namesOf([second, first, third]));
    equal(await shop.countMedia(), before + 2);
    // Back to what it was, without fetching anything.
    const calls = await shop.countCalls(SHIRT);
    const undone = await shop.change(SHIRT, [{ id: ids[0] ?? 0 }]);
    equal((await shop.countCalls(SHIRT)) - calls, 2);
    deepEqual(listNames(undone.advert), namesOf([first]));
    equal(await shop.countMedia(), before + 2);
    const again = await shop.change(SHIRT, [first]);
    deepEqual(again.ids, ids);
    equal(await shop.countMedia(), before + 2);
  });

  it('takes the other photos where one is bad, and stays as it was where all are', async () => {
    for (const [pictures, detail] of [
      ['taken', 'Error getting remote image … Error: Not Found'],
      ['skipped', ''],
    ]) {
      await shop.setFaults({ pictures });
      const media = await shop.countMedia();
      const [good = '', better = ''] = shop.makeAddresses(2);
      const { advert, ids, refused } = await shop.change(JACKET, [
        shop.makeBad(),
        good,
        shop.makeBad(),
        better,
      ]);
      deepEqual(listNames(advert), namesOf([good, better]));
      deepEqual(
        ids.map((id) => id === null),
        [true, false, true, false],
      );
      deepEqual(refused, [
        { place: 0, detail },
        { place: 2, detail },
      ]);
      equal(await shop.countMedia(), media + 2);
      await rejects(shop.change(JACKET, [shop.makeBad(), shop.makeBad()]), (error: SiteFailure) => {
        const fields = ['1', '2'].map((field) => ({ field, detail }));
        deepEqual([error.kind, error.facts.fields], ['pictures', fields]);
        return true;
      });
      deepEqual(listNames(await shop.read(JACKET)), listNames(advert));
    }
    await shop.setFaults({ pictures: 'unwritable' });
    await failsAs(shop.change(JACKET, shop.makeAddresses(2)), 'pictures');
  });

  it('is read where an answer is lost, and is given no picture twice', async () => {
    for (const put of ['done-then-502', 'done-then-reset'])
      for (const putAfter of [0, 1, 2]) {
        await shop.setFaults({ put, putAfter });
        const addresses = shop.makeAddresses(2);
        const { advert } = await shop.change(BOOTS, addresses);
        deepEqual(listNames(advert), namesOf(addresses));
        for (const address of addresses) equal(await shop.countFetches(address), 1);
      }
    await shop.setFaults({ put: 'slow-done', slowSeconds: 3 });
    const slow = shop.createSite({ callMs: 1_000 });
    const [address = ''] = shop.makeAddresses(1);
    const boots = await slow.readAdvert(shop.token, BOOTS);
    deepEqual(
      listNames(await slow.replacePictures(shop.token, boots, { addresses: [address] })),
      namesOf([address]),
    );
    equal(await shop.countFetches(address), 1);
  });

  it('leaves open what became of a change that it does not show, and sends it no more', async () => {
    for (const put of ['late', '502-once']) {
      await shop.setFaults({ put, slowSeconds: 100 });
      const addresses = shop.makeAddresses(2);
      shop.pauses = [];
      await failsAs(shop.change(BOOTS, addresses), 'unknown');
      deepEqual(shop.pauses, [2_000, 10_000, 30_000, 60_000]);
      for (const address of addresses) equal(await shop.countFetches(address), 0);
    }
    await shop.setFaults({ put: '401-once', putAfter: 1 });
    await failsAs(shop.change(BOOTS, shop.makeAddresses(2)), 'unknown');
    await shop.setFaults({ put: '401-once' });
    await failsAs(shop.change(BOOTS, shop.makeAddresses(2)), 'reconnect');
    await shop.setFaults({ put: '429-once' });
    await failsAs(shop.change(BOOTS, shop.makeAddresses(2)), 'busy');
  });

  it('is waited for where it is busy in the middle of a change', async () => {
    await shop.setFaults({ put: '429-once', putAfter: 1 });
    const addresses = shop.makeAddresses(3);
    const { advert } = await shop.change(BOOTS, addresses);
    deepEqual(listNames(advert), namesOf(addresses));
    deepEqual(shop.pauses, [7_000]);
  });

  it('makes no further call once it must not, and says so as long as the product is as it was', async () => {
    for (const most of [0, 1, 2, 3]) {
      const shirt = await shop.read(SHIRT);
      const before = await shop.countCalls(SHIRT);
      let calls = 0;
      const beforeCall = async () => {
        if (calls === most) throw new Error('the access ended');
        calls += 1;
      };
      const change = { pictures: shop.makeAddresses(3), beforeCall };
      const ended = most === 0 ? /the access ended/u : { kind: 'unknown' };
      await rejects(shop.site.changePictures(shop.token, shirt, change), ended);
      equal((await shop.countCalls(SHIRT)) - before, most);
    }
    // Nor while it looks for what a lost answer would have said.
    const shirt = await shop.read(SHIRT);
    await shop.setFaults({ put: '502-once' });
    const before = await shop.countCalls(SHIRT);
    let calls = 0;
    const beforeCall = async () => {
      calls += 1;
      if (calls > 1) throw new Error('the access ended');
    };
    const change = { pictures: shop.makeAddresses(1), beforeCall };
    await failsAs(shop.site.changePictures(shop.token, shirt, change), 'unknown');
    equal((await shop.countCalls(SHIRT)) - before, 1);
  });

  it('takes up a change that was broken off where it was, by names or by what was noted', async () => {
    for (const pictures of ['taken', 'renamed']) {
      const addresses = shop.makeAddresses(3);
      const noted = new Map<string, number>();
      const onTaken = async (address: string, id: number) => void noted.set(address, id);
      await shop.setFaults({ pictures, put: '502-once', putAfter: 2 });
      const boots = await shop.read(BOOTS);
      await failsAs(shop.site.changePictures(shop.token, boots, { pictures: addresses, onTaken }), 'unknown');
      equal(noted.size, 2);
      const media = await shop.countMedia();
      const rest = addresses.map((address) => {
        const id = noted.get(address);
        return pictures === 'taken' || id === undefined ? address : { id, address };
      });
      equal((await shop.change(BOOTS, rest)).advert.pictures.length, 3);
      equal(await shop.countMedia(), media + 1);
      for (const address of addresses) equal(await shop.countFetches(address), 1);
    }
  });

  it('tells how far a change came, and goes on with one of which it has a part', async () => {
    const addresses = shop.makeAddresses(3);
    const boots = await shop.read(BOOTS);
    const tell = async (pictures: readonly WantedPicture[] = addresses) =>
      shop.site.tellOutcome(await shop.read(BOOTS), { pictures, former: boots.pictures });
    equal(await tell(), 'former');
    await shop.setFaults({ put: '502-once', putAfter: 1 });
    await failsAs(shop.change(BOOTS, addresses), 'unknown');
    equal(await tell(), 'partly');
    const goOn = async () =>
      shop.site.changePictures(shop.token, await shop.read(BOOTS), { pictures: addresses, isGoingOn: true });
    await shop.setFaults({ put: '401-once' });
    await failsAs(goOn(), 'unknown');
    const { advert } = await goOn();
    deepEqual(listNames(advert), namesOf(addresses));
    equal(await tell(), 'sent');
    equal(await tell([...addresses].reverse()), 'partly');
    for (const address of addresses) equal(await shop.countFetches(address), 1);
    const [left = '', ofAnother = ''] = shop.makeAddresses(2);
    equal(await tell([...addresses, left]), 'partly');
    await shop.change(BOOTS, [...addresses, ofAnother]);
    equal(await tell(), 'other');
  });

  it('goes on without a photo that it refuses where it has others of the same change', async () => {
    const [good = ''] = shop.makeAddresses(1);
    const bad = shop.makeBad();
    await shop.setFaults({ put: '502-once', putAfter: 1 });
    await failsAs(shop.change(BOOTS, [good, ...shop.makeAddresses(1)]), 'unknown');
    const { advert, refused } = await shop.site.changePictures(shop.token, await shop.read(BOOTS), {
      pictures: [bad, good],
      isGoingOn: true,
    });
    deepEqual([listNames(advert), refused.map(({ place }) => place)], [namesOf([good]), [0]]);
  });

  it('has its former photos put back by their ids, and fetches again what was deleted from its library', async () => {
    const [first = '', second = '', third = '', fourth = ''] = shop.makeAddresses(4);
    const { ids } = await shop.change(BOOTS, [first, second]);
    await shop.change(BOOTS, [third]);
    await shop.sim('/media/forget', { id: ids[0] });
    const noted = [first, second].map((address, place) => ({ id: ids[place] ?? 0, address }));
    const { advert, refused } = await shop.change(BOOTS, noted);
    deepEqual(listNames(advert), namesOf([first, second]));
    deepEqual(refused, []);
    deepEqual([await shop.countFetches(first), await shop.countFetches(second)], [2, 1]);
    await shop.sim('/media/forget', { id: ids[1] });
    const without = await shop.change(BOOTS, [fourth, { id: ids[1] ?? 0 }]);
    deepEqual([listNames(without.advert), without.refused.length], [namesOf([fourth]), 1]);
  });

  it('is found changed at a later look where it made the change after its answer', async () => {
    await shop.setFaults({ put: 'late', slowSeconds: 0.2 });
    const addresses = shop.makeAddresses(2);
    const readStored = async () => JSON.stringify((await shop.sim(`/products/${BOOTS}`)).images);
    const patient = shop.createSite({
      async pause() {
        const before = await readStored();
        for (let looks = 0; looks < 200 && (await readStored()) === before; looks += 1);
      },
    });
    const boots = await patient.readAdvert(shop.token, BOOTS);
    const { advert } = await patient.changePictures(shop.token, boots, { pictures: addresses });
    deepEqual(listNames(advert), namesOf(addresses));
    for (const address of addresses) equal(await shop.countFetches(address), 1);
  });

  it('knows its new photo by the name where its owner adds another at the same time', async () => {
    const ofOwner = 901;
    const owned = shop.createSite({
      async pause() {
        const { images } = (await shop.sim(`/products/${BOOTS}`)) as { images: { id: number }[] };
        const ids = images.map(({ id }) => id);
        await shop.setFaults({});
        await shop.sim(`/products/${BOOTS}`, { images: [...ids, ofOwner] });
      },
    });
    await shop.setFaults({ put: 'done-then-502' });
    const addresses = shop.makeAddresses(1);
    const { advert, ids } = await shop.change(BOOTS, addresses, owned);
    deepEqual(listNames(advert), namesOf(addresses));
    equal(ids.includes(ofOwner), false);
  });
});
