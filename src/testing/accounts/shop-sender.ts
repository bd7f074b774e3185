import { connectByKey } from '#contract/adverts/connections.ts';
import {
  beginSending,
  type ReadAdvert,
  readAdvert,
  readSending,
  type Sending,
  type SentPicture,
} from '#contract/adverts/sendings.ts';
import { isUnderWay } from '#domain/adverts/sending.ts';
import { STAND_IN_SHOP } from '#domain/adverts/sites.ts';
import { createWooCommerce } from '#server/adapters/adverts/woocommerce/woocommerce.ts';
import { sendIntoAdverts } from '#server/adverts/sendings/send-into-adverts.ts';
import type { App } from '#server/app.ts';
import { listLinked } from '#testing/accounts/olx-server.ts';
import { asPictures, makeFiles } from '#testing/accounts/sender.ts';
import { JACKET } from '#testing/accounts/woocommerce-shop.ts';
import { type Client, pollUntil, type TestServer, testServer } from '#testing/server.ts';

const SECOND = 1000;
/** Seconds after which another process takes up what a dead one held, and each that it then waits. */
const TAKEN_UP = [400, 500, 600, 800, 1000];

interface Press {
  readonly productId?: string;
  readonly pictures?: readonly SentPicture[];
  readonly seen?: string;
}

/** What the stand-in has of a product. */
interface StoredProduct {
  readonly images: readonly { readonly id: number; readonly src: string }[];
}

/** A person with a lot of files, whose shop (the stand-in's) is linked. */
export interface ShopSender {
  readonly server: TestServer;
  readonly owner: Client & { uid: string };
  readonly connectionId: string;
  readonly batchId: string;
  readonly files: readonly string[];
  /** Another process on the same database, some seconds later, which waits for no shop. */
  later(seconds: number): App;
  /** The stand-in’s address. */
  readonly standIn: string;
  /** Lets such processes take up what is under way, until nothing is. */
  goOn(): Promise<void>;
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  look(productId?: string): Promise<ReadAdvert>;
  press(facts?: Press): Promise<Sending>;
  /** Begins a sending of the lot's files of which the server's own workers are not told. Returns its id. */
  beginAlone(productId?: string): Promise<string>;
  read(id: string): Promise<Sending>;
  ended(id: string): Promise<Sending>;
  send(facts?: Press): Promise<Sending>;
  sim(path: string, body?: object, method?: string): Promise<Record<string, unknown>>;
  setFaults(faults: object): Promise<unknown>;
  stored(productId?: string): Promise<StoredProduct>;
  countMedia(): Promise<number>;
}

export async function createShopSender(
  env: Record<string, string> = {},
  heard?: (line: string) => void,
): Promise<ShopSender> {
  const server = await testServer({ WOOCOMMERCE_MODE: 'stand-in', ...env }, heard);
  const owner = await server.newUser();
  await owner.call(connectByKey, { body: { site: 'woocommerce', ...STAND_IN_SHOP } });
  const connectionId = (await listLinked(owner))[0]?.id ?? '';
  const { batchId, files } = await makeFiles(owner, [1, 2, 3]);
  const standIn = new URL((await look(owner, { connectionId, advertId: JACKET })).advert.url).origin;
  const sim: ShopSender['sim'] = async (path, body, method = 'POST') => {
    const headers = { 'content-type': 'application/json' };
    const asked = body && { method, headers, body: JSON.stringify(body) };
    return (await fetch(`${standIn}/__sim${path}`, asked)).json();
  };
  const sql: ShopSender['sql'] = async (text, values = []) =>
    (await server.database.pool.query(text, values)).rows;
  const read = (id: string) => owner.call(readSending, { params: { sendingId: id } });
  const hasty = createWooCommerce({
    mode: 'stand-in',
    standIn: async () => standIn,
    now: () => new Date(),
    pace: async () => {},
    pause: async () => {},
  });
  const later = (seconds: number): App => ({
    ...server.app,
    now: () => new Date(Date.now() + seconds * SECOND),
    adverts: { ...server.app.adverts, woocommerce: hasty },
  });
  const ended = (id: string) =>
    pollUntil(
      () => read(id),
      ({ state }) => !isUnderWay(state),
    );
  let presses = 0;
  const press: ShopSender['press'] = async ({ productId: advertId = JACKET, pictures, seen } = {}) => {
    presses += 1;
    const sent = [...(pictures ?? asPictures(files))];
    const known = seen ?? (await look(owner, { connectionId, advertId })).seen;
    const body = { batchId, connectionId, advertId, pictures: sent, seen: known };
    return owner.call(beginSending, { body }, { 'idempotency-key': `press-number-${presses}` });
  };
  return {
    server,
    owner,
    standIn,
    connectionId,
    batchId,
    files,
    later,
    sql,
    sim,
    press,
    read,
    async goOn() {
      for (const seconds of TAKEN_UP) await sendIntoAdverts(later(seconds));
    },
    look: (advertId = JACKET) => look(owner, { connectionId, advertId }),
    ended,
    send: async (facts) => ended((await press(facts)).id),
    setFaults: (faults) => sim('/faults', faults, 'PUT'),
    stored: async (productId = JACKET) => (await sim(`/products/${productId}`)) as unknown as StoredProduct,
    countMedia: async () => ((await sim('')).media as unknown[]).length,
    async beginAlone(advertId = JACKET) {
      const id = server.app.newId('snd');
      const { seen } = await look(owner, { connectionId, advertId });
      await sql('update advert_sendings set look_at = null where user_id = $1', [owner.uid]);
      await sql(
        `insert into advert_sendings (id, user_id, connection_id, batch_id, site, is_test, seller_id, seller,
           advert_id, seen, without_undo, request_key, state, due_at, created_at)
         select $1, user_id, id, $4, site, is_test, seller_id, seller_name, $5, $2, false, $1, 'preparing', now(), now()
         from advert_connections where id = $3`,
        [id, seen, connectionId, batchId, advertId],
      );
      for (const [position, file] of files.entries())
        await sql(
          `insert into advert_sending_pictures (sending_id, position, kind, source) values ($1, $2, 'result', $3)`,
          [id, position, file],
        );
      return id;
    },
  };
}

function look(by: Client, params: { connectionId: string; advertId: string }): Promise<ReadAdvert> {
  return by.call(readAdvert, { params });
}
