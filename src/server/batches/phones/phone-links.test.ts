import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { cancelRun, createBatch, deleteBatch, readBatch, removePhotos } from '#contract/batches.ts';
import {
  endPhoneLink,
  makePhoneLink,
  openPhoneLink,
  PHONE_UPLOADS_PATH,
  readPhoneLink,
  readPhoneLot,
} from '#contract/phones/phone-links.ts';
import { trashPhotos } from '#contract/photos.ts';
import { logoutOthers, readSecurity } from '#contract/security.ts';
import { readMe } from '#contract/users.ts';
import { MOST_IN_BATCH } from '#domain/batches/states.ts';
import { eraseAccount } from '#server/account/deletion/erase-account.ts';
import { deleteOldPhoneLinks } from '#server/batches/phones/phone-link-store.ts';
import { closeSession, openSession, userFinder } from '#server/users/sign-in/session-store.ts';
import { setSuspended } from '#server/users/suspension-store.ts';
import { smallPhoto } from '#testing/files/photos.ts';
import { sendRaw } from '#testing/requests/raw-request.ts';
import { runEnded, startRun } from '#testing/runs.ts';
import { type Client, Refused, type TestServer, TUS, testServer } from '#testing/server.ts';

const OVER = { status: 410, code: 'batches/phone-link-over' };
const PART = { ...TUS, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };

describe('a link by which a phone adds photos', () => {
  let server: TestServer;
  let owner: Client & { uid: string };
  let batchId: string;

  before(async () => {
    server = await testServer();
  });
  after(() => server.close());

  beforeEach(async () => {
    owner = await server.newUser();
    batchId = (await owner.call(createBatch, { body: { name: 'Dacia' } })).id;
  });

  const make = async () => owner.call(makePhoneLink, { params: { batchId } });
  const sql = (text: string, values: unknown[] = []) => server.database.pool.query(text, values);

  /** A phone that was never here, and has opened the link. */
  async function open(key: string): Promise<Client> {
    const phone = server.client();
    const response = await phone.fetch(openPhoneLink.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (Android) Chrome/140' },
      body: JSON.stringify({ key }),
    });
    if (!response.ok) throw new Refused(response.status, await response.json());
    phone.cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    return phone;
  }

  async function announce(
    phone: Client,
    bytes: number,
    metadata: Record<string, string> = { name: 'poza.jpg' },
  ) {
    const words = Object.entries(metadata).map(([name, text]) => `${name} ${btoa(text)}`);
    const headers = { ...TUS, 'upload-length': String(bytes), 'upload-metadata': words.join(',') };
    const response = await phone.fetch(PHONE_UPLOADS_PATH, { method: 'POST', headers });
    if (response.status !== 201) throw new Refused(response.status, await response.json());
    return response.headers.get('location') ?? '';
  }

  async function send(phone: Client, path: string, bytes: Uint8Array): Promise<number> {
    const body = bytes as Uint8Array<ArrayBuffer>;
    return (await phone.fetch(path, { method: 'PATCH', headers: PART, body })).status;
  }

  const idIn = (path: string) => path.split('/').at(-1) ?? '';
  const lotOf = (phone: Client) => phone.call(readPhoneLot, {});

  it('is exchanged for a cookie that only the phone’s routes get, and that the database cannot tell', async () => {
    const { key, link } = await make();
    assert.match(key, /^[\w-]{22}$/);
    const response = await server.client().fetch(openPhoneLink.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key }),
    });
    const [cookie = ''] = response.headers.getSetCookie();
    assert.match(cookie, /^phone=[0-9a-f]{64}; Max-Age=2400; Path=\/api\/phone; HttpOnly; SameSite=Strict$/);
    assert.deepEqual(await response.json(), { endsAt: link.endsAt, places: MOST_IN_BATCH });
    const lasts = Date.parse(link.endsAt) - Date.parse(link.createdAt);
    assert.equal(lasts, 30 * 60_000);
    const { rows } = await sql('select * from phone_links where id = $1', [link.id]);
    const token = cookie.slice('phone='.length).split(';')[0] ?? '';
    for (const secret of [key, token]) assert.equal(JSON.stringify(rows).includes(secret), false);
  });

  it('brings photos into its lot alone, marked, within the owner’s storage and without a word of the account', async () => {
    const [other] = [await owner.call(createBatch, { body: { name: 'Alt lot' } })];
    const phone = await open((await make()).key);
    const bytes = await smallPhoto(4);
    const path = await announce(phone, bytes.length, { name: 'IMG_1.jpg', batchId: other.id, folder: 'x/y' });
    assert.equal(await send(phone, path, bytes), 204);
    const { photos } = await owner.call(readBatch, { params: { batchId } });
    const photo = photos[idIn(path)];
    assert.deepEqual([photo?.fromPhone, photo?.name, photo?.folder], [true, 'IMG_1.jpg', undefined]);
    const { photoIds } = await owner.call(readBatch, { params: { batchId } });
    assert.deepEqual(photoIds, [idIn(path)]);
    assert.deepEqual((await owner.call(readBatch, { params: { batchId: other.id } })).photoIds, []);
    const { rows } = await sql('select stored_bytes::int as bytes from users where id = $1', [owner.uid]);
    assert.equal(rows[0].bytes, bytes.length);
    assert.deepEqual(Object.keys(await lotOf(phone)).sort(), ['endsAt', 'places']);
    const { link } = await owner.call(readPhoneLink, { params: { batchId } });
    assert.deepEqual([link?.photos, link?.device], [1, 'Chrome pe Android']);
    const gone = await owner.call(trashPhotos, { body: { photoIds } });
    assert.deepEqual(gone.photoIds, photoIds);
  });

  /** Whatever ends a link, by its owner’s words. */
  const ENDS: Record<string, (linkId: string) => Promise<unknown>> = {
    'the owner’s press': (phoneLinkId) => owner.call(endPhoneLink, { params: { phoneLinkId } }),
    'another link to the lot': () => make(),
    'the lot’s deletion': () => owner.call(deleteBatch, { params: { batchId } }),
    'thirty minutes': (linkId) => sql('update phone_links set expires_at = now() where id = $1', [linkId]),
  };

  for (const [what, end] of Object.entries(ENDS))
    it(`begins nothing after ${what}, and finishes within ten minutes what has begun`, async () => {
      const { key, link } = await make();
      const phone = await open(key);
      const bytes = await smallPhoto(5);
      const begun = await announce(phone, bytes.length);
      const late = await announce(phone, bytes.length);
      await end(link.id);
      await assert.rejects(announce(phone, 10), OVER);
      await assert.rejects(lotOf(phone), OVER);
      await assert.rejects(open(key), OVER);
      assert.equal(await send(phone, begun, bytes), 204);
      await sql(
        `update phone_links set expires_at = least(expires_at, now() - interval '10 minutes'),
           ended_at = ended_at - interval '10 minutes' where id = $1`,
        [link.id],
      );
      assert.equal(await send(phone, late, bytes), 410);
      assert.equal((await phone.fetch(late, { method: 'HEAD', headers: TUS })).status, 410);
    });

  it('ends with the start of its lot, and stays ended when the run is over', async () => {
    const { key } = await make();
    const phone = await open(key);
    const photoId = idIn(await announce(phone, 10));
    await sql(
      `update photos set state = 'ready', format = 'jpeg', width = 4000, height = 3000, sha256 = id,
         analysis = '{"balance":null,"tilt":null,"sharpness":null,"black":null,"white":null,"dhash":null}' where id = $1`,
      [photoId],
    );
    const { run } = await startRun(owner, batchId, { photoIds: [photoId], cost: 1 });
    await assert.rejects(announce(phone, 10), OVER);
    await owner.call(cancelRun, { params: { batchId, runId: run?.id ?? '' } });
    await runEnded(owner, batchId);
    await assert.rejects(announce(phone, 10), OVER);
    await assert.rejects(open(key), OVER);
    assert.equal((await owner.call(readPhoneLink, { params: { batchId } })).link, null);
  });

  it('is not made while its lot runs, even where a version that knows no links started it', async () => {
    const { key } = await make();
    const phone = await open(key);
    await sql(`update batches set state = 'running' where id = $1`, [batchId]);
    await assert.rejects(announce(phone, 10), OVER);
    await assert.rejects(make(), { code: 'batches/already-running' });
  });

  /** What leaves a link not even the ten minutes. */
  const CUTS: Record<string, () => Promise<unknown>> = {
    'signing out': async () => {
      const user = await userFinder(server.app)(owner.cookie.slice('sid='.length));
      if (user) await closeSession(server.app, user);
    },
    'another session that ends all others': async () => {
      const token = await server.app.change(({ tx }) =>
        openSession(tx, server.app, { userId: owner.uid, userAgent: '' }),
      );
      const elsewhere = server.client();
      elsewhere.cookie = `sid=${token}`;
      await elsewhere.call(logoutOthers, {});
    },
    'the account’s suspension': () =>
      server.app.change(({ tx }) => setSuspended(tx, owner.uid, server.app.now())),
    'the account’s deletion': () => server.app.change((unit) => eraseAccount(unit, server.app, owner.uid)),
  };

  for (const [what, cut] of Object.entries(CUTS))
    it(`neither begins nor finishes an upload after ${what}`, async () => {
      const { key } = await make();
      const phone = await open(key);
      const bytes = await smallPhoto(7);
      const begun = await announce(phone, bytes.length);
      await cut();
      await assert.rejects(announce(phone, 10), OVER);
      await assert.rejects(open(key), OVER);
      assert.equal(await send(phone, begun, bytes), 410);
    });

  it('holds the lot’s free places and no more, also when photos leave the lot again', async () => {
    await sql(
      `insert into photos (id, owner_id, name, bytes, state)
         select 'img_' || lpad(n::text, 26, '0') || left(md5($1), 4), $1, 'p', 0, 'refused' from generate_series(1, $2) n`,
      [owner.uid, MOST_IN_BATCH - 1],
    );
    await sql(
      `insert into batch_photos (batch_id, photo_id, position)
         select $1, id, 1 from photos where owner_id = $2`,
      [batchId, owner.uid],
    );
    const phone = await open((await make()).key);
    assert.equal((await lotOf(phone)).places, 1);
    const tries = Array.from({ length: 6 }, () => announce(phone, 10).catch((error: Refused) => error.code));
    const begun = (await Promise.all(tries)).filter((each) => each.startsWith('/'));
    assert.equal(begun.length, 1);
    const last = idIn(begun[0] ?? '');
    assert.equal((await lotOf(phone)).places, 0);
    const full = { code: 'batches/too-many-photos' };
    await assert.rejects(announce(phone, 10), full);
    await assert.rejects(make(), full);
    await owner.call(removePhotos, { params: { batchId }, body: { photoIds: [last] } });
    await assert.rejects(announce(phone, 10), full);
  });

  it('takes an upload announced twice for one, and its keys never name an upload of the owner', async () => {
    const sent = await owner.fetch('/api/uploads', {
      method: 'POST',
      headers: { ...TUS, 'upload-length': '10', 'upload-metadata': `key ${btoa('cheia')}` },
    });
    const phone = await open((await make()).key);
    const first = await announce(phone, 10, { key: 'cheia' });
    assert.notEqual(idIn(first), idIn(sent.headers.get('location') ?? ''));
    assert.equal(await announce(phone, 10, { key: 'cheia' }), first);
    assert.equal((await lotOf(phone)).places, MOST_IN_BATCH - 1);
    const again = await open((await make()).key);
    assert.notEqual(await announce(again, 10, { key: 'cheia' }), first);
    assert.equal((await again.fetch(first, { method: 'HEAD', headers: TUS })).status, 404);
  });

  it('stands in the list of sessions with its lot, and is ended there', async () => {
    const { key, link } = await make();
    await open(key);
    const listed = async () => (await owner.call(readSecurity, {})).phoneLinks;
    const [shown] = await listed();
    assert.deepEqual(
      [shown?.id, shown?.batchName, shown?.device, shown?.endsAt],
      [link.id, 'Dacia', 'Chrome pe Android', link.endsAt],
    );
    const [theirs] = [await server.newUser()];
    const params = { phoneLinkId: link.id };
    await assert.rejects(theirs.call(endPhoneLink, { params }), { status: 404 });
    assert.equal((await listed()).length, 1);
    await owner.call(endPhoneLink, { params });
    await owner.call(endPhoneLink, { params });
    assert.deepEqual(await listed(), []);
  });

  it('is opened and made a limited number of times', async () => {
    const refused = { status: 429, code: 'http/too-many-requests' };
    const tries = Array.from({ length: 31 }, () =>
      open('q'.repeat(22)).catch((error: Refused) => error.code),
    );
    const codes = await Promise.all(tries);
    assert.equal(codes.filter((code) => code === OVER.code).length, 30);
    assert.ok(codes.includes(refused.code));
    for (let n = 0; n < 30; n += 1) await make();
    await assert.rejects(make(), refused);
  });

  it('opens a document that is the same for all, with our own script alone and no key in what the server sees', async () => {
    const bare = await server.client().fetch('/t');
    assert.equal(bare.status, 200);
    const policy = bare.headers.get('content-security-policy') ?? '';
    assert.match(policy, /^default-src 'none'; script-src 'self'; connect-src 'self';/);
    for (const rule of ["form-action 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      assert.ok(policy.includes(rule), rule);
    assert.deepEqual(
      ['cache-control', 'referrer-policy'].map((name) => bare.headers.get(name)),
      ['no-store', 'no-referrer'],
    );
    const html = await bare.text();
    assert.equal(await (await owner.fetch('/t?x=<script>')).text(), html);
    assert.doesNotMatch(html, /<script(?! type="module" src="\/assets\/phone-)|style=| on\w+=/);
  });

  it('is of no use to a stranger who guesses, bends or borrows its parts', async () => {
    const { key, link } = await make();
    const phone = await open(key);
    const token = phone.cookie.slice('phone='.length);
    const { rows } = await sql('select key_hash, cookie_hash from phone_links where id = $1', [link.id]);
    const keys = [
      '',
      ' ',
      `${key} `,
      key.toLowerCase(),
      key.slice(1),
      token,
      link.id,
      rows[0].key_hash,
      'ă\u202e',
    ];
    for (const wrong of keys) await assert.rejects(open(wrong), OVER, wrong);
    for (const body of [
      {},
      { key: 1 },
      { key: [key] },
      { key: 'q'.repeat(101) },
      { key: '\0' },
      { key, x: 1 },
    ]) {
      const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
      const asked = { method: 'POST', path: openPhoneLink.path, headers, body: JSON.stringify(body) };
      assert.equal((await sendRaw(server.url, asked)).status, 400, JSON.stringify(body));
    }
    const cookies = [
      `phone=${key}`,
      `phone=${rows[0].cookie_hash}`,
      `phone=${token.toUpperCase()}`,
      `phone=${owner.cookie.slice('sid='.length)}`,
      `sid=${token}`,
      `known=${token}`,
      owner.cookie,
      'phone=',
      'phone="',
      `phone=${'a'.repeat(4000)}`,
    ];
    for (const cookie of cookies) {
      const asked = server.client();
      asked.cookie = cookie;
      await assert.rejects(lotOf(asked), OVER, cookie.slice(0, 90));
      await assert.rejects(announce(asked, 10), OVER, cookie.slice(0, 90));
    }
    const stranger = server.client();
    stranger.cookie = `sid=${token}; __Host-sid=${token}; phone=${token}`;
    await assert.rejects(stranger.call(readMe, {}), { code: 'auth/session-required' });
    const mine = await owner.upload(await smallPhoto(8), { name: 'a mea.jpg' });
    for (const method of ['HEAD', 'PATCH'])
      for (const path of [`${PHONE_UPLOADS_PATH}/${mine}`, `/api/uploads/${mine}`]) {
        const { status } = await stranger.fetch(path, { method, headers: PART });
        assert.equal(status, path.startsWith(PHONE_UPLOADS_PATH) ? 404 : 401, `${method} ${path}`);
      }
  });

  it('leaves no row once it is a day past', async () => {
    const { link } = await make();
    await sql(`update phone_links set expires_at = now() - interval '25 hours' where id = $1`, [link.id]);
    await deleteOldPhoneLinks(server.app.db, new Date(Date.now() - 86_400_000));
    const { rows } = await sql('select id from phone_links where id = $1', [link.id]);
    assert.deepEqual(rows, []);
  });
});
