import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import sharp from 'sharp';
import type {
  ChangedPictures,
  KeySite,
  PictureChange,
  SiteAdvert,
  SiteGrant,
} from '#server/adapters/adverts/port.ts';
import {
  createWooCommerce,
  type WooCommerceOptions,
} from '#server/adapters/adverts/woocommerce/woocommerce.ts';
import { startStandIn } from '#server/adapters/stand-in.ts';

export const SHOP_SECRET = 'cs_secret';
/** Products that the stand-in begins with. */
export const [JACKET, BOOTS, SHIRT, SHIRT_M, OF_VENDOR] = ['5000', '5001', '5002', '5003', '5008'];

/** What the stand-in says of itself. */
interface Sim {
  readonly calls: readonly { method: string; path: string; body: string; key: string }[];
  readonly fetched: readonly { url: string }[];
  readonly media: readonly { id: number; file: string }[];
}

/** A shop with WooCommerce (the stand-in), its adapter, and a place from which it fetches pictures. */
export class TestShop {
  readonly site: KeySite;
  readonly url: string;
  readonly from: string;
  /** Waits of the adapter, none of which lasts. */
  pauses: number[] = [];
  token = '';
  readonly #end: () => Promise<void>;
  #made = 0;

  private constructor({ url, from, end }: { url: string; from: string; end: () => Promise<void> }) {
    this.url = url;
    this.from = from;
    this.#end = end;
    this.site = this.createSite();
  }

  static async start(): Promise<TestShop> {
    const env = { KEY: 'ck_1', SECRET: SHOP_SECRET };
    const standIn = startStandIn('woocommerce', env, pino({ enabled: false }));
    const { url } = JSON.parse(await standIn.url());
    const background = '#446688';
    const drawn = await sharp({ create: { width: 800, height: 600, channels: 3, background } })
      .jpeg()
      .toBuffer();
    const source = createServer((request, response) =>
      request.url?.startsWith('/p/') ? response.end(drawn) : response.writeHead(404).end(),
    );
    await once(source.listen(0, '127.0.0.1'), 'listening');
    const from = `http://127.0.0.1:${(source.address() as AddressInfo).port}`;
    const end = async () => {
      source.close();
      await standIn.close();
    };
    const shop = new TestShop({ url, from, end });
    shop.token = (await shop.connect()).accessToken;
    return shop;
  }

  close(): Promise<void> {
    return this.#end();
  }

  async reset(): Promise<void> {
    this.pauses = [];
    await this.setFaults({});
  }

  createSite(given: Partial<WooCommerceOptions> = {}): KeySite {
    return createWooCommerce({
      mode: 'stand-in',
      standIn: async () => this.url,
      now: () => new Date(),
      pace: async () => {},
      pause: async (ms) => {
        this.pauses.push(ms);
      },
      ...given,
    });
  }

  connect(key = 'ck_1', secret = SHOP_SECRET): Promise<SiteGrant> {
    return this.site.connectShop({ address: 'magazin.example', key, secret });
  }

  /** Asks the stand-in's control; a body changes something. */
  async sim(path: string, body?: object, method = 'POST'): Promise<Record<string, unknown>> {
    const headers = { 'content-type': 'application/json' };
    const asked = body && { method, headers, body: JSON.stringify(body) };
    return (await fetch(`${this.url}/__sim${path}`, asked)).json();
  }

  async look(): Promise<Sim> {
    return (await this.sim('')) as unknown as Sim;
  }

  async setFaults(faults: object): Promise<void> {
    await this.sim('/faults', faults, 'PUT');
  }

  /** Returns new addresses, as long as ours are. */
  makeAddresses(count: number): string[] {
    this.#made += count;
    const names = Array.from({ length: count }, (_, n) => String(this.#made - n).padStart(24, '0'));
    return names.map((name) => `${this.from}/p/Zk3-${name}--x_9.jpg`);
  }

  makeBad(): string {
    return this.makeAddresses(1).join('').replace('/p/', '/gone/');
  }

  read(id: string): Promise<SiteAdvert> {
    return this.site.readAdvert(this.token, id);
  }

  async change(
    id: string,
    pictures: PictureChange['pictures'],
    site: KeySite = this.site,
  ): Promise<ChangedPictures> {
    return site.changePictures(this.token, await this.read(id), { pictures });
  }

  /** Counts the calls about a product. The stand-in notes a call as it answers, which for a slow one may be in a later test. */
  async countCalls(id: string): Promise<number> {
    return (await this.look()).calls.filter(({ path }) => path.includes(`/products/${id}`)).length;
  }

  async countFetches(address: string): Promise<number> {
    return (await this.look()).fetched.filter(({ url }) => url === address).length;
  }

  async countMedia(): Promise<number> {
    return (await this.look()).media.length;
  }
}

/** Returns the names of an advert's pictures. */
export function listNames({ pictures }: SiteAdvert): string[] {
  return pictures.map((each) => each.split('/').at(-1) ?? '');
}

/** Returns the names that the shop gives pictures from these addresses. */
export function namesOf(addresses: readonly string[]): string[] {
  return addresses.map((each) => each.split('/').at(-1)?.replace('--', '-') ?? '');
}
