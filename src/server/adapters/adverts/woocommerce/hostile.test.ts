import { deepEqual, equal } from 'node:assert/strict';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, it } from 'node:test';
import { SiteFailure } from '#domain/adverts/site-failure.ts';
import { writeAccess } from './access.ts';
import { createWooCommerce } from './woocommerce.ts';

const TOKEN = writeAccess({
  address: 'https://magazin.example',
  key: 'ck_a',
  secret: 'cs_a',
  rest: 'path',
  keys: 'header',
});
const makeProduct = (id: number, images = 0) => ({
  id,
  name: 'Geacă',
  status: 'publish',
  images: Array.from({ length: images }, (_, at) => ({
    id: at + 1,
    src: `https://magazin.example/${at}.jpg`,
  })),
});

describe('a shop that answers what no shop would', () => {
  let server: Server | null = null;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  async function openShop(answer: RequestListener) {
    const opened = createServer(answer);
    server = opened;
    await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve));
    const { port } = opened.address() as AddressInfo;
    return createWooCommerce({
      mode: 'stand-in',
      standIn: async () => `http://127.0.0.1:${port}`,
      now: () => new Date(),
      pace: async () => {},
      pause: async () => {},
    });
  }
  const sends = (text: string) =>
    openShop((_, reply) => reply.writeHead(200, { 'content-type': 'application/json' }).end(text));
  const kindOf = (call: Promise<unknown>) =>
    call.then(
      () => 'none',
      (error: unknown) => (error instanceof SiteFailure ? error.kind : String(error)),
    );

  it('does not hold up the server with millions of brackets, with or without a warning before them', async () => {
    for (const before of ['', 'Warning: x']) {
      const shop = await sends(before + '['.repeat(2_900_000));
      equal(await kindOf(shop.listAdverts(TOKEN, 0)), 'away', before);
    }
    const quoted = await sends(JSON.stringify([makeProduct(5), { name: `"${'['.repeat(200)}` }]));
    equal((await quoted.listAdverts(TOKEN, 0)).adverts.length, 1);
  });

  it('is away where it goes over to another protocol', async () => {
    const shop = await openShop((request) =>
      request.socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    );
    equal(await kindOf(shop.listAdverts(TOKEN, 0)), 'away');
  });

  it('is not believed about another product than it was asked for', async () => {
    const shop = await sends(JSON.stringify(makeProduct(6)));
    equal(await kindOf(shop.readAdvert(TOKEN, '5')), 'unexpected');
    equal((await shop.readAdvert(TOKEN, '6')).id, '6');
  });

  it('has no product with more pictures than a product has, and no page with more products', async () => {
    const shop = await sends(JSON.stringify(makeProduct(5, 101)));
    equal(await kindOf(shop.readAdvert(TOKEN, '5')), 'unexpected');
    const many = await sends(JSON.stringify(Array.from({ length: 150 }, (_, at) => makeProduct(at + 1))));
    const { adverts, isLast } = await many.listAdverts(TOKEN, 0);
    deepEqual([adverts.length, isLast], [100, false]);
  });

  it('has titles and addresses of a length that people read', async () => {
    const long = { ...makeProduct(5), name: 'a'.repeat(100_000), status: 'b'.repeat(1000) };
    const shop = await sends(
      JSON.stringify({ ...long, permalink: `https://magazin.example/${'c'.repeat(5000)}` }),
    );
    const { title, url, rawState } = await shop.readAdvert(TOKEN, '5');
    deepEqual([title.length, url, rawState.length], [300, '', 40]);
  });

  it('gives no key back in its words', async () => {
    const pair = Buffer.from('ck_a:cs_a'.padEnd(60, 'x')).toString('base64');
    const message = `Basic ${pair} CK_abc ${pair} rămâne`;
    const shop = await openShop((_, reply) =>
      reply
        .writeHead(400, { 'content-type': 'application/json' })
        .end(JSON.stringify({ code: 'rest_invalid_param', message })),
    );
    const failure = await shop.readAdvert(TOKEN, '5').catch((error: SiteFailure) => error);
    equal((failure as SiteFailure).facts.detail, '… … … rămâne');
  });
});
