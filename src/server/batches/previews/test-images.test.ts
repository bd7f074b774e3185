import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { deleteAccount } from '#contract/deletion.ts';
import {
  cutTestImage,
  previewTestImage,
  sendTestImage,
  testImageMask,
} from '#contract/recipes/test-images.ts';
import { fillPath } from '#contract/route.ts';
import { proveMyself } from '#contract/security.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { findViolations } from '#server/admin/verify/verify.ts';
import { forgetUnusedTestImages } from '#server/batches/previews/test-images.ts';
import { smallPhoto } from '#testing/files/photos.ts';
import { type S3Store, s3Store } from '#testing/files/s3-store.ts';
import { Client, PASSWORD, type TestServer, testServer } from '#testing/server.ts';

/** Two servers over one database and one bucket, as behind a balancer that asks either. */
describe('a picture of the test page', () => {
  let store: S3Store;
  let first: TestServer;
  let second: TestServer;
  let user: Client & { uid: string };
  /** The same person, asking the other server. */
  let elsewhere: Client;
  before(async () => {
    store = await s3Store();
    const shared = { FILES_URL: store.url, SECRET_KEY: 'ab'.repeat(32) };
    first = await testServer(shared);
    second = await testServer({ ...shared, DATABASE_URL: first.database.url });
    user = await first.newUser();
    elsewhere = new Client(second.url);
    elsewhere.cookie = user.cookie;
  });
  after(async () => {
    await second.close();
    await first.close();
    await store.close();
  });

  const send = async (who: Client): Promise<string> => {
    const answer = await who.fetch(sendTestImage.path, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: (await smallPhoto(1)) as Uint8Array<ArrayBuffer>,
    });
    equal(answer.status, 200);
    return ((await answer.json()) as { id: string }).id;
  };
  const preview = async (who: Client, testImageId: string, cutoutId: string | null = null) =>
    (
      await who.fetch(fillPath(previewTestImage.path, { testImageId }), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          ...{ recipe: DEFAULT_RECIPE, output: null, side: 640, stage: 'after', exception: null },
          ...{ plates: [], cutoutId },
        }),
      })
    ).status;
  const kept = async () => {
    const keys: string[] = [];
    for await (const { key } of first.app.files.list('trials')) keys.push(key.replace(/_\w+/, ''));
    return keys;
  };
  const holds = async () => deepEqual(await findViolations(first.app, { deep: true, orphanGraceMs: 0 }), []);

  it('is known to every server, with its cut-outs', async () => {
    const testImageId = await send(user);
    equal(await preview(elsewhere, testImageId), 200);
    const params = { testImageId };
    const box = { x: 0.2, y: 0.2, width: 0.6, height: 0.6 };
    const { cutout } = await elsewhere.call(cutTestImage, { params, body: { box, strokes: [] } });
    ok(cutout);
    const mask = await user.fetch(fillPath(testImageMask.path, { ...params, cutoutId: cutout.id }));
    equal(mask.status, 200);
    equal(await preview(user, testImageId, cutout.id), 200);
    const own = await user.call(cutTestImage, { params, body: { box: null, strokes: [] } });
    const again = await elsewhere.call(cutTestImage, { params, body: { box: null, strokes: [] } });
    deepEqual(again, own, 'the engine’s own cut-out is made once');
    deepEqual(await kept(), ['trials/cut.png', 'trials/cut.png', 'trials/tst', 'trials/tst.jpg']);
    await holds();
    const stranger = await first.newUser();
    equal(await preview(stranger, testImageId), 404);
  });

  it('keeps the first of its cut-outs and the last seven', async () => {
    const testImageId = await send(user);
    const params = { testImageId };
    await user.call(cutTestImage, { params, body: { box: null, strokes: [] } });
    for (let n = 1; n <= 10; n++) {
      const box = { x: 0.2, y: 0.2, width: 0.3 + n * 0.02, height: 0.5 };
      await user.call(cutTestImage, { params, body: { box, strokes: [] } });
    }
    const { rows } = await first.database.pool.query(
      "select hints->>'box' is null as first from trial_cutouts order by made_at",
    );
    deepEqual(
      rows.map((row) => row.first),
      [true, ...Array<boolean>(7).fill(false)],
    );
    await holds();
  });

  it('is deleted half an hour after its last use, whichever server looks', async () => {
    const testImageId = await send(user);
    const unusedFor = (minutes: number) =>
      first.database.pool.query('update trial_images set used_at = now() - make_interval(mins => $1)', [
        minutes,
      ]);
    await unusedFor(29);
    equal(await preview(elsewhere, testImageId), 200, 'in use again');
    await forgetUnusedTestImages(second.app);
    equal(await preview(user, testImageId), 200);
    await unusedFor(31);
    equal(await preview(user, testImageId), 404);
    await forgetUnusedTestImages(second.app);
    deepEqual(await kept(), []);
    await holds();
  });

  it('goes with the account of its owner', async () => {
    const leaver = await first.newUser();
    await send(leaver);
    await leaver.call(proveMyself, { body: { password: PASSWORD } });
    await leaver.call(deleteAccount, {});
    deepEqual((await first.database.pool.query('select id from trial_images')).rows, []);
    deepEqual(await kept(), []);
    await holds();
  });

  it('makes the one that was used longest ago go when there are more than 200', async () => {
    await first.database.pool.query(
      `insert into users (id, email) select 'usr_o' || n, 'o' || n || '@fotolot.example' from generate_series(1, 200) n`,
    );
    await first.database.pool.query(
      `insert into trial_images (id, user_id, prepared, used_at)
       select 'tst_ab' || n, 'usr_o' || n, '{}', now() - make_interval(secs => n) from generate_series(1, 200) n`,
    );
    await send(user);
    const { rows } = await first.database.pool.query(
      `select count(*)::int as n, bool_or(id = 'tst_ab200') as oldest, bool_or(id = 'tst_ab199') as next from trial_images`,
    );
    deepEqual(rows, [{ n: 200, oldest: false, next: true }]);
    await first.database.pool.query(`delete from trial_images where id like 'tst_ab%'`);
    await first.database.pool.query(`delete from users where id ~ '^usr_o[0-9]+$'`);
    await holds();
  });
});
