import { deepEqual, equal } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { claimDue, insertSending } from '#server/adverts/sendings/sending-store.ts';
import { type TestServer, testServer } from '#testing/server.ts';

/** Seconds: the server's own workers leave alone what is due then. */
const AHEAD = 3600;

describe('sendings of several persons', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer({});
  });
  after(() => server.close());
  beforeEach(() => server.database.pool.query('delete from advert_sendings'));

  const inSeconds = (seconds: number) => new Date(Date.now() + (AHEAD + seconds) * 1000);

  interface Begun {
    readonly by: string;
    readonly due?: number;
    readonly advert: string;
    readonly seller?: string;
    readonly site?: string;
  }

  /** Returns false where the advert is taking another one. */
  const begin = (id: string, { by, due = 0, advert, seller = id, site = 'woocommerce' }: Begun) =>
    server.app.change(({ tx }) =>
      insertSending(
        tx,
        {
          id,
          user_id: by,
          site,
          is_test: true,
          seller_id: seller,
          seller,
          advert_id: advert,
          seen: '',
          without_undo: false,
          request_key: id,
          state: 'preparing',
          due_at: inSeconds(due),
          created_at: inSeconds(due),
        },
        [{ kind: 'result', source: 'res' }],
      ),
    );
  let claims = 0;
  const claim = async () => {
    claims += 1;
    const facts = { now: inSeconds(1000 + claims), token: `lea${claims}` };
    return (await server.app.change(({ tx }) => claimDue(tx, facts)))?.id ?? null;
  };
  const end = (id: string | null) =>
    server.database.pool.query(
      `update advert_sendings set state = 'done', lease_token = null, lease_until = null where id = $1`,
      [id],
    );

  it('have one place each, in the order of a person’s presses, and a newcomer comes before a second turn', async () => {
    const [ana, bea, cip] = [await server.newUser(), await server.newUser(), await server.newUser()];
    for (const n of [1, 2, 3, 4]) await begin(`ana${n}`, { by: ana.uid, due: n, advert: String(n) });
    await begin('bea1', { by: bea.uid, due: 5, advert: '5' });
    deepEqual([await claim(), await claim(), await claim()], ['ana1', 'bea1', null]);
    await begin('cip1', { by: cip.uid, due: 6, advert: '6' });
    await end('ana1');
    deepEqual([await claim(), await claim(), await claim()], ['cip1', 'ana2', null]);
    await begin('bea2', { by: bea.uid, due: 7, advert: '7' });
    await end('ana2');
    await end('bea1');
    deepEqual([await claim(), await claim(), await claim()], ['bea2', 'ana3', null]);
  });

  it('take turns at an account that two persons have linked', async () => {
    const [ana, bea] = [await server.newUser(), await server.newUser()];
    await begin('one', { by: ana.uid, advert: '1', seller: 'shop' });
    await begin('two', { by: bea.uid, advert: '2', seller: 'shop', due: 1 });
    deepEqual([await claim(), await claim()], ['one', null]);
    await end('one');
    equal(await claim(), 'two');
  });

  it('go one at a time into an advert, which is one of its account, and the next one once the first has ended', async () => {
    const [ana, bea] = [await server.newUser(), await server.newUser()];
    const advert = { advert: '12', seller: 'shop' };
    deepEqual(
      [
        await begin('first', { by: ana.uid, ...advert }),
        await begin('again', { by: ana.uid, ...advert }),
        await begin('others', { by: bea.uid, ...advert }),
        await begin('other-shop', { by: ana.uid, ...advert, seller: 'shop-2' }),
        await begin('other-site', { by: ana.uid, ...advert, site: 'olx' }),
      ],
      [true, false, false, true, true],
    );
    await end('first');
    equal(await begin('next', { by: bea.uid, ...advert }), true);
  });
});
