import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { pino } from 'pino';
import sharp from 'sharp';
import * as z from 'zod';
import type { PageSite, SiteAdvert, SiteGrant } from '#server/adapters/adverts/port.ts';
import { type StandIn, startStandIn } from '#server/adapters/stand-in.ts';
import { failsAs } from '#testing/accounts/site-failures.ts';
import { unusedPort } from '#testing/unused-port.ts';
import { buildChange } from './body.ts';
import { createOlx, type OlxOptions } from './olx.ts';

const BACK = 'https://fotolot.example/api/olx';
const [ANA, SHOP] = [101, 202];
/** Adverts that the stand-in begins with: an ordinary one, a car, and odd ones. */
const PLAIN = '7000001';
const CAR = '7000002';
const SHORT_TITLE = '7000231';
const EXTERNAL = '7000233';
const PLACE_IN_CONTACT = '7000234';
const EXPORTED = '7000235';

/** What OLX takes for a change. D: documented. R: reported by a public client. */
const SENT = z.strictObject({
  title: z.string(), // D
  description: z.string(), // D
  category_id: z.int(), // D
  advertiser_type: z.enum(['private', 'business']), // D
  contact: z.strictObject({ name: z.string(), phone: z.optional(z.string()) }), // D
  location: z.strictObject({
    city_id: z.int(), // D
    district_id: z.optional(z.int()), // D
    latitude: z.optional(z.union([z.string(), z.number()])), // R
    longitude: z.optional(z.union([z.string(), z.number()])), // R
  }),
  // R: each under one key, as text.
  attributes: z.array(
    z.union([
      z.strictObject({ code: z.string(), value: z.string() }),
      z.strictObject({ code: z.string(), values: z.array(z.string()) }),
    ]),
  ),
  price: z.optional(
    z.strictObject({
      value: z.number(), // D
      currency: z.string(), // D
      negotiable: z.optional(z.boolean()), // R
      trade: z.optional(z.boolean()), // R
      budget: z.optional(z.boolean()), // R
    }),
  ),
  external_id: z.optional(z.string()), // D
  external_url: z.optional(z.string()), // D
  courier: z.optional(z.boolean()), // D
  ad_delivery: z.optional(z.strictObject({ delivery_package_ids: z.array(z.int()) })), // R
  images: z.array(z.strictObject({ url: z.string() })), // D
});

describe('OLX', () => {
  let standIn: StandIn;
  let url = '';
  let site: PageSite;
  let shop: Server;
  let picture = '';

  const createSite = (given: Partial<OlxOptions> = {}) =>
    createOlx({
      mode: 'stand-in',
      baseUrl: async () => url,
      clientId: 'fotolot',
      clientSecret: 'secret',
      now: () => new Date(),
      pace: async () => {},
      ...given,
    });

  before(async () => {
    standIn = startStandIn('olx', { REDIRECT_URIS: BACK, CLIENT_SECRET: 'secret' }, pino({ enabled: false }));
    url = JSON.parse(await standIn.url()).url;
    site = createSite();
    const drawn = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#446688' } })
      .jpeg()
      .toBuffer();
    shop = createServer((request, response) =>
      response.writeHead(request.url === '/a.jpg' ? 200 : 404).end(request.url === '/a.jpg' ? drawn : ''),
    );
    await once(shop.listen(0, '127.0.0.1'), 'listening');
    picture = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/a.jpg`;
  });
  after(async () => {
    shop.close();
    await standIn.close();
  });
  beforeEach(() => setFaults({}));

  const sim = async (path: string, body?: object, method = 'POST') => {
    const headers = { 'content-type': 'application/json' };
    const asked = body && { method, headers, body: JSON.stringify(body) };
    return (await fetch(`${url}/__sim${path}`, asked)).json() as Promise<Record<string, unknown>>;
  };
  const countChanges = async () =>
    ((await sim('')).calls as { method: string }[]).filter(({ method }) => method === 'PUT').length;
  const setFaults = (faults: object) => sim('/faults', faults, 'PUT');
  const connect = async (seller = ANA): Promise<SiteGrant> => {
    const page = new URL(await site.connectUrl({ state: 's', redirectUri: BACK }));
    const form = new URLSearchParams([...page.searchParams, ['seller', String(seller)]]);
    const answer = await fetch(`${page.origin}${page.pathname}`, {
      method: 'POST',
      body: form,
      redirect: 'manual',
    });
    const back = new URL(answer.headers.get('location') ?? '');
    equal(back.searchParams.get('state'), 's');
    return site.exchangeCode({ code: back.searchParams.get('code') ?? '', redirectUri: BACK });
  };

  it('gives a day’s access and a token to renew it, each of which is used once', async () => {
    await setFaults({ seconds: 'text' });
    const first = await connect();
    ok(Math.abs(first.expiresAt.getTime() - Date.now() - 86_400_000) < 60_000);
    const second = await site.renew(first.refreshToken ?? '');
    ok(second.refreshToken);
    await failsAs(site.renew(first.refreshToken ?? ''), 'reconnect');
    await failsAs(site.exchangeCode({ code: 'made up', redirectUri: BACK }), 'reconnect');
    await setFaults({ refresh: 'same-token' });
    equal((await site.renew(second.refreshToken ?? '')).refreshToken, null);
  });

  it('says whose account it is', async () => {
    const { accessToken } = await connect(SHOP);
    deepEqual(await site.readSeller(accessToken), { id: '202', name: 'Magazin (firmă)' });
    await failsAs(site.readSeller('made up'), 'token');
  });

  it('tells what a person must do again from what is the operator’s', async () => {
    const { refreshToken } = await connect();
    const renew = () => site.renew(refreshToken ?? '');
    await setFaults({ refresh: 'invalid_client' });
    await failsAs(renew(), 'operator');
    await setFaults({ application: 'suspended' });
    await failsAs(renew(), 'operator');
    await setFaults({ refresh: '500' });
    await failsAs(renew(), 'away');
    await setFaults({ scope: 'v2 read' });
    const { accessToken } = await connect();
    const advert = await site.readAdvert(accessToken, PLAIN);
    await failsAs(site.replacePictures(accessToken, advert, { addresses: [picture] }), 'reconnect');
    await sim('/withdraw', { sellerId: ANA });
    await setFaults({});
    await failsAs(renew(), 'reconnect');
    await failsAs(site.readAdvert(accessToken, PLAIN), 'token');
  });

  it('lists all adverts of the account by pages, with what is known of each', async () => {
    const { accessToken } = await connect();
    const adverts: SiteAdvert[] = [];
    for (let page = await site.listAdverts(accessToken, 0); ; ) {
      adverts.push(...page.adverts);
      if (page.isLast) break;
      page = await site.listAdverts(accessToken, adverts.length);
    }
    ok(adverts.length > 100);
    equal(new Set(adverts.map(({ id }) => id)).size, adverts.length);
    const find = (id: string) => adverts.find((advert) => advert.id === id);
    const { title, state, pictures, price, isExported } = find(CAR) ?? {};
    deepEqual(
      { title, state, pictures: pictures?.length, price, isExported },
      {
        title: 'Dacia Logan 2012, motor 1.4 benzină',
        state: 'shown',
        pictures: 3,
        price: { value: 152, currency: 'RON' },
        isExported: false,
      },
    );
    const exported = adverts.filter((advert) => advert.isExported).map(({ id }) => id);
    deepEqual(
      exported.filter((id) => id !== EXPORTED),
      [],
    );
    deepEqual([...new Set(adverts.map(({ state: each }) => each))].sort(), [
      'ended',
      'shown',
      'stopped',
      'waiting',
    ]);
    equal(await site.readPhotoLimit(accessToken, '84'), 10);
    equal(await site.readPhotoLimit(accessToken, '4'), 0);
  });

  it('changes nothing of an advert but its pictures, whatever it holds', async () => {
    const accounts = [await connect(ANA), await connect(SHOP)];
    for (const { accessToken } of accounts) {
      const { adverts } = await site.listAdverts(accessToken, 0);
      for (const { id } of adverts.slice(0, 24)) {
        const before = await sim(`/adverts/${id}`);
        const advert = await site.readAdvert(accessToken, id);
        const changed = await site.replacePictures(accessToken, advert, { addresses: [picture] });
        equal(changed.pictures.length, 1);
        const { images: _, ...rest } = await sim(`/adverts/${id}`);
        const { images: __, ...kept } = before;
        deepEqual(withoutTwins(rest), withoutTwins(kept), id);
      }
    }
  });

  it('sends only what the site takes, under the form that it takes', async () => {
    const { accessToken } = await connect();
    for (const id of [PLAIN, CAR, PLACE_IN_CONTACT, EXTERNAL]) {
      const { raw } = await site.readAdvert(accessToken, id);
      SENT.parse(buildChange(raw as Record<string, unknown>, [picture]));
    }
    const advert = await site.readAdvert(accessToken, EXTERNAL);
    await setFaults({ externalUrl: 'refused' });
    equal((await site.replacePictures(accessToken, advert, { addresses: [picture] })).pictures.length, 1);
    for (const most of [0, 1]) {
      const before = await countChanges();
      let calls = 0;
      const beforeCall = async () => {
        if (calls === most) throw new Error('the access ended');
        calls += 1;
      };
      const watched = { addresses: [picture], beforeCall };
      await rejects(site.replacePictures(accessToken, advert, watched), /the access ended/u);
      equal((await countChanges()) - before, most);
    }
  });

  it('names the field for which the site refuses an advert, and tells refused pictures from it', async () => {
    const { accessToken } = await connect();
    const short = await site.readAdvert(accessToken, SHORT_TITLE);
    await rejects(
      site.replacePictures(accessToken, short, { addresses: [picture] }),
      (error: Record<string, unknown>) => {
        const { fields } = error.facts as { fields: { field: string }[] };
        deepEqual([error.kind, fields.map(({ field }) => field)], ['refused', ['title']]);
        return true;
      },
    );
    const advert = await site.readAdvert(accessToken, PLAIN);
    await failsAs(site.replacePictures(accessToken, advert, { addresses: [`${picture}x`] }), 'pictures');
    await failsAs(
      site.replacePictures(accessToken, advert, { addresses: Array(9).fill(picture) }),
      'pictures',
    );
    const { accessToken: shopToken } = await connect(SHOP);
    await failsAs(site.replacePictures(shopToken, advert, { addresses: [picture] }), 'foreign');
    await failsAs(site.readAdvert(shopToken, PLAIN), 'gone');
  });

  it('says that a change may have been made where its answer is lost, and never makes it again', async () => {
    const { accessToken } = await connect();
    const advert = await site.readAdvert(accessToken, PLAIN);
    const change = () => site.replacePictures(accessToken, advert, { addresses: [picture] });
    const before = await countChanges();
    for (const put of ['done-then-502', 'done-then-reset']) {
      await setFaults({ put });
      await failsAs(change(), 'unknown');
    }
    await setFaults({ api: 'cut' });
    await failsAs(change(), 'unknown');
    await failsAs(site.readAdvert(accessToken, PLAIN), 'away');
    equal((await countChanges()) - before, 3);
    const port = await unusedPort();
    const gone = createSite({ baseUrl: async () => `http://127.0.0.1:${port}` });
    await failsAs(gone.replacePictures(accessToken, advert, { addresses: [picture] }), 'away');
  });

  it('waits as long as the site asks for, and takes pages of what stands in front of it for no answer', async () => {
    const { accessToken } = await connect();
    const read = () => site.readAdvert(accessToken, PLAIN);
    await setFaults({ api: '429' });
    await rejects(read(), { kind: 'busy', facts: { status: 429, waitSeconds: 7 } });
    await setFaults({ api: '429-without-time' });
    await rejects(read(), { kind: 'busy', facts: { status: 429, waitSeconds: null } });
    for (const api of ['502-html', '403-cloudfront']) {
      await setFaults({ api });
      await failsAs(read(), 'away');
    }
  });

  it('is asked at the pace that is set, and is busy where too many wait; a token waits for no turn', async () => {
    const { accessToken, refreshToken } = await connect();
    const countCalls = async () => ((await sim('')).calls as unknown[]).length;
    const before = await countCalls();
    const turn = Promise.withResolvers<void>();
    const read = createSite({ pace: () => turn.promise }).readAdvert(accessToken, PLAIN);
    const full = createSite({ pace: () => Promise.reject(new Error('full')) });
    await failsAs(full.readAdvert(accessToken, PLAIN), 'busy');
    equal(await countCalls(), before);
    turn.resolve();
    equal((await read).id, PLAIN);
    ok((await full.renew(refreshToken ?? '')).accessToken);
  });

  describe('that answers what no site should', () => {
    let strange: Server;
    let answer: { status: number; body: string };
    let odd: PageSite;
    let known: SiteAdvert;
    before(async () => {
      known = await site.readAdvert((await connect()).accessToken, PLAIN);
      strange = createServer((request, response) => {
        request.resume();
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
      });
      await once(strange.listen(0, '127.0.0.1'), 'listening');
      odd = createSite({
        baseUrl: async () => `http://127.0.0.1:${(strange.address() as AddressInfo).port}`,
      });
    });
    after(() => strange.close());

    const says = (facts: object, status = 200) => {
      answer = { status, body: JSON.stringify({ data: { ...(known.raw as object), ...facts } }) };
    };

    it('is not understood where it cannot be stored, and never taken for a change that was made', async () => {
      const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
      for (const title of ['a\0b', '\ud800', 'x\udc00']) {
        says({ title });
        await failsAs(odd.readAdvert('t', PLAIN), 'away');
        await failsAs(odd.replacePictures('t', known, { addresses: [picture] }), 'unknown');
      }
      answer = { status: 200, body: `{"data":${deep}}` };
      await failsAs(odd.readAdvert('t', PLAIN), 'away');
      answer = { status: 400, body: JSON.stringify({ error: { detail: 'Image error: \0' } }) };
      await failsAs(odd.replacePictures('t', known, { addresses: [picture] }), 'unknown');
    });

    it('may have made a change where no refusal of its own says that it did not', async () => {
      for (const status of [201, 202, 206, 207, 302, 304, 403, 404, 413, 425, 499]) {
        answer = { status, body: status === 304 ? '' : '<html>ceva</html>' };
        await failsAs(odd.replacePictures('t', known, { addresses: [picture] }), 'unknown');
        await failsAs(odd.readAdvert('t', PLAIN), 'away');
      }
      says({}, 201);
      await failsAs(odd.replacePictures('t', known, { addresses: [picture] }), 'unknown');
    });

    it('proves no change by an answer about another advert', async () => {
      says({ id: 9 });
      await failsAs(odd.replacePictures('t', known, { addresses: [picture] }), 'unknown');
    });

    it('leaves out of the list what cannot be read, and keeps the others', async () => {
      const advert = known.raw as object;
      const list = [
        advert,
        { ...advert, id: 8, title: undefined },
        { ...advert, id: 9, price: { value: '1e999' } },
      ];
      answer = { status: 200, body: JSON.stringify({ data: list }) };
      const { adverts } = await odd.listAdverts('t', 0);
      deepEqual(
        adverts.map(({ id, price }) => [id, price === null]),
        [
          [PLAIN, false],
          ['9', true],
        ],
      );
    });
  });

  it('says why the site stopped an advert', async () => {
    const { accessToken } = await connect();
    await setFaults({ after: 'new-then-moderated', moderationSeconds: 0 });
    const advert = await site.readAdvert(accessToken, CAR);
    equal((await site.replacePictures(accessToken, advert, { addresses: [picture] })).state, 'waiting');
    equal((await site.readAdvert(accessToken, CAR)).rawState, 'moderated');
    ok(await site.readStopReason(accessToken, CAR));
  });
});

/** A place inside the contact moves out of it, and an attribute's number becomes text: the site stores them so. */
function withoutTwins({ contact, location, attributes, ...advert }: Record<string, unknown>) {
  const { location: inside, ...own } = contact as Record<string, unknown>;
  const said = (attributes as { value: unknown }[]).map(({ value, ...rest }) => ({
    ...rest,
    value: value === null ? null : String(value),
  }));
  return { ...advert, contact: own, location: location ?? inside, attributes: said };
}
