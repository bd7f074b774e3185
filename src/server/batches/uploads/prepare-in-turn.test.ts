import { ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { prepareAgain } from '#server/batches/uploads/prepare-photo.ts';
import { PREPARE_PHOTO } from '#server/batches/uploads/receive-upload.ts';
import { withClock } from '#testing/app.ts';
import { smallPhoto, uploadPhotos } from '#testing/files/photos.ts';
import { type Client, countWaitersFor, pollUntil, type TestServer, testServer } from '#testing/server.ts';

const MANY = 12;
/** Two are prepared at once, and one of the busy person's stands first. */
const A_FEW = 3;

describe('photos that wait to be prepared', () => {
  let server: TestServer;
  let busy: Client & { uid: string };
  let neighbour: Client & { uid: string };
  let held: readonly string[];
  before(async () => {
    server = await testServer();
    [busy, neighbour] = [await server.newUser(), await server.newUser()];
    held = await uploadPhotos(await server.newUser(), [1, 2]);
  });
  after(() => server.close());

  const ask = async (text: string, ...values: unknown[]) =>
    (await server.database.pool.query(text, values)).rows;
  const upload = async (client: Client, seed: number) =>
    client.upload(await smallPhoto(seed), { name: `poza-${seed}.jpg` });
  const toPrepareAnew = (ids: readonly string[]) =>
    ask("update photos set state = 'preparing' where id = any($1)", [...ids]);

  /** Returns the owners in the order of their turns, for photos that came while two others were being prepared. */
  async function ownersInTurn(many: number, fill: () => Promise<unknown>): Promise<string[]> {
    await ask('delete from jobs.job where name = $1', PREPARE_PHOTO.name);
    await toPrepareAnew(held);
    const holder = await server.database.pool.connect();
    await holder.query('begin');
    await holder.query('select from photos where id = any($1) for update', [held]);
    const { app } = server;
    await app.change(async ({ tx }) => {
      for (const photoId of held) await app.queue.send(tx, PREPARE_PHOTO, { photoId });
    });
    await pollUntil(
      () => countWaitersFor(holder),
      (count) => count === held.length,
    );
    await fill();
    await holder.query('commit');
    holder.release();
    const prepared = `select p.owner_id from jobs.job j join photos p on p.id = j.data->>'photoId'
      where j.name = $1 and j.state = 'completed' and not p.id = any($2) order by j.started_on`;
    const rows = await pollUntil(
      () => ask(prepared, PREPARE_PHOTO.name, held),
      ({ length }) => length === many,
    );
    return rows.map(({ owner_id }) => owner_id);
  }

  it('of one person, many sent all at once, let another person’s through after a few', async () => {
    const order = await ownersInTurn(MANY + 1, async () => {
      await Promise.all(Array.from({ length: MANY }, (_, n) => upload(busy, 10 + n)));
      await upload(neighbour, 3);
    });
    ok(order.indexOf(neighbour.uid) <= A_FEW, order.join(' '));
  });

  it('of one person, many retried after an outage, let another person’s new one through after a few', async () => {
    const ids = (await ask('select id from photos where owner_id = $1', busy.uid)).map(({ id }) => id);
    const order = await ownersInTurn(MANY + 1, async () => {
      await toPrepareAnew(ids);
      await prepareAgain(withClock(server.app, () => new Date(Date.now() + 11 * 60_000)));
      await upload(neighbour, 4);
    });
    ok(order.indexOf(neighbour.uid) <= A_FEW, order.join(' '));
  });
});
