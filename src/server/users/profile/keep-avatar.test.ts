import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import sharp from 'sharp';
import { readMe } from '#contract/users.ts';
import { avatarKey } from '#domain/users/avatar.ts';
import { findViolations } from '#server/admin/verify/verify.ts';
import type { App } from '#server/app.ts';
import { removeOrphanFiles } from '#server/photos/orphan-files.ts';
import { keepAvatar } from '#server/users/profile/avatar.ts';
import { NO_UPLOADS } from '#testing/files/no-uploads.ts';
import { sendPicture, smallPhoto } from '#testing/files/photos.ts';
import { EventStream } from '#testing/requests/event-stream.ts';
import { type Client, type TestServer, testServer } from '#testing/server.ts';

/** A provider that serves one picture, counts requests and may be made to fail. */
interface Provider {
  readonly server: Server;
  readonly url: string;
  answer: { status: number; body: Uint8Array };
  asked: number;
  /** Runs before the response. */
  meanwhile: () => Promise<unknown>;
}

async function startProvider(picture: Uint8Array): Promise<Provider> {
  const server = createServer(async (_, reply) => {
    provider.asked += 1;
    await provider.meanwhile();
    reply.writeHead(provider.answer.status, { 'content-type': 'image/jpeg' }).end(provider.answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ana.jpg`;
  const provider = {
    server,
    url,
    answer: { status: 200, body: picture },
    asked: 0,
    meanwhile: async () => undefined,
  };
  return provider;
}

describe('the picture of a person who signs in with Google', () => {
  let server: TestServer;
  let provider: Provider;
  let picture: Buffer;
  let app: App;
  let user: Client & { uid: string };

  before(async () => {
    server = await testServer();
    picture = await smallPhoto(5, 640, 480);
    provider = await startProvider(picture);
    const absent = () => Promise.reject(new Error('no one signs in here'));
    const signIn = {
      startUrl: absent,
      finish: absent,
      pictureSources: () => [],
      isOwnPicture: (url: string) => url === provider.url,
      fetchPicture: async (url: string) => {
        const response = await fetch(url);
        if (!response.ok) throw new Error(`status ${response.status}`);
        return response.bytes();
      },
      close: async () => {},
    };
    app = { ...server.app, signIn };
  });
  after(async () => {
    provider.server.close();
    await server.close();
  });
  beforeEach(async () => {
    user = await server.newUser();
    Object.assign(provider, {
      answer: { status: 200, body: picture },
      asked: 0,
      meanwhile: async () => undefined,
    });
  });

  const setPhotoUrl = (url: string | null) =>
    server.database.pool.query('update users set photo_url = $1 where id = $2', [url, user.uid]);
  const me = () => user.call(readMe, {});
  /** Returns the keys of all stored avatars of the user. */
  const stored = async () => {
    const keys: string[] = [];
    for await (const { key } of app.files.list('users'))
      if (key.startsWith(`users/${user.uid}/`)) keys.push(key);
    return keys;
  };
  const isStored = async () => (await stored()).length > 0;

  it('is resized to 256 px and re-uploaded as the user’s own file, and every tab hears of it', async () => {
    await setPhotoUrl(provider.url);
    const before = await me();
    const stream = new EventStream(user);
    await stream.waitForLiveEvent(({ key }) => key === 'users/me');
    await keepAvatar(app, { userId: user.uid });
    const after = await me();
    assert.match(
      after.photoURL ?? '',
      new RegExp(`^/avatars/users/${user.uid}/avatar\\.jpg\\?v=[0-9a-f]{16}$`),
    );
    assert.ok(before.photoUpdatedAt === null && Date.parse(after.photoUpdatedAt ?? '') > 0);
    const [key = ''] = await stored();
    const avatar = await app.files.readWhole(key);
    const { format, width, height } = await sharp(avatar ?? '').metadata();
    assert.deepEqual([format, width, height], ['jpeg', 256, 256]);
    await stream.waitForLiveEvent((event) => event.type === 'snapshot' && event.rev === after.rev);
    stream.close();
  });

  it('is kept if it is already in the product’s storage: nothing is fetched', async () => {
    await setPhotoUrl(provider.url);
    await keepAvatar(app, { userId: user.uid });
    const kept = await me();
    await keepAvatar(app, { userId: user.uid });
    assert.equal(provider.asked, 1);
    assert.deepEqual(await me(), kept);
  });

  it('is not fetched when there is none, or from an address that is not the provider’s', async () => {
    for (const url of [
      null,
      'https://altundeva.example/ana.jpg',
      `/avatars/users/usr_${'a'.repeat(26)}/avatar.jpg?v=1`,
    ]) {
      await setPhotoUrl(url);
      await keepAvatar(app, { userId: user.uid });
      assert.equal((await me()).photoURL, url);
    }
    await keepAvatar({ ...app, signIn: null }, { userId: user.uid });
    assert.equal(provider.asked, 0);
  });

  it('stays at the provider if the download fails or brings no photo: the provider URL is stored', async () => {
    for (const answer of [
      { status: 404, body: picture },
      { status: 200, body: Buffer.from('nu e o poză') },
      { status: 200, body: picture.subarray(0, picture.length / 2) },
    ]) {
      await setPhotoUrl(provider.url);
      provider.answer = answer;
      await keepAvatar(app, { userId: user.uid });
      assert.equal((await me()).photoURL, provider.url);
      assert.equal(await isStored(), false);
    }
    assert.equal(provider.asked, 3);
  });

  it('is stored while the user’s row is free: a slow store holds up nothing else', async () => {
    await setPhotoUrl(provider.url);
    let kept = 0;
    // Work of others may hold the row for a moment; what holds it until the file is kept is never done with it.
    const lockRow = async (id: string) => {
      const client = await server.database.pool.connect();
      try {
        await client.query(`begin; set local lock_timeout = '30s'`);
        await client.query('select id from users where id = $1 for update', [id]);
      } finally {
        await client.query('rollback');
        client.release();
      }
    };
    const keep = async (path: string, key: string) => {
      await lockRow(user.uid);
      kept += 1;
      await app.files.keep(path, key);
    };
    await keepAvatar({ ...app, files: { ...app.files, keep } }, { userId: user.uid });
    assert.equal(kept, 1);
    assert.equal((await stored()).length, 1);
  });

  it('replaces one of earlier versions, which is at users/{uid}/avatar.jpg and is shown until then', async () => {
    const path = app.files.temporaryPath();
    await writeFile(path, picture);
    await app.files.keep(path, avatarKey(user.uid, null));
    const url = `/avatars/users/${user.uid}/avatar.jpg`;
    await setPhotoUrl(`${url}?v=1`);
    assert.deepEqual(Buffer.from(await (await user.fetch(url)).arrayBuffer()), picture);
    assert.deepEqual(await findViolations(app, { deep: true, orphanGraceMs: 0 }), []);
    assert.equal((await sendPicture(user, await smallPhoto(6))).status, 200);
    const [key, ...others] = await stored();
    assert.deepEqual(others, []);
    assert.notEqual(key, avatarKey(user.uid, null));
    assert.equal((await user.fetch((await me()).photoURL ?? '')).status, 200);
  });

  it('does not replace a picture that the person chose while it was on its way', async () => {
    await setPhotoUrl(provider.url);
    provider.meanwhile = () => setPhotoUrl(null);
    await keepAvatar(app, { userId: user.uid });
    assert.deepEqual([provider.asked, (await me()).photoURL, await isStored()], [1, null, false]);
  });

  it('leaves no file behind that no user document names', async () => {
    await setPhotoUrl(provider.url);
    await keepAvatar(app, { userId: user.uid });
    const proof = { deep: true, orphanGraceMs: 0 };
    assert.deepEqual(await findViolations(app, proof), []);
    const [key] = await stored();
    // A crash between the file and its row leaves this file.
    await setPhotoUrl(null);
    const [orphan] = await findViolations(app, proof);
    assert.deepEqual(orphan, { rule: 'every file has its row', rows: [key] });
    await removeOrphanFiles(app, NO_UPLOADS, { before: new Date(0) });
    assert.equal(await isStored(), true, 'a young file may be waiting for its row');
    assert.ok(
      (await removeOrphanFiles(app, NO_UPLOADS, { before: new Date(Date.now() + 60_000) })).removed > 0,
    );
    assert.equal(await isStored(), false);
    assert.deepEqual(await findViolations(app, proof), []);
  });
});
