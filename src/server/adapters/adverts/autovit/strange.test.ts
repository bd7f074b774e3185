import { deepEqual, doesNotMatch, ok, rejects } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { inspect } from 'node:util';
import { SiteFailure } from '#domain/adverts/site-failure.ts';
import type { PasswordSite, SiteAdvert } from '#server/adapters/adverts/port.ts';
import { PARC } from '#testing/accounts/autovit-stand-in.ts';
import { failsAs } from '#testing/accounts/site-failures.ts';
import { createAutovit } from './autovit.ts';

const PLAIN = '8000001';
const ADDRESS = 'https://fotolot.example/p/a.jpg';
/** An advert as the site tells it. */
const RAW = {
  id: 8_000_001,
  user_id: 501,
  status: 'active',
  title: 'Dacia Duster 1.5 dCi 4x4',
  url: 'https://www.autovit.ro/anunt/ID1.html',
  description: 'Mașină cu istoric cunoscut și revizii la zi.',
  category_id: 29,
  region_id: 5,
  city_id: 24_001,
  advertiser_type: 'business',
  contact: { person: 'Vânzări', phone_numbers: ['0722000111'] },
  params: { make: 'dacia', price: { 0: 'price', 1: 9501, currency: 'EUR', gross_net: 'gross' } },
  image_collection_id: '900001',
  photos: { 1: { '1080x720': 'https://ireland.apollo.olxcdn.com/v1/files/a/image;s=1080x720' } },
};

describe('Autovit, answering what no site should', () => {
  let strange: Server;
  /** Answers by method; what is not named is the advert as it is known. */
  let answers: Record<string, { status: number; body: string } | undefined> = {};
  let odd: PasswordSite;
  let known: SiteAdvert;
  const ACCESS = JSON.stringify({ email: PARC.email, owner: null, token: 't' });
  const MADE = {
    status: 201,
    body: JSON.stringify({ id: '5', images: { 1: { 0: 'https://a.example/1' } } }),
  };

  before(async () => {
    strange = createServer((request, response) => {
      request.resume();
      const plain = { status: 200, body: JSON.stringify(RAW) };
      const { status, body } = answers[request.method ?? ''] ?? plain;
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
    await once(strange.listen(0, '127.0.0.1'), 'listening');
    odd = createAutovit({
      mode: 'stand-in',
      baseUrl: async () => `http://127.0.0.1:${(strange.address() as AddressInfo).port}`,
      clientId: 'fotolot',
      clientSecret: 'client-secret',
      partner: null,
      now: () => new Date(),
      pace: async () => {},
    });
    known = await odd.readAdvert(ACCESS, PLAIN);
  });
  after(() => strange.close());
  const change = () => odd.replacePictures(ACCESS, known, { addresses: [ADDRESS] });
  const sayAdvert = (facts: object) => {
    answers = { GET: { status: 200, body: JSON.stringify({ ...RAW, ...facts }) } };
  };

  it('is not understood where it cannot be stored, and never taken for a change that was made', async () => {
    for (const title of ['a\0b', '\ud800', 'x\udc00']) {
      sayAdvert({ title });
      await failsAs(odd.readAdvert(ACCESS, PLAIN), 'away');
    }
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    for (const body of [deep, `{"error":{"message":"\\u0000"}}`, '{"id":80'])
      for (const status of [200, 400]) {
        answers = { POST: MADE, PUT: { status, body } };
        await failsAs(change(), 'unknown');
      }
  });

  it('may have made a change where no refusal of its own says that it did not', async () => {
    for (const status of [201, 202, 206, 207, 302, 304, 400, 403, 404, 413, 422, 499, 500, 503]) {
      answers = { POST: MADE, PUT: { status, body: status === 304 ? '' : '<html>ceva</html>' } };
      await failsAs(change(), 'unknown');
      answers = { GET: answers.PUT };
      await failsAs(odd.readAdvert(ACCESS, PLAIN), 'away');
    }
    const error = JSON.stringify({ error: { type: 'ConflictException', message: 'Nu acum' } });
    answers = { POST: MADE, PUT: { status: 409, body: error } };
    await failsAs(change(), 'unexpected');
  });

  it('proves no change while the advert shows its former pictures, or by an answer about another advert', async () => {
    answers = { POST: MADE };
    await failsAs(change(), 'unknown');
    answers = { POST: MADE, PUT: { status: 200, body: '{"error":"ceva"}' } };
    await failsAs(change(), 'unknown');
    sayAdvert({ id: 9 });
    await failsAs(odd.readAdvert(ACCESS, PLAIN), 'unexpected');
  });

  it('is believed of a collection only where each picture has its sizes', async () => {
    for (const images of [
      { 1: {} },
      { 1: 'https://a.example/1' },
      { 1: { error: 'https://a.example/1' } },
      { 1: { 0: 'https://a.example/1 could not be read' } },
      { 1: { 0: null } },
      {},
      [],
    ]) {
      answers = { POST: { status: 201, body: JSON.stringify({ id: '5', images }) } };
      await rejects(change(), (error: { kind?: string }) =>
        ['pictures', 'unexpected'].includes(error.kind ?? ''),
      );
    }
    const two = { 1: { 0: 'https://a.example/1' }, 2: { 0: 'https://a.example/2' } };
    answers = { POST: { status: 201, body: JSON.stringify({ id: '5', images: two }) } };
    await failsAs(change(), 'unexpected');
  });

  it('repeats the password and is not quoted', async () => {
    for (const body of [
      { error: 'invalid_grant', error_description: `not ${PARC.password}` },
      { error: 'invalid_client', error_description: PARC.password },
      { error: PARC.password },
      { error: { type: PARC.password, message: PARC.password, details: { password: [PARC.password] } } },
      { access_token: '', [PARC.password]: PARC.password },
    ])
      for (const status of [200, 400, 403, 500]) {
        answers = { POST: { status, body: JSON.stringify(body) } };
        const error: unknown = await odd.exchangePassword(PARC).catch((thrown: unknown) => thrown);
        ok(error instanceof SiteFailure);
        doesNotMatch(inspect(error, { depth: 20, showHidden: true }), /parc-auto/u);
      }
  });

  it('leaves out of the list what cannot be read, and keeps the others', async () => {
    const advert = RAW;
    const results = [
      advert,
      { ...advert, id: 8, title: undefined },
      { ...advert, id: 9, params: { price: { 1: '1e999' } }, photos: undefined },
    ];
    answers = { GET: { status: 200, body: JSON.stringify({ results, is_last_page: true }) } };
    const { adverts } = await odd.listAdverts(ACCESS, 0);
    deepEqual(
      adverts.map(({ id, price, pictures: told }) => [id, price === null, told.length > 0]),
      [
        [PLAIN, false, true],
        ['9', true, false],
      ],
    );
  });
});
