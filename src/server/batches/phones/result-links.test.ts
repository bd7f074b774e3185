import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import { deleteBatch, readBatch, removePhotos, resultFile } from '#contract/batches.ts';
import {
  makePhoneLink,
  openPhoneLink,
  PHONE_UPLOADS_PATH,
  readPhoneLot,
} from '#contract/phones/phone-links.ts';
import {
  endResultLink,
  makeResultLink,
  openResultLink,
  phoneResultFile,
  phoneResultThumbnail,
  readPhoneResults,
  readResultLink,
} from '#contract/phones/result-links.ts';
import { photoOriginal, photoThumbnail, trashPhotos } from '#contract/photos.ts';
import { fillPath, type Route } from '#contract/route.ts';
import { logoutOthers, readSecurity } from '#contract/security.ts';
import { readMe } from '#contract/users.ts';
import { eraseAccount } from '#server/account/deletion/erase-account.ts';
import { deleteOldPhoneLinks } from '#server/batches/phones/phone-link-store.ts';
import { closeSession, openSession, userFinder } from '#server/users/sign-in/session-store.ts';
import { setSuspended } from '#server/users/suspension-store.ts';
import { uploadPhotos } from '#testing/files/photos.ts';
import { newBatch, runEnded, startRun } from '#testing/runs.ts';
import { type Client, Refused, type TestServer, TUS, testServer } from '#testing/server.ts';

const OVER = { status: 410, code: 'batches/phone-link-over' };
const sha256 = (bytes: ArrayBuffer) => createHash('sha256').update(Buffer.from(bytes)).digest('hex');

describe('a link by which a phone takes results', () => {
  let server: TestServer;
  let owner: Client & { uid: string };
  let batchId: string;
  let photoIds: string[];

  before(async () => {
    server = await testServer();
    owner = await server.newUser();
    photoIds = await uploadPhotos(owner, [1, 2]);
    batchId = await makeResults(photoIds);
  });
  after(() => server.close());

  beforeEach(() => sql('delete from rate_limits'));

  async function makeResults(ids: readonly string[]): Promise<string> {
    const { id } = await newBatch(owner, { name: 'Dacia', photoIds: ids });
    await startRun(owner, id, { photoIds: ids, cost: 1 });
    await runEnded(owner, id);
    return id;
  }

  const make = (of = batchId) => owner.call(makeResultLink, { params: { batchId: of } });
  const sql = (text: string, values: unknown[] = []) => server.database.pool.query(text, values);

  /** A browser that was never here, with the cookie that a key brings. */
  async function open(key: string, { path }: Pick<Route, 'path'> = openResultLink): Promise<Client> {
    const phone = server.client();
    const response = await phone.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (Android) Chrome/140' },
      body: JSON.stringify({ key }),
    });
    if (!response.ok) throw new Refused(response.status, await response.json());
    phone.cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    return phone;
  }

  const see = (phone: Client) => phone.call(readPhoneResults, {});
  const filesSeen = async (phone: Client) => (await see(phone)).variants.flatMap(({ files }) => files);
  const fetchFile = (phone: Client, resultId: string, init?: RequestInit) =>
    phone.fetch(fillPath(phoneResultFile.path, { resultId }), init);

  it('is exchanged for a cookie that only these routes get, and that the database cannot tell', async () => {
    const { key, link } = await make();
    assert.match(key, /^[\w-]{22}$/);
    const response = await server.client().fetch(openResultLink.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key }),
    });
    const [cookie = ''] = response.headers.getSetCookie();
    assert.match(
      cookie,
      /^results=[0-9a-f]{64}; Max-Age=1800; Path=\/api\/phone-results; HttpOnly; SameSite=Strict$/,
    );
    assert.equal(Date.parse(link.endsAt) - Date.parse(link.createdAt), 30 * 60_000);
    const { rows } = await sql('select * from result_links where id = $1', [link.id]);
    const token = cookie.slice('results='.length).split(';')[0] ?? '';
    for (const secret of [key, token]) assert.equal(JSON.stringify(rows).includes(secret), false);
  });

  it('shows the finished files in lot order under the owner’s names, and no word of account, recipe or originals', async () => {
    const { key } = await make();
    const phone = await open(key);
    const seen = await see(phone);
    const { results, outputLabels } = await owner.call(readBatch, { params: { batchId } });
    const [result] = Object.values(results);
    const inOrder = photoIds.flatMap((id) => Object.values(results).filter(({ photoId }) => photoId === id));
    assert.deepEqual(seen.variants, [
      {
        label: outputLabels[result?.outputKey ?? ''],
        files: inOrder.map(({ id, fileName, bytes }) => ({ id, fileName, bytes })),
      },
    ]);
    assert.deepEqual(Object.keys(seen).sort(), ['endsAt', 'variants', 'waiting']);
    assert.equal(seen.waiting, 0);
    assert.equal(
      (await owner.call(readResultLink, { params: { batchId } })).link?.device,
      'Chrome pe Android',
    );
  });

  it('gives each file whole, by its name and type, in parts, and kept by no browser', async () => {
    const phone = await open((await make()).key);
    const [file] = await filesSeen(phone);
    const resultId = file?.id ?? '';
    const mine = await owner.fetch(`${fillPath(resultFile.path, { resultId })}?download=1`);
    const theirs = await fetchFile(phone, resultId);
    assert.equal(theirs.headers.get('cache-control'), 'private, no-store');
    for (const name of ['content-type', 'content-disposition', 'content-length', 'etag', 'accept-ranges'])
      assert.equal(theirs.headers.get(name), mine.headers.get(name), name);
    const whole = await theirs.arrayBuffer();
    assert.equal(sha256(whole), sha256(await mine.arrayBuffer()));
    const part = await fetchFile(phone, resultId, { headers: { range: 'bytes=10-19' } });
    assert.deepEqual(
      [part.status, part.headers.get('content-range')],
      [206, `bytes 10-19/${whole.byteLength}`],
    );
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), Buffer.from(whole).subarray(10, 20));
    const past = await fetchFile(phone, resultId, { headers: { range: 'bytes=99999999-' } });
    assert.equal(past.status, 416);
    const heads = [phone.fetch(fillPath(phoneResultFile.path, { resultId }), { method: 'HEAD' })];
    heads.push(owner.fetch(fillPath(resultFile.path, { resultId }), { method: 'HEAD' }));
    const [head, asOwner] = await Promise.all(heads);
    assert.equal(head?.status, asOwner?.status, 'as the owner’s own route answers');
    const small = await phone.fetch(fillPath(phoneResultThumbnail.path, { resultId }));
    assert.deepEqual(
      [small.status, small.headers.get('content-type'), small.headers.get('cache-control')],
      [200, 'image/webp', 'private, no-store'],
    );
  });

  it('shows a lot that runs with what is finished, and says how many photos are on their way', async () => {
    const ids = await uploadPhotos(owner, [3, 4]);
    const lotId = await makeResults(ids);
    const phone = await open((await make(lotId)).key);
    const [run] = (await sql('select id from runs where batch_id = $1', [lotId])).rows;
    const left = [run.id, ids[1]];
    await sql(`update run_photos set state = 'waiting' where run_id = $1 and photo_id = $2`, left);
    await sql(`delete from results where photo_id = $1`, [ids[1]]);
    const { waiting, variants } = await see(phone);
    assert.deepEqual([waiting, variants.map(({ files }) => files.length)], [1, [1]]);
  });

  it('opens no file of another lot, none of a photo that left the lot or lies in the trash', async () => {
    const ids = await uploadPhotos(owner, [5, 6]);
    const lotId = await makeResults(ids);
    const stranger = await server.newUser();
    const phone = await open((await make(lotId)).key);
    const foreign = Object.keys((await owner.call(readBatch, { params: { batchId } })).results);
    assert.equal(foreign.length, 2);
    const [first, second] = await filesSeen(phone);
    await owner.call(trashPhotos, { body: { photoIds: ids.slice(0, 1) } });
    await owner.call(removePhotos, { params: { batchId: lotId }, body: { photoIds: ids.slice(1) } });
    assert.deepEqual(await filesSeen(phone), []);
    const unknown = `res_${'q'.repeat(26)}`;
    for (const resultId of [...foreign, first?.id ?? '', second?.id ?? '', unknown])
      for (const { path } of [phoneResultFile, phoneResultThumbnail]) {
        const response = await phone.fetch(fillPath(path, { resultId }));
        assert.deepEqual([response.status, (await response.json()).code], [404, 'photos/file-missing']);
      }
    await assert.rejects(stranger.call(makeResultLink, { params: { batchId } }), { status: 404 });
    await assert.rejects(stranger.call(readResultLink, { params: { batchId } }), { status: 404 });
  });

  interface Made {
    readonly ana: Client & { uid: string };
    readonly params: { batchId: string };
    readonly linkId: string;
  }

  /** Whatever ends a link, by its owner’s words. */
  const ENDS: Record<string, (made: Made) => Promise<unknown>> = {
    'the owner’s press': ({ ana, linkId }) => ana.call(endResultLink, { params: { resultLinkId: linkId } }),
    'another link to the same results': ({ ana, params }) => ana.call(makeResultLink, { params }),
    'the lot’s deletion': ({ ana, params }) => ana.call(deleteBatch, { params }),
    'a deletion by a version that knows no links': ({ params }) =>
      sql('update batches set deleted_at = now() where id = $1', [params.batchId]),
    'thirty minutes': ({ linkId }) =>
      sql('update result_links set expires_at = now() where id = $1', [linkId]),
    'signing out': async ({ ana }) => {
      const user = await userFinder(server.app)(ana.cookie.slice('sid='.length));
      if (user) await closeSession(server.app, user);
    },
    'another session that ends all others': async ({ ana }) => {
      const token = await server.app.change(({ tx }) =>
        openSession(tx, server.app, { userId: ana.uid, userAgent: '' }),
      );
      const elsewhere = server.client();
      elsewhere.cookie = `sid=${token}`;
      await elsewhere.call(logoutOthers, {});
    },
    'the account’s suspension': ({ ana }) =>
      server.app.change(({ tx }) => setSuspended(tx, ana.uid, server.app.now())),
    'the account’s deletion': ({ ana }) =>
      server.app.change((unit) => eraseAccount(unit, server.app, ana.uid)),
  };

  it('shows nothing more after any of its ends', async () => {
    for (const [what, end] of Object.entries(ENDS)) {
      const ana = await server.newUser();
      const params = { batchId: (await newBatch(ana, { name: 'Dacia', photoIds: [] })).id };
      const { key, link } = await ana.call(makeResultLink, { params });
      const phone = await open(key);
      assert.deepEqual((await see(phone)).variants, [], what);
      await end({ ana, params, linkId: link.id });
      await assert.rejects(see(phone), OVER, what);
      await assert.rejects(open(key), OVER, what);
      const file = await fetchFile(phone, `res_${'q'.repeat(26)}`);
      assert.deepEqual([file.status, (await file.json()).code], [410, OVER.code], what);
    }
  });

  it('goes on while its lot is processed once more', async () => {
    const phone = await open((await make()).key);
    await startRun(owner, batchId, { photoIds, cost: 0 });
    await see(phone);
    await runEnded(owner, batchId);
    assert.equal((await filesSeen(phone)).length, 2);
  });

  it('adds no photo, and a link that adds photos shows no result, whichever name key and cookie are sent by', async () => {
    const { key } = await make();
    const { key: addingKey } = await owner.call(makePhoneLink, { params: { batchId } });
    await assert.rejects(open(key, openPhoneLink), OVER);
    await assert.rejects(open(addingKey), OVER);
    const reads = (await open(key)).cookie.slice('results='.length);
    const adds = (await open(addingKey, openPhoneLink)).cookie.slice('phone='.length);
    const [resultId = ''] = Object.keys((await owner.call(readBatch, { params: { batchId } })).results);
    const withCookies = (cookie: string) => Object.assign(server.client(), { cookie });
    const reader = withCookies(`results=${reads}; phone=${reads}; sid=${reads}`);
    await assert.rejects(reader.call(readPhoneLot, {}), OVER);
    const begun = await reader.fetch(PHONE_UPLOADS_PATH, {
      method: 'POST',
      headers: { ...TUS, 'upload-length': '10' },
    });
    assert.equal(begun.status, 410);
    const adder = withCookies(`results=${adds}; phone=${adds}; sid=${adds}`);
    await assert.rejects(see(adder), OVER);
    for (const { path } of [phoneResultFile, phoneResultThumbnail])
      assert.equal((await adder.fetch(fillPath(path, { resultId }))).status, 410);
    await assert.rejects(see(owner), OVER);
    await assert.rejects(reader.call(readMe, {}), { code: 'auth/session-required' });
    const photoId = photoIds[0] ?? '';
    const closed = [
      fillPath(photoOriginal.path, { photoId }),
      fillPath(photoThumbnail.path, { photoId }),
      fillPath(resultFile.path, { resultId }),
      `/api/batches/${batchId}`,
      `/api/batches/${batchId}/zip`,
    ];
    for (const path of closed) assert.equal((await reader.fetch(path)).status, 401, path);
  });

  it('stands in the list of sessions with its lot, and is ended there by its owner alone', async () => {
    const ana = await server.newUser();
    const lot = { batchId: (await newBatch(ana, { name: 'Dacia', photoIds: [] })).id };
    const { key, link } = await ana.call(makeResultLink, { params: lot });
    await open(key);
    const listed = async () => (await ana.call(readSecurity, {})).resultLinks;
    assert.deepEqual(await listed(), [
      {
        id: link.id,
        batchName: 'Dacia',
        device: 'Chrome pe Android',
        createdAt: link.createdAt,
        endsAt: link.endsAt,
      },
    ]);
    assert.deepEqual((await ana.call(readSecurity, {})).phoneLinks, []);
    const params = { resultLinkId: link.id };
    await assert.rejects((await server.newUser()).call(endResultLink, { params }), { status: 404 });
    await ana.call(endResultLink, { params });
    await ana.call(endResultLink, { params });
    assert.deepEqual(await listed(), []);
    assert.equal((await ana.call(readResultLink, { params: lot })).link, null);
  });

  it('is opened, made and looked at a limited number of times', async () => {
    const refused = { status: 429, code: 'http/too-many-requests' };
    const phone = await open((await make()).key);
    for (let n = 0; n < 29; n += 1) await make();
    await assert.rejects(make(), refused);
    await sql('delete from rate_limits');
    const again = await open((await make()).key);
    await assert.rejects(see(phone), OVER);
    const tries = Array.from({ length: 31 }, () =>
      open('q'.repeat(22)).catch((error: Refused) => error.code),
    );
    const codes = await Promise.all(tries);
    assert.equal(codes.filter((code) => code === OVER.code).length, 29);
    assert.ok(codes.includes(refused.code));
    const looks = await Promise.all(Array.from({ length: 120 }, () => again.fetch(readPhoneResults.path)));
    assert.deepEqual(new Set(looks.map(({ status }) => status)), new Set([200, 429]));
  });

  it('opens a document that is the same for all, with our own script alone and no key in what the server sees', async () => {
    const bare = await server.client().fetch('/r');
    assert.equal(bare.status, 200);
    const policy = bare.headers.get('content-security-policy') ?? '';
    assert.match(policy, /^default-src 'none'; script-src 'self'; connect-src 'self';/);
    assert.deepEqual(
      ['cache-control', 'referrer-policy'].map((name) => bare.headers.get(name)),
      ['no-store', 'no-referrer'],
    );
    const html = await bare.text();
    assert.equal(await (await owner.fetch('/r?x=<script>')).text(), html);
    assert.doesNotMatch(html, /<script(?! type="module" src="\/assets\/phone-results-)|style=| on\w+=/);
  });

  it('leaves no row once it is a day past', async () => {
    const { link } = await make();
    await sql(`update result_links set expires_at = now() - interval '25 hours' where id = $1`, [link.id]);
    await deleteOldPhoneLinks(server.app.db, new Date(Date.now() - 86_400_000));
    assert.deepEqual((await sql('select id from result_links where id = $1', [link.id])).rows, []);
  });
});
