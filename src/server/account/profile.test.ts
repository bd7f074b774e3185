import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { readMe, type UserDocument, updateMe } from '#contract/users.ts';
import { updateProfile } from '#server/users/profile/update-profile.ts';
import { sendPicture, smallPhoto } from '#testing/files/photos.ts';
import { EventStream } from '#testing/requests/event-stream.ts';
import { type Client, type TestServer, testServer } from '#testing/server.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

describe('merging the user document', () => {
  let server: TestServer;
  let user: Client & { uid: string };

  before(async () => {
    server = await testServer();
  });
  after(() => server.close());
  beforeEach(async () => {
    user = await server.newUser();
  });

  const patch = (body: unknown) =>
    user.fetch('/api/users/me', { method: 'PATCH', headers: JSON_TYPE, body: JSON.stringify(body) });
  const me = () => user.call(readMe, {});
  const putAvatar = (photo: Uint8Array) => sendPicture(user, photo);

  it('changes the name alone and leaves the rest as it was', async () => {
    const before = await me();
    const after = await user.call(updateMe, { body: { displayName: 'Ana Popescu' } });
    assert.deepEqual(after, { ...before, displayName: 'Ana Popescu', rev: after.rev });
    assert.ok(after.rev > before.rev);
    assert.equal((await user.call(updateMe, { body: { displayName: null } })).displayName, null);
  });

  it('cleans a name as registration does: comma letters, no invisible characters', async () => {
    for (const [written, stored] of [
      ['  Ştefan Ţepeş ', 'Ștefan Țepeș'],
      ['Ana\u202e\u200b', 'Ana'],
      ['Auto/Moto', 'Auto Moto'],
      ['\u200b \u2060', null],
      ['', null],
    ] as const) {
      const { displayName } = await user.call(updateMe, { body: { displayName: written } });
      assert.equal(displayName, stored, JSON.stringify(written));
    }
  });

  it('refuses everything but name, picture, theme and mails of long runs, so that no user becomes richer or an admin by it', async () => {
    const before = await me();
    const hostile: unknown[] = [
      { role: 'admin' },
      { plan: 'dealer' },
      { credits: { totalCredits: -1 } },
      { 'credits.totalCredits': -1 },
      { displayName: 'Ana', role: 'admin' },
      { displayName: 'Ana', plan: 'test', subscription: { expiresAt: null } },
      { trial: { used: false } },
      { email: 'alta@fotolot.example' },
      { emailVerified: true },
      { uid: 'usr_altcineva' },
      { rev: 0 },
      { limits: { photosPerLot: 9999 } },
      { photoUpdatedAt: '2020-01-01T00:00:00.000Z' },
      { displayName: { toString: 'x' } },
      { displayName: ['Ana'] },
      { displayName: 'x'.repeat(81) },
      { photoURL: 7 },
      [{ displayName: 'Ana' }],
      'Ana',
      null,
    ];
    for (const body of hostile) {
      const answer = await patch(body);
      assert.equal(answer.status, 400, JSON.stringify(body));
      assert.equal((await answer.json()).code, 'http/bad-request');
    }
    const polluted = '{"displayName":"Ana","__proto__":{"role":"admin","plan":"dealer"}}';
    const answer = await user.fetch('/api/users/me', { method: 'PATCH', headers: JSON_TYPE, body: polluted });
    assert.equal(answer.status, 400);
    assert.deepEqual(await me(), before);
  });

  it('takes an empty change for no change', async () => {
    const before = await me();
    assert.deepEqual(await user.call(updateMe, { body: {} }), before);
  });

  it('takes as photoURL only null and the own avatar’s current URL', async () => {
    const other = await server.newUser();
    const own: UserDocument = await (await putAvatar(await smallPhoto(1))).json();
    const theirs = own.photoURL?.replace(user.uid, other.uid);
    const foreign = [
      'https://altundeva.example/poza.jpg',
      'https://lh3.googleusercontent.com/a/poza',
      theirs,
      own.photoURL?.replace(/v=.*/, 'v=0000000000000000'),
      `${own.photoURL}&x=1`,
      `https://altundeva.example${own.photoURL}`,
      `//altundeva.example${own.photoURL}`,
      'javascript:alert(1)',
      'data:image/png;base64,AAAA',
      '/api/auth/logout',
      '',
    ];
    for (const photoURL of foreign) {
      const refused = await patch({ photoURL });
      assert.deepEqual(
        [refused.status, (await refused.json()).code],
        [422, 'users/photo-not-allowed'],
        photoURL,
      );
    }
    assert.deepEqual(await me(), own, 'a refused change changes nothing');
    assert.deepEqual(await user.call(updateMe, { body: { photoURL: own.photoURL } }), own);
    const bare = await user.call(updateMe, { body: { photoURL: null } });
    assert.equal(bare.photoURL, null);
    assert.ok(Date.parse(bare.photoUpdatedAt ?? '') >= Date.parse(own.photoUpdatedAt ?? ''));
    const again = await patch({ photoURL: own.photoURL });
    assert.equal((await again.json()).code, 'users/photo-not-allowed', 'its file is gone');
  });

  it('refuses a name and a picture together when the picture is not allowed', async () => {
    const before = await me();
    assert.equal((await patch({ displayName: 'Ana', photoURL: 'https://altundeva.example/x' })).status, 422);
    assert.deepEqual(await me(), before);
  });

  it('takes an allow-listed provider’s address and lets the job keep its picture', async () => {
    const url = 'https://poze.provider.example/ana';
    const absent = () => Promise.reject(new Error('no one signs in here'));
    const isOwnPicture = (asked: string) => asked === url;
    const signIn = {
      pictureSources: () => [],
      startUrl: absent,
      finish: absent,
      isOwnPicture,
      fetchPicture: absent,
      close: absent,
    };
    const asked = { id: user.uid, role: 'user', sessionId: '' } as const;
    await updateProfile({ ...server.app, signIn }, asked, { photoURL: url });
    const { photoURL, photoUpdatedAt } = await me();
    assert.equal(photoURL, url);
    assert.ok(photoUpdatedAt);
    const jobs = await server.database.pool.query("select data from jobs.job where name = 'keep-avatar'");
    assert.deepEqual(jobs.rows, [{ data: { userId: user.uid } }]);
  });

  it('is news for every tab', async () => {
    const stream = new EventStream(user);
    await stream.waitForLiveEvent(({ key }) => key === 'users/me');
    await user.call(updateMe, { body: { displayName: 'Ana' } });
    const named = (event: { type: string; data?: unknown }) =>
      event.type === 'snapshot' && (event.data as UserDocument).displayName === 'Ana';
    await stream.waitForLiveEvent(named);
    const { photoURL } = (await (await putAvatar(await smallPhoto(2))).json()) as UserDocument;
    await stream.waitForLiveEvent(
      (event) => event.type === 'snapshot' && (event.data as UserDocument).photoURL === photoURL,
    );
    stream.close();
  });
});
