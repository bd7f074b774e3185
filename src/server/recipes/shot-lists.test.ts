import { deepEqual, equal, rejects } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { addPhotos, createBatch, editBatch, readBatch, removePhotos } from '#contract/batches.ts';
import { readShotLists, saveShotLists } from '#contract/shots/shot-lists.ts';
import { DEFAULT_BACKGROUND } from '#domain/recipes/background.ts';
import { NO_OVERRIDES, recipeFor } from '#domain/recipes/photo-overrides.ts';
import { DEFAULT_RECIPE, needsObject } from '#domain/recipes/recipe.ts';
import { SHOT_LISTS, sayMissingShots } from '#domain/shots/shot-lists.ts';
import { buildShotFileName, listMissingShots, type Shot, type ShotKind } from '#domain/shots/shots.ts';
import { photosReady, smallPhoto } from '#testing/files/photos.ts';
import { type Client, Refused, type TestServer, testServer } from '#testing/server.ts';

const [car] = SHOT_LISTS;
if (!car) throw new Error('no lists');
const CAR = { name: car.name, shots: car.shots.map(({ key, name, kind }) => ({ key, name, kind })) };
const shotOf = (key: string): Shot => {
  const found = car.shots.find((shot) => shot.key === key);
  if (!found) throw new Error(key);
  return found;
};
const KEEPS = { ...NO_OVERRIDES, background: DEFAULT_BACKGROUND };

describe('guided shots', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });
  after(() => server.close());

  const take = async (client: Client, batchId: string, [key, n]: readonly [key: string, n: number]) => {
    const shot = shotOf(key);
    const upload = { name: buildShotFileName(car, shot), batchId, shot: key, shotKind: shot.kind };
    return client.upload(await smallPhoto(n), upload);
  };
  const read = (client: Client, batchId: string) => client.call(readBatch, { params: { batchId } });

  it('stand in the order of their list, in whatever order they were taken, and say which are missing', async () => {
    const client = await server.newUser();
    const { id } = await client.call(createBatch, { body: { name: 'Dacia', shotList: CAR } });
    const rear = await take(client, id, ['car-rear', 1]);
    const front = await take(client, id, ['car-front-left', 2]);
    const side = await take(client, id, ['car-right', 3]);
    await photosReady(client, [rear, front, side]);
    const batch = await read(client, id);
    deepEqual(batch.photoIds, [front, side, rear]);
    deepEqual(batch.shotList, CAR);
    equal(batch.photos[rear]?.shot, 'car-rear');
    const missing = listMissingShots(batch.shotList ?? CAR, Object.values(batch.photos));
    equal(missing.length, 9);
    equal(sayMissingShots(missing.filter(({ key }) => key === 'car-dashboard')), 'Lipsește bordul');
  });

  it('of an inside or a detail keep their ground in whatever lot they are; those of the whole thing do not', async () => {
    const client = await server.newUser();
    const { id } = await client.call(createBatch, { body: { shotList: CAR } });
    const front = await take(client, id, ['car-front', 4]);
    const dashboard = await take(client, id, ['car-dashboard', 5]);
    const engine = await take(client, id, ['car-engine', 6]);
    await photosReady(client, [front, dashboard, engine]);
    deepEqual((await read(client, id)).exceptions, { [dashboard]: KEEPS, [engine]: KEEPS });
    const other = await client.call(createBatch, { body: { photoIds: [front, dashboard] } });
    deepEqual(other.exceptions, { [dashboard]: KEEPS });
    const added = await client.call(addPhotos, {
      params: { batchId: other.id },
      body: { photoIds: [engine] },
    });
    deepEqual(added.exceptions, { [dashboard]: KEEPS, [engine]: KEEPS });
    const onWhite = { ...DEFAULT_BACKGROUND, kind: 'white' } as const;
    const ofShop = { ...DEFAULT_RECIPE, background: onWhite, fill: 85 };
    equal(needsObject(recipeFor(ofShop, NO_OVERRIDES)), true);
    equal(needsObject(recipeFor(ofShop, KEEPS)), false);
  });

  it('follow the lot’s recipe once a person says so, also when they are added to it again', async () => {
    const client = await server.newUser();
    const { id } = await client.call(createBatch, { body: { shotList: CAR } });
    const dashboard = await take(client, id, ['car-dashboard', 7]);
    await photosReady(client, [dashboard]);
    const params = { batchId: id };
    await client.call(editBatch, { params, body: { exceptions: { [dashboard]: null } } });
    const added = await client.call(addPhotos, { params, body: { photoIds: [dashboard] } });
    deepEqual(added.exceptions, {});
    await client.call(removePhotos, { params, body: { photoIds: [dashboard] } });
    const again = await client.call(addPhotos, { params, body: { photoIds: [dashboard] } });
    deepEqual(again.exceptions, { [dashboard]: KEEPS });
  });

  it('leave a lot’s list by an edit that other pages hear of, and all of them with the list', async () => {
    const client = await server.newUser();
    const { id } = await client.call(createBatch, { body: { shotList: CAR } });
    const shorter = { ...CAR, shots: CAR.shots.filter(({ key }) => key !== 'car-engine') };
    const params = { batchId: id };
    const { patch } = await client.call(editBatch, { params, body: { shotList: shorter } });
    deepEqual(patch.shotList, shorter);
    deepEqual((await read(client, id)).shotList, shorter);
    await client.call(editBatch, { params, body: { shotList: null } });
    equal((await read(client, id)).shotList, null);
  });

  it('are listed by a person for things of their own, with names that files may have', async () => {
    const client = await server.newUser();
    const shots = [
      { key: 'own-1', name: 'Faţă/spate', kind: 'exterior' as const },
      { key: 'own-2', name: ' Seria\u202e ', kind: 'detail' as const },
    ];
    deepEqual((await client.call(readShotLists, {})).lists, []);
    const { lists } = await client.call(saveShotLists, { body: { lists: [{ name: 'Biciclete', shots }] } });
    deepEqual(lists, [
      {
        name: 'Biciclete',
        shots: [
          { key: 'own-1', name: 'Față-spate', kind: 'exterior' },
          { key: 'own-2', name: 'Seria', kind: 'detail' },
        ],
      },
    ]);
    deepEqual((await client.call(readShotLists, {})).lists, lists);
    const stranger = await server.newUser();
    deepEqual((await stranger.call(readShotLists, {})).lists, []);
  });

  it('are refused where two have one key, a kind is unknown, or there are none', async () => {
    const client = await server.newUser();
    const [shot] = CAR.shots;
    if (!shot) throw new Error('no shots');
    const wrong = [
      { name: 'A', shots: [] },
      { name: 'A', shots: [shot, shot] },
      { name: 'A', shots: [{ ...shot, kind: 'odd' as ShotKind }] },
      { name: 'A', shots: [{ ...shot, key: '../../etc' }] },
      { name: '', shots: [shot] },
    ];
    for (const shotList of wrong) {
      await rejects(client.call(createBatch, { body: { shotList } }), Refused);
      await rejects(client.call(saveShotLists, { body: { lists: [shotList] } }), Refused);
    }
  });
});
