import { deepEqual, equal, notDeepEqual, ok, rejects } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import sharp from 'sharp';
import * as z from 'zod';
import { SiteFailure } from '#domain/adverts/site-failure.ts';
import type { PasswordSite, SiteAdvert } from '#server/adapters/adverts/port.ts';
import { PARC, RULATE, startAutovit } from '#testing/accounts/autovit-stand-in.ts';
import { failsAs } from '#testing/accounts/site-failures.ts';
import { unusedPort } from '#testing/unused-port.ts';
import { buildChange, buildCollection } from './body.ts';

/** Adverts that the stand-in begins with: ordinary ones, one of the other dealer, and odd ones. */
const PLAIN = '8000001';
const SECOND = '8000002';
const FOREIGN = '8000005';
const SHORT_TEXT = '8000232';
const BARE = '8000233';
const WITHOUT_PLACE = '8000234';
const WITHOUT_PARAMS = '8000235';

/** What Autovit takes for a change. D: documented. R: reported by a public client. I: inferred. P: presupus. */
const SENT = z.strictObject({
  title: z.string(), // D
  description: z.string(), // D; R: 30 characters or more
  category_id: z.int(), // D
  region_id: z.int(), // D
  city_id: z.int(), // D
  district_id: z.optional(z.int()), // D; I: left out where it is null
  coordinates: z.optional(
    z.strictObject({
      latitude: z.union([z.string(), z.number()]), // D; I: as it was read
      longitude: z.union([z.string(), z.number()]), // D; I: as it was read
      radius: z.optional(z.number()), // D of answers; I
      zoom_level: z.optional(z.number()), // D of answers; I
    }),
  ),
  advertiser_type: z.enum(['private', 'business']), // D
  contact: z.strictObject({ person: z.string(), phones: z.array(z.string()) }), // D, `phone_numbers` in answers
  params: z.record(z.string(), z.unknown()), // D; I: as they were read
  brand_program_id: z.optional(z.int()), // D
  new_used: z.optional(z.enum(['new', 'used'])), // P: D of answers alone
  image_collection_id: z.string(), // D; I: as text, as it is given
});
/** D: addresses by number. I: from 1, in order, the cover first. */
const COLLECTION = z.record(z.string().regex(/^[1-9]\d?$/u), z.url());

describe('Autovit', () => {
  let autovit: Awaited<ReturnType<typeof startAutovit>>;
  let site: PasswordSite;
  let shop: Server;
  let pictures = '';
  /** Runs as the site fetches a picture. */
  let atFetch: (() => Promise<unknown>) | null = null;

  before(async () => {
    autovit = await startAutovit();
    site = autovit.site;
    const drawn = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#446688' } })
      .jpeg()
      .toBuffer();
    shop = createServer(async (request, response) => {
      await atFetch?.();
      const isKnown = request.url?.endsWith('.jpg') === true;
      response.writeHead(isKnown ? 200 : 404).end(isKnown ? drawn : '');
    });
    await once(shop.listen(0, '127.0.0.1'), 'listening');
    pictures = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  });
  after(async () => {
    shop.close();
    await autovit.close();
  });
  beforeEach(async () => {
    atFetch = null;
    await autovit.setFaults({});
  });

  const countChanges = async () => {
    const calls = await autovit.listCalls();
    return calls.filter(({ method, status }) => method === 'PUT' && status !== 401).length;
  };
  const address = (name: string) => `${pictures}/${name}.jpg`;

  it('lists all adverts of the account by pages, with what is known of each', async () => {
    const access = await autovit.connect();
    const adverts: SiteAdvert[] = [];
    for (let page = await site.listAdverts(access, 0); ; ) {
      adverts.push(...page.adverts);
      if (page.isLast) break;
      page = await site.listAdverts(access, adverts.length);
    }
    ok(adverts.length > 100);
    equal(new Set(adverts.map(({ id }) => id)).size, adverts.length);
    const { title, state, price, isExported } = adverts.find(({ id }) => id === SECOND) ?? {};
    deepEqual(
      { title, state, price, isExported },
      {
        title: 'BMW Seria 3 320d',
        state: 'shown',
        price: { value: 9502, currency: 'EUR' },
        isExported: false,
      },
    );
    deepEqual([...new Set(adverts.map(({ state: each }) => each))].sort(), [
      'ended',
      'shown',
      'stopped',
      'waiting',
    ]);
    await failsAs(site.readAdvert(access, FOREIGN), 'gone');
    equal(await site.readPhotoLimit(access, '29'), 40);
    equal(await site.readStopReason(access, PLAIN), null);
  });

  it('reads the pictures of an advert in their largest size, in whichever form they are told', async () => {
    const access = await autovit.connect();
    const { pictures: told } = await site.readAdvert(access, SECOND);
    equal(told.length, 3);
    for (const each of told) ok(each.endsWith('s=1080x720'), each);
    ok((await site.readPicture(told[0] ?? '')).length > 1000);
    await failsAs(site.readPicture('http://127.0.0.1:1/a.jpg'), 'gone');
    await autovit.setFaults({ photos: 'list' });
    deepEqual((await site.readAdvert(access, SECOND)).pictures, told);
    await autovit.setFaults({});
    deepEqual((await site.readAdvert(access, BARE)).pictures, []);
  });

  it('changes no advert whose pictures the site does not tell, since they could not be put back', async () => {
    const access = await autovit.connect();
    const advert = await site.readAdvert(access, SECOND);
    await autovit.setFaults({ photos: 'none' });
    const before = await countChanges();
    await failsAs(site.readAdvert(access, SECOND), 'unexpected');
    await failsAs(site.replacePictures(access, advert, { addresses: [address('a')] }), 'unexpected');
    equal(await countChanges(), before);
    ok((await site.listAdverts(access, 0)).adverts.some(({ id }) => id === SECOND));
  });

  it('changes nothing of an advert but its pictures, whatever it holds', async () => {
    for (const account of [PARC, RULATE]) {
      const access = await autovit.connect(account);
      const { adverts } = await site.listAdverts(access, 0);
      const odd = account === PARC ? [BARE, WITHOUT_PLACE, WITHOUT_PARAMS] : [];
      for (const id of [...adverts.slice(3, 5).map((advert) => advert.id), ...odd]) {
        const { photos: former, image_collection_id: given, ...kept } = await autovit.sim(`/adverts/${id}`);
        const advert = await site.readAdvert(access, id);
        const changed = await site.replacePictures(access, advert, {
          addresses: [address('a'), address('b')],
        });
        equal(changed.pictures.length, 2);
        const { photos, image_collection_id: collection, ...rest } = await autovit.sim(`/adverts/${id}`);
        deepEqual(rest, kept, id);
        notDeepEqual([photos, collection], [former, given]);
      }
    }
  });

  it('sends only what the site takes, under the form that it takes', async () => {
    const access = await autovit.connect();
    for (const id of [PLAIN, WITHOUT_PLACE, WITHOUT_PARAMS]) {
      const { raw } = await site.readAdvert(access, id);
      SENT.parse(buildChange(raw as Record<string, unknown>, '900001'));
    }
    const collection = buildCollection([address('a'), address('b')]);
    COLLECTION.parse(collection);
    deepEqual(Object.values(collection), [address('a'), address('b')]);
    const raw = { ...((await site.readAdvert(access, PLAIN)).raw as object), promoted: true };
    SENT.parse(buildChange(raw, '900001'));
    // Reading may call the numbers as a change does.
    const contact = { person: 'Vânzări', phones: ['0722000111'] };
    deepEqual(buildChange({ ...raw, contact }, null).contact, contact);
  });

  it('keeps the order of the pictures, the cover first', async () => {
    const access = await autovit.connect();
    const advert = await site.readAdvert(access, SECOND);
    const names = ['unu', 'doi', 'trei'];
    await site.replacePictures(access, advert, { addresses: names.map(address) });
    const fetched = (await autovit.sim('')).fetched as { url: string }[];
    deepEqual(
      fetched.slice(-3).map((each) => each.url),
      names.map(address),
    );
  });

  it('names each picture that the site did not take, in whichever form it says so, and leaves the advert as it was', async () => {
    const access = await autovit.connect();
    const advert = await site.readAdvert(access, SECOND);
    const before = await countChanges();
    const replace = (addresses: string[]) => site.replacePictures(access, advert, { addresses });
    for (const itemError of ['object', 'text', 'list', 'null']) {
      await autovit.setFaults({ itemError });
      await rejects(replace([address('a'), `${pictures}/lipsa`, address('b')]), (error: unknown) => {
        ok(error instanceof SiteFailure);
        const fields = error.facts.fields?.map(({ field }) => field);
        deepEqual([error.kind, fields], ['pictures', ['2']]);
        equal(error.facts.fields?.[0]?.detail !== '', itemError !== 'null');
        return true;
      });
    }
    await autovit.setFaults({});
    await rejects(replace([`${pictures}/lipsa`]), (error: unknown) => {
      ok(error instanceof SiteFailure);
      deepEqual([error.kind, error.facts.fields?.map(({ field }) => field)], ['pictures', ['1']]);
      return true;
    });
    await failsAs(replace(Array(41).fill(address('a'))), 'pictures');
    await failsAs(replace([]), 'pictures');
    await autovit.setFaults({ collection: 'drop-one' });
    await failsAs(replace([address('a'), address('b')]), 'pictures');
    await autovit.setFaults({ collection: 'no-id' });
    await failsAs(replace([address('a')]), 'unexpected');
    await autovit.setFaults({});
    equal(await countChanges(), before);
    deepEqual((await site.readAdvert(access, SECOND)).version, advert.version);
  });

  it('names the field for which the site refuses an advert', async () => {
    const access = await autovit.connect();
    const short = await site.readAdvert(access, SHORT_TEXT);
    await rejects(site.replacePictures(access, short, { addresses: [address('a')] }), (error: unknown) => {
      ok(error instanceof SiteFailure);
      deepEqual([error.kind, error.facts.fields?.map(({ field }) => field)], ['refused', ['description']]);
      return true;
    });
    await autovit.setFaults({ refusal: 'message' });
    await failsAs(site.replacePictures(access, short, { addresses: [address('a')] }), 'refused');
  });

  it('makes no further call of a change once it must not, and says so as long as the advert is as it was', async () => {
    const access = await autovit.connect();
    const advert = await site.readAdvert(access, PLAIN);
    for (const most of [0, 1, 2, 3]) {
      const before = (await autovit.listCalls()).length;
      let calls = 0;
      const beforeCall = async () => {
        if (calls === most) throw new Error('the access ended');
        calls += 1;
      };
      const change = site.replacePictures(access, advert, { addresses: [address('a')], beforeCall });
      await rejects(change, most < 3 ? /the access ended/u : { kind: 'unknown' });
      equal((await autovit.listCalls()).length - before, most);
      if (most < 3) equal((await site.readAdvert(access, PLAIN)).version, advert.version);
    }
  });

  it('leaves an advert alone that was changed on the site while the pictures were fetched', async () => {
    const access = await autovit.connect();
    const advert = await site.readAdvert(access, PLAIN);
    const before = await countChanges();
    atFetch = () => autovit.sim(`/adverts/${PLAIN}`, { title: 'Titlu schimbat pe Autovit' });
    await failsAs(site.replacePictures(access, advert, { addresses: [address('a')] }), 'changed');
    equal(await countChanges(), before);
    notDeepEqual((await site.readAdvert(access, PLAIN)).version, advert.version);
  });

  it('says that a change may have been made where its answer is lost, and never makes it again', async () => {
    const access = await autovit.connect();
    const before = await countChanges();
    for (const put of ['done-then-502', 'done-then-reset', '502-once']) {
      const advert = await site.readAdvert(access, PLAIN);
      await autovit.setFaults({ put });
      await failsAs(site.replacePictures(access, advert, { addresses: [address('a')] }), 'unknown');
    }
    equal((await countChanges()) - before, 3);
    const advert = await site.readAdvert(access, PLAIN);
    const port = await unusedPort();
    const gone = autovit.createSite({ baseUrl: async () => `http://127.0.0.1:${port}` });
    await failsAs(gone.replacePictures(access, advert, { addresses: [address('a')] }), 'away');
  });

  it('counts a collection whose answer is lost, or a plain refusal, as no change of the advert', async () => {
    const access = await autovit.connect();
    const advert = await site.readAdvert(access, SECOND);
    const replace = () => site.replacePictures(access, advert, { addresses: [address('a')] });
    const before = await countChanges();
    for (const collection of ['done-then-502', 'done-then-reset']) {
      await autovit.setFaults({ collection });
      await failsAs(replace(), 'away');
    }
    equal(await countChanges(), before);
    await autovit.setFaults({ put: '401-once' });
    await failsAs(replace(), 'token');
    await autovit.setFaults({ put: '429-once' });
    await rejects(replace(), { kind: 'busy', facts: { status: 429, waitSeconds: 7 } });
    equal((await site.readAdvert(access, SECOND)).version, advert.version);
  });

  it('waits as long as the site asks for, and takes pages of what stands in front of it for no answer', async () => {
    const access = await autovit.connect();
    const read = () => site.readAdvert(access, PLAIN);
    await autovit.setFaults({ api: '429' });
    await rejects(read(), { kind: 'busy', facts: { status: 429, waitSeconds: 7 } });
    await autovit.setFaults({ api: '429-without-time' });
    await rejects(read(), { kind: 'busy', facts: { status: 429, waitSeconds: null } });
    for (const api of ['502-html', '403-html', 'cut']) {
      await autovit.setFaults({ api });
      await failsAs(read(), 'away');
    }
    await autovit.setFaults({ api: '401-once' });
    await failsAs(read(), 'token');
    equal((await read()).id, PLAIN);
  });

  it('is asked at the pace that is set, and is busy where too many wait; a token waits for no turn', async () => {
    const access = await autovit.connect();
    const before = (await autovit.listCalls()).length;
    const turn = Promise.withResolvers<void>();
    const read = autovit.createSite({ pace: () => turn.promise }).readAdvert(access, PLAIN);
    const full = autovit.createSite({ pace: () => Promise.reject(new Error('full')) });
    await failsAs(full.readAdvert(access, PLAIN), 'busy');
    equal((await autovit.listCalls()).length, before);
    turn.resolve();
    equal((await read).id, PLAIN);
    ok((await full.exchangePassword(PARC)).accessToken);
  });

  it('shows how the site looks at a changed advert again', async () => {
    const access = await autovit.connect();
    await autovit.setFaults({ after: 'new-then-moderated', moderationSeconds: 0 });
    const advert = await site.readAdvert(access, '8000013');
    await site.replacePictures(access, advert, { addresses: [address('a')] });
    const { state, rawState } = await site.readAdvert(access, '8000013');
    deepEqual([state, rawState], ['stopped', 'moderated']);
  });
});
