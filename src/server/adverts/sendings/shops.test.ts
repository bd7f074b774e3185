import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { readConnections } from '#contract/adverts/connections.ts';
import { listAdverts, type Sending } from '#contract/adverts/sendings.ts';
import { sendIntoAdverts } from '#server/adverts/sendings/send-into-adverts.ts';
import { asPictures } from '#testing/accounts/sender.ts';
import { createShopSender, type ShopSender } from '#testing/accounts/shop-sender.ts';
import { BOOTS, JACKET, SHIRT } from '#testing/accounts/woocommerce-shop.ts';

describe('pictures put into a product of a shop', () => {
  let of: ShopSender;
  before(async () => {
    of = await createShopSender();
  });
  after(() => of.server.close());
  beforeEach(() => of.setFaults({}));

  const idsOf = async (productId?: string) => (await of.stored(productId)).images.map(({ id }) => id);
  const saidOf = ({ state, failure }: Sending) => failure?.code ?? state;

  it('are chosen among products that the shop finds by a code or by words', async () => {
    const find = async (search: string) =>
      of.owner.call(listAdverts, { params: { connectionId: of.connectionId }, query: { search } });
    const { adverts, isLast } = await find('  BOCANCI ');
    deepEqual([adverts.map(({ id }) => id), isLast], [[BOOTS], true]);
    deepEqual(
      (await find('piele')).adverts.map(({ id }) => id),
      [JACKET],
    );
    equal((await find('Produsul')).isLast, false);
    await rejects(find('   '), { code: 'http/bad-request' });
  });

  it('take the place of those that it has, which are put back by their ids', async () => {
    const former = await idsOf();
    const media = await of.countMedia();
    const sent = await of.send();
    deepEqual([saidOf(sent), sent.taken, sent.cover], ['done', of.files.length, 'right']);
    ok((await idsOf()).every((id) => !former.includes(id)));
    equal(await of.countMedia(), media + of.files.length);
    const undone = await of.send({ pictures: sent.former.map((id) => ({ former: id })) });
    deepEqual([saidOf(undone), undone.taken, undone.cover], ['done', former.length, 'right']);
    deepEqual(await idsOf(), former);
    const again = await of.send({ pictures: undone.former.map((id) => ({ former: id })) });
    deepEqual([saidOf(again), again.taken], ['done', of.files.length]);
    equal(await of.countMedia(), media + of.files.length);
  });

  it('are added to those that it has, of which no second copy is made', async () => {
    const former = await idsOf(SHIRT);
    const media = await of.countMedia();
    const kept = former.map((_, at) => ({ kept: at }));
    const sent = await of.send({ productId: SHIRT, pictures: [...asPictures(of.files), ...kept] });
    deepEqual([saidOf(sent), sent.cover], ['done', 'right']);
    deepEqual((await idsOf(SHIRT)).slice(of.files.length), former);
    equal(await of.countMedia(), media + of.files.length);
  });

  it('go in without one that the shop refuses, which is named with its words', async () => {
    await of.setFaults({ unwanted: [1] });
    const sent = await of.send();
    deepEqual([saidOf(sent), sent.taken, sent.cover], ['done', of.files.length - 1, 'right']);
    deepEqual(
      sent.pictures.map(({ refused }) => refused),
      ['Invalid image: A security plugin rejected the file.', null, null],
    );
    const former = await idsOf();
    await of.setFaults({ pictures: 'unwritable' });
    const none = await of.send();
    deepEqual([saidOf(none), none.failure?.fields.map(({ field }) => field)], ['pictures', ['1', '2', '3']]);
    deepEqual(await idsOf(), former);
  });

  it('are not sent into a product that was changed meanwhile', async () => {
    const { seen } = await of.look();
    await of.sim(`/products/${JACKET}`, { sku: 'ALT-COD' });
    equal(saidOf(await of.send({ seen })), 'changed');
  });

  it('go on where a change was broken off, and are said to be unclear where the product has others', async () => {
    const before = await of.countMedia();
    for (const [putAfter, said] of [
      [0, 'not-sent'],
      [1, 'done'],
      [3, 'done'],
    ] as const) {
      const id = await of.beginAlone(BOOTS);
      await of.setFaults({ put: '502-once', putAfter });
      await of.goOn();
      equal(saidOf(await of.read(id)), said, String(putAfter));
    }
    equal((await idsOf(BOOTS)).length, of.files.length);
    equal(await of.countMedia(), before + 2 * of.files.length);
    const id = await of.beginAlone(BOOTS);
    await of.setFaults({ put: '502-once', putAfter: 1, pictures: 'renamed' });
    await sendIntoAdverts(of.later(0));
    await of.sim(`/products/${BOOTS}`, { images: [...(await idsOf(BOOTS)), 900] });
    await of.goOn();
    equal(saidOf(await of.read(id)), 'unclear');
  });

  it('are refused by a key that only reads, of which the account tells', async () => {
    await of.setFaults({ put: '401-once' });
    const sent = await of.send();
    deepEqual(
      [saidOf(sent), sent.failure?.detail],
      ['narrow', 'The API key provided does not have write permissions.'],
    );
    const [connection] = (await of.owner.call(readConnections, {})).connections;
    equal(connection?.broken?.reason, 'narrow');
  });
});
