import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { logout } from '#contract/auth.ts';
import { readMe, removeAvatar, type UserDocument } from '#contract/users.ts';
import { errorSentence } from '#domain/language/error-sentences.ts';
import { findViolations } from '#server/admin/verify/verify.ts';
import { sendPicture, smallPhoto } from '#testing/files/photos.ts';
import { type RawAnswer, sendRaw } from '#testing/requests/raw-request.ts';
import { type Client, pollUntil, type TestServer, testServer } from '#testing/server.ts';

const HEIC = fileURLToPath(import.meta.resolve('#imaging/fixtures/scene.heic'));
const PROOF = { deep: true, orphanGraceMs: 0 };

describe('the avatar', () => {
  let server: TestServer;
  let user: Client & { uid: string };

  before(async () => {
    server = await testServer();
  });
  after(() => server.close());
  beforeEach(async () => {
    user = await server.newUser();
  });

  const me = () => user.call(readMe, {});
  const put = (photo: Uint8Array, type?: string) => sendPicture(user, photo, type);
  const putPhoto = async (photo: Uint8Array, type?: string): Promise<string> => {
    const answer = await put(photo, type);
    const body = (await answer.json()) as UserDocument;
    assert.equal(answer.status, 200, JSON.stringify(body));
    return body.photoURL ?? '';
  };
  /** Without a session. */
  const get = (path: string, headers: Record<string, string> = {}): Promise<RawAnswer> =>
    sendRaw(server.url, { method: 'GET', path, headers });
  const picture = async (path: string) =>
    sharp(await (await fetch(new URL(path, server.url))).bytes()).metadata();

  it('is a JPEG of 256 px, readable without signing in, at an address that changes with the picture', async () => {
    const first = await putPhoto(await smallPhoto(1, 400, 300));
    assert.match(first, new RegExp(`^/avatars/users/${user.uid}/avatar\\.jpg\\?v=[0-9a-f]{16}$`));
    const { format, width, height, exif, icc } = await picture(first);
    assert.deepEqual([format, width, height, exif, icc], ['jpeg', 256, 256, undefined, undefined]);
    const second = await putPhoto(await smallPhoto(2, 300, 400), 'application/octet-stream');
    assert.notEqual(second, first);
    assert.equal(
      await putPhoto(await smallPhoto(1, 400, 300)),
      first,
      'the same picture has the same address',
    );
    assert.deepEqual(await findViolations(server.app, PROOF), []);
  });

  it('may come as HEIC, PNG or WebP, whatever type the request claims', async () => {
    const photo = sharp(await smallPhoto(3));
    for (const bytes of [
      await readFile(HEIC),
      await photo.clone().png().toBuffer(),
      await photo.webp().toBuffer(),
    ]) {
      const { width, height, format } = await picture(await putPhoto(bytes, 'image/x-orice'));
      assert.deepEqual([format, width, height], ['jpeg', 256, 256]);
    }
  });

  it('has long-lived public caching (31536000 s) and is no page', async () => {
    const path = await putPhoto(await smallPhoto(1));
    const { status, headers } = await get(path);
    assert.equal(status, 200);
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(headers['content-type'], 'image/jpeg');
    assert.match(String(headers['content-security-policy']), /^default-src 'none'; .*; sandbox$/);
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers.vary, undefined);
    assert.equal(headers['set-cookie'], undefined);
    const etag = String(headers.etag);
    for (const known of [etag, `"alt", W/${etag}`, '*']) {
      const again = await get(path, { 'if-none-match': known });
      assert.deepEqual([again.status, again.text, again.headers.etag], [304, '', etag], known);
      assert.equal(again.headers['cache-control'], 'public, max-age=31536000, immutable');
    }
    assert.equal((await get(path, { 'if-none-match': '"alt"' })).status, 200);
  });

  it('is kept for a year only under the address of just this picture', async () => {
    const old = await putPhoto(await smallPhoto(1));
    const current = await putPhoto(await smallPhoto(2));
    for (const path of [old, current.replace(/\?.*/, ''), current.replace(/v=.*/, 'v=1')]) {
      const answer = await get(path);
      assert.equal(answer.headers['cache-control'], 'public, no-cache', path);
      assert.equal(answer.text, (await get(current)).text, 'the picture of now');
    }
  });

  it('is not found where there is none, and that response is not cached', async () => {
    const paths = [
      `/avatars/users/${user.uid}/avatar.jpg`,
      `/avatars/users/${user.uid}/avatar.jpg?v=1`,
      `/avatars/users/usr_${'z'.repeat(26)}/avatar.jpg`,
      '/avatars/users/..%2f..%2fsecret/avatar.jpg',
      '/avatars/users/x/avatar.jpg',
      `/avatars/users/${user.uid}/altceva.jpg`,
      '/avatars',
    ];
    for (const path of paths) {
      const { status, headers, text } = await get(path);
      assert.deepEqual([status, JSON.parse(text).code], [404, 'http/not-found'], path);
      assert.equal(headers['cache-control'], 'no-store', path);
    }
  });

  it('can be removed: photoURL is null again, and the file is gone', async () => {
    const path = await putPhoto(await smallPhoto(1));
    const after = await user.call(removeAvatar, {});
    assert.equal(after.photoURL, null);
    assert.equal((await get(path)).status, 404);
    assert.deepEqual(await findViolations(server.app, PROOF), []);
    assert.equal((await user.call(removeAvatar, {})).rev, after.rev, 'nothing left to remove');
  });

  it('refuses what is no photo with the sentences of uploads, and keeps what was there', async () => {
    const before = await putPhoto(await smallPhoto(1));
    const whole = await smallPhoto(2, 640, 480);
    const wide = sharp({ create: { width: 16_385, height: 1, channels: 3, background: '#fff' } });
    for (const [code, bytes] of [
      ['photos/empty', Buffer.alloc(0)],
      ['photos/not-a-photo', Buffer.from('Vând Dacia Logan, an 2012.')],
      ['photos/format-gif', Buffer.from('GIF89a\x01\0\x01\0')],
      ['photos/format-svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
      ['photos/format-pdf', Buffer.from('%PDF-1.7')],
      ['photos/corrupt', whole.subarray(0, whole.length / 2)],
      ['photos/too-long-side', await wide.png().toBuffer()],
    ] as const) {
      const answer = await put(bytes);
      const refusal = await answer.json();
      assert.deepEqual([answer.status, refusal.code], [422, code]);
      assert.equal(refusal.message, errorSentence(code, refusal.details));
    }
    const none = await user.fetch('/api/users/me/avatar', { method: 'PUT' });
    assert.equal((await none.json()).code, 'photos/empty');
    assert.equal((await me()).photoURL, before);
    assert.deepEqual(await findViolations(server.app, PROOF), []);
  });

  it('is at most 10 MB, announced or not', async () => {
    const photo = await smallPhoto(1);
    const padded = Buffer.concat([photo, Buffer.alloc(10_000_001 - photo.length)]);
    const refused = await put(padded);
    const { code, message } = await refused.json();
    assert.deepEqual([refused.status, code], [413, 'photos/too-large-file']);
    assert.equal(message, 'Fotografia depășește 10\u00a0MB.');
    const headers = { cookie: user.cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'image/jpeg' };
    const chunked = { ...headers, 'transfer-encoding': 'chunked', 'content-length': [] };
    const unannounced = await sendRaw(server.url, {
      method: 'PUT',
      path: '/api/users/me/avatar',
      headers: chunked,
      body: padded,
    });
    assert.deepEqual([unannounced.status, JSON.parse(unannounced.text).code], [413, 'photos/too-large-file']);
    assert.equal((await put(padded.subarray(0, 10_000_000))).status, 200);
  });

  it('is no form and no JSON', async () => {
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'image']) {
      const answer = await put(await smallPhoto(1), type);
      assert.equal(answer.status, 400, type);
    }
  });

  it('is asked for at most 20 times an hour', async () => {
    for (let n = 0; n < 20; n++) assert.equal((await put(Buffer.from('nu e o poză'))).status, 422);
    const refused = await put(await smallPhoto(1));
    assert.deepEqual([refused.status, (await refused.json()).code], [429, 'http/too-many-requests']);
    assert.equal((await me()).photoURL, null);
  });

  it('shows the picture that its address names when many are uploaded at once', async () => {
    const photos = await Promise.all([1, 2, 3, 4, 5, 6].map((seed) => smallPhoto(seed)));
    const urls = await Promise.all(photos.map((photo) => putPhoto(photo)));
    const { photoURL } = await me();
    // Each upload returns the picture of that moment: its own, or one that came right after.
    assert.ok(urls.includes(photoURL ?? ''));
    const { headers } = await get(photoURL ?? '');
    assert.equal(headers.etag, `"${photoURL?.split('v=')[1]}"`);
    assert.deepEqual(await findViolations(server.app, PROOF), []);
  });

  it('is there or not at the end, as the document says, when it is uploaded and removed at once', async () => {
    const photo = await smallPhoto(1);
    await Promise.all(
      Array.from({ length: 8 }, (_, n) => (n % 2 ? user.call(removeAvatar, {}) : putPhoto(photo))),
    );
    const { photoURL } = await me();
    const { status } = await get(`/avatars/users/${user.uid}/avatar.jpg`);
    assert.equal(status, photoURL === null ? 404 : 200);
    assert.deepEqual(await findViolations(server.app, PROOF), []);
  });

  it('is not taken from a user who signed out while it was on its way', async () => {
    const photo = await smallPhoto(1);
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    const answered = new Promise<string>((resolve) => {
      let text = '';
      socket.on('data', (part) => {
        text += part;
        if (text.includes('}')) resolve(text);
      });
    });
    socket.write(
      `PUT /api/users/me/avatar HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncookie: ${user.cookie}\r\nsec-fetch-site: same-origin\r\n` +
        `content-type: image/jpeg\r\ncontent-length: ${photo.length}\r\n\r\n`,
    );
    socket.write(photo.subarray(0, 500));
    const limits = () => server.database.pool.query("select hits from rate_limits where key like 'avatar:%'");
    await pollUntil(limits, ({ rows }) => rows.length === 1);
    await user.call(logout, {});
    socket.write(photo.subarray(500));
    assert.match(await answered, /^HTTP\/1\.1 401 [\s\S]*auth\/session-required/);
    socket.destroy();
    const { rows } = await server.database.pool.query('select photo_url from users where id = $1', [
      user.uid,
    ]);
    assert.deepEqual(rows, [{ photo_url: null }]);
  });
});
