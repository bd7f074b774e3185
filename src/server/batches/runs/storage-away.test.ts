import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import * as z from 'zod';
import { prepareAgain, preparePhoto } from '#server/batches/uploads/prepare-photo.ts';
import { PREPARE_PHOTO } from '#server/batches/uploads/receive-upload.ts';
import { originalKey } from '#server/photos/file-keys.ts';
import { withClock } from '#testing/app.ts';
import { photosReady, smallPhoto } from '#testing/files/photos.ts';
import { type Client, pollUntil, type TestServer, testServer } from '#testing/server.ts';

const MINUTE = 60_000;

describe('a photo whose preparation meets an outage', () => {
  let server: TestServer;
  let owner: Client;
  let photoId: string;
  const stateOf = async (id = photoId) =>
    (await server.database.pool.query('select state, refusal from photos where id = $1', [id])).rows[0];
  const inMinutes = (minutes: number) => withClock(server.app, () => new Date(Date.now() + minutes * MINUTE));
  /** The folder of small copies; a file lies there for now, so that each try fails. */
  const inTheWay = () => join(server.dataDir, 'thumbnails');

  before(async () => {
    server = await testServer();
    owner = await server.newUser();
    await writeFile(inTheWay(), '');
    photoId = await owner.upload(await smallPhoto(1), { name: 'poza.jpg' });
    // The tries are used up: of the first one that failed there is no second.
    await pollUntil(
      () =>
        server.database.pool.query(
          "update jobs.job set state = 'failed', completed_on = now() where name = 'prepare-photo' and state = 'retry'",
        ),
      ({ rowCount }) => rowCount === 1,
    );
  });
  after(() => server.close());

  it('is not refused while its file, its folder or the whole storage is away', async () => {
    const originals = join(server.dataDir, 'originals');
    await rm(inTheWay());
    await rename(originals, `${originals}.away`);
    await rejects(preparePhoto(server.app, { photoId }), { code: 'photos/file-missing' });
    await writeFile(originals, '');
    await rejects(preparePhoto(server.app, { photoId }), { code: 'http/unavailable' });
    await rm(originals);
    await rename(`${originals}.away`, originals);
    await rename(join(server.dataDir, 'tmp'), join(server.dataDir, 'tmp.away'));
    await rejects(preparePhoto(server.app, { photoId }), { code: 'photos/file-missing' });
    await rename(join(server.dataDir, 'tmp.away'), join(server.dataDir, 'tmp'));
    equal((await stateOf()).state, 'preparing');
  });

  it('is tried anew from ten minutes after on, once, and is ready when the storage is back', async () => {
    const waiting = () => server.app.queue.unfinished(PREPARE_PHOTO);
    await prepareAgain(inMinutes(9));
    deepEqual(await waiting(), []);
    await mkdir(join(server.dataDir, 'thumbnails'), { recursive: true });
    const other = { name: 'end-trials', payload: z.object({}) };
    await server.app.change(({ tx }) => server.app.queue.send(tx, other, {}));
    await Promise.all([prepareAgain(inMinutes(11)), photosReady(owner, [photoId])]);
    await prepareAgain(inMinutes(12));
    deepEqual(await waiting(), []);
  });

  it('whose job still waits gets no second one', async () => {
    const { pool } = server.database;
    const other = await owner.upload(await smallPhoto(2), { name: 'alta.jpg' });
    await photosReady(owner, [other]);
    await pool.query("update photos set state = 'preparing' where id = $1", [other]);
    await pool.query(
      "insert into jobs.job (name, data, start_after) values ('prepare-photo', $1, now() + interval '1 hour')",
      [{ photoId: other }],
    );
    await prepareAgain(inMinutes(11));
    deepEqual(await server.app.queue.unfinished(PREPARE_PHOTO), [{ photoId: other }]);
    await pool.query("delete from jobs.job where name = 'prepare-photo'");
  });

  it('is refused when it alone is lost', async () => {
    const lost = await owner.upload(await smallPhoto(3), { name: 'pierduta.jpg' });
    await photosReady(owner, [lost]);
    await server.database.pool.query("update photos set state = 'preparing' where id = $1", [lost]);
    ok(!(await server.app.files.isLost(originalKey(lost))));
    await server.app.files.remove([originalKey(lost)]);
    await preparePhoto(server.app, { photoId: lost });
    deepEqual(await stateOf(lost), {
      state: 'refused',
      refusal: { code: 'photos/file-missing', details: {} },
    });
  });
});
