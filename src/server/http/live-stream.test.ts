import assert from 'node:assert/strict';
import { get } from 'node:http';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { addPhotos, type Batch, createBatch, editBatch, readBatch } from '#contract/batches.ts';
import type { LiveEvent } from '#contract/live.ts';
import { trashPhotos } from '#contract/photos.ts';
import { readMe, type UserDocument } from '#contract/users.ts';
import { dailyCleanup } from '#server/batches/retention/daily-cleanup.ts';
import { withClock } from '#testing/app.ts';
import { smallPhoto, uploadPhotos } from '#testing/files/photos.ts';
import { EventStream, type Received } from '#testing/requests/event-stream.ts';
import { newBatch, runEnded, startRun } from '#testing/runs.ts';
import { type Client, pollUntil, type TestServer, testServer } from '#testing/server.ts';
import { mergePatch } from '#web/api/live/apply-event.ts';

const isMe = (event: LiveEvent) => event.key === 'users/me';

describe('the live stream', () => {
  let server: TestServer;

  before(async () => {
    server = await testServer();
  });
  after(() => server.close());

  const batchNow = (client: Client, batchId: string) => client.call(readBatch, { params: { batchId } });
  const rename = (client: Client, batchId: string, name: string) =>
    client.call(editBatch, { params: { batchId }, body: { name } });
  const nameOf = (batchId: string, name: string) => (event: LiveEvent) =>
    event.type === 'patch' &&
    event.key === `batches/${batchId}` &&
    (event.patch as Partial<Batch>).name === name;

  it('begins with the user document, whole', async () => {
    const client = await server.newUser();
    const stream = new EventStream(client);
    await stream.waitForLiveEvent(isMe);
    const me = await client.call(readMe, {});
    assert.deepEqual(stream.received[0]?.event, { type: 'snapshot', key: 'users/me', rev: me.rev, data: me });
    assert.equal(stream.status, 200);
    stream.close();
  });

  it('tells the gallery of another order in a batch', async () => {
    const client = await server.newUser();
    const photoIds = await uploadPhotos(client, [1, 2]);
    const batch = await newBatch(client, { name: 'Rânduri', photoIds });
    const stream = new EventStream(client);
    await stream.waitForLiveEvent(isMe);
    const turned = { photoIds: photoIds.toReversed() };
    await client.call(editBatch, { params: { batchId: batch.id }, body: turned });
    await stream.waitForLiveEvent(({ type, key }) => type === 'changed' && key === 'photos');
    stream.close();
  });

  it('is refused without a session', async () => {
    const stream = new EventStream(server.client());
    await pollUntil(
      async () => stream.ended,
      (ended) => ended,
    );
    assert.deepEqual([stream.status, stream.received], [401, []]);
  });

  it('brings the balance and the batch to every tab', async () => {
    const client = await server.newUser();
    const photoIds = await uploadPhotos(client, [1, 2]);
    const batch = await newBatch(client, { name: 'Lot', photoIds });
    const tabs = [new EventStream(client), new EventStream(client)];
    for (const tab of tabs) await tab.waitForLiveEvent(isMe);
    await startRun(client, batch.id, { photoIds, cost: 1 });
    await runEnded(client, batch.id);
    for (const tab of tabs) {
      await tab.waitForLiveEvent((event) => event.type === 'snapshot' && isMe(event) && balance(event) === 2);
      const all = await tab.waitForLiveEvent(
        (event) =>
          event.type === 'snapshot' && event.key === `batches/${batch.id}` && stateOf(event) === 'done',
      );
      assert.ok(all.some(({ event }) => event.type === 'changed' && event.key === 'batches'));
      tab.close();
    }
  });

  it('reads a batch that changed once for all tabs of its owner', async (t) => {
    const client = await server.newUser();
    const [first = '', second = ''] = await uploadPhotos(client, [1, 2]);
    const batch = await client.call(createBatch, { body: { name: 'Lot' } });
    const tabs = Array.from({ length: 6 }, () => new EventStream(client));
    for (const tab of tabs) await tab.waitForLiveEvent(isMe);
    const added = async (photoId: string) => {
      await client.call(addPhotos, { params: { batchId: batch.id }, body: { photoIds: [photoId] } });
      const holds = (event: LiveEvent) =>
        event.type === 'snapshot' &&
        event.key === `batches/${batch.id}` &&
        (event.data as Batch).photoIds.includes(photoId);
      for (const tab of tabs) await tab.waitForLiveEvent(holds);
    };
    await added(first);
    let readings = 0;
    const { query } = pg.Client.prototype;
    t.mock.method(pg.Client.prototype, 'query', function (this: pg.Client, ...given: unknown[]) {
      if (/isolation level repeatable read/i.test(JSON.stringify(given[0]))) readings += 1;
      return Reflect.apply(query, this, given);
    });
    await added(second);
    // One for the response, one for the tabs, and one more where a tab was still busy with what came before.
    assert.ok(readings >= 2 && readings <= 3, `${readings} readings`);
    for (const tab of tabs) tab.close();
  });

  it('leads, by snapshots and patches in turn, to the very document that is read afresh', async () => {
    const client = await server.newUser();
    const batch = await client.call(createBatch, { body: { name: 'Lot' } });
    const stream = new EventStream(client);
    await stream.waitForLiveEvent(isMe);
    const held = { rev: batch.rev, data: batch as unknown };
    for (const seed of [1, 2, 3, 4])
      await client.upload(await smallPhoto(seed), { name: `${seed}.jpg`, batchId: batch.id });
    await client.upload(await smallPhoto(1), { name: 'copie.jpg', batchId: batch.id });
    await client.upload(Buffer.from('nu'), { name: 'nu.jpg', batchId: batch.id });
    const { photoIds } = await pollUntil(
      () => batchNow(client, batch.id),
      ({ photos }) =>
        Object.values(photos).every(({ state }) => state !== 'preparing' && state !== 'uploading'),
    );
    await startRun(client, batch.id, { photoIds, cost: 1 });
    await runEnded(client, batch.id);
    await client.call(trashPhotos, { body: { photoIds: photoIds.slice(0, 1) } });
    await rename(client, batch.id, 'La sfârșit');
    const all = await stream.waitForLiveEvent(nameOf(batch.id, 'La sfârșit'));
    let patches = 0;
    for (const { event } of all) {
      if (event.key !== `batches/${batch.id}` || event.type === 'changed') continue;
      if (event.rev <= held.rev) continue;
      if (event.type === 'snapshot') Object.assign(held, { rev: event.rev, data: event.data });
      else {
        assert.equal(event.rev, held.rev + 1, 'a patch leads from the revision before');
        const data = { ...(mergePatch(held.data, event.patch) as Batch), rev: event.rev };
        Object.assign(held, { rev: event.rev, data });
        patches += 1;
      }
    }
    assert.ok(patches > 5, `${patches} patches`);
    assert.deepEqual(held.data, await batchNow(client, batch.id));
    stream.close();
  });

  it('says after each patch what a fresh reading of that revision says', async () => {
    const client = await server.newUser();
    const batch = await client.call(createBatch, { body: { name: 'Lot' } });
    const stream = new EventStream(client);
    await stream.waitForLiveEvent(isMe);
    let held: unknown = batch;
    for (const seed of [11, 12]) {
      await client.upload(await smallPhoto(seed), { name: `${seed}.jpg`, batchId: batch.id });
      const fresh = await pollUntil(
        () => batchNow(client, batch.id),
        ({ photos }) => Object.values(photos).every(({ state }) => state === 'ready'),
      );
      const all = await stream.waitForLiveEvent((event) => event.type === 'patch' && event.rev === fresh.rev);
      for (const { event } of all)
        if (event.type === 'patch' && event.rev > (held as Batch).rev)
          held = { ...(mergePatch(held, event.patch) as Batch), rev: event.rev };
      assert.deepEqual(withoutNulls(held), withoutNulls(fresh));
    }
    stream.close();
  });

  it('goes on after Last-Event-ID without a gap and without a repetition', async () => {
    const client = await server.newUser();
    const batch = await client.call(createBatch, { body: { name: 'Lot' } });
    const first = new EventStream(client);
    await first.waitForLiveEvent(isMe);
    await rename(client, batch.id, 'Unu');
    await first.waitForLiveEvent(nameOf(batch.id, 'Unu'));
    first.close();
    const from = first.lastId;
    for (const name of ['Doi', 'Trei']) await rename(client, batch.id, name);
    const second = new EventStream(client, from);
    await second.waitForLiveEvent(nameOf(batch.id, 'Trei'));
    await rename(client, batch.id, 'Patru');
    await second.waitForLiveEvent(nameOf(batch.id, 'Patru'));
    assert.equal(second.received.filter(({ event }) => isMe(event)).length, 0, 'nothing is begun anew');
    assert.ok(second.received.every(({ id }) => id > from));
    assertOnce(second.received);
    second.close();
    const third = new EventStream(client, second.lastId);
    await rename(client, batch.id, 'Cinci');
    await third.waitForLiveEvent(nameOf(batch.id, 'Cinci'));
    assert.ok(third.received.every(({ id }) => id > second.lastId));
    third.close();
  });

  it('begins anew, with word to read everything, where it cannot go on', async () => {
    const client = await server.newUser();
    const batch = await client.call(createBatch, { body: { name: 'Lot' } });
    await rename(client, batch.id, 'Unu');
    // A tab that slept: what it missed has been swept away since. And a number that this database never gave.
    const tomorrow = withClock(server.app, () => new Date(Date.now() + 2 * 86_400_000));
    await dailyCleanup(tomorrow, server.uploads);
    for (const from of [1, 999_999]) {
      const stream = new EventStream(client, from);
      await stream.waitForLiveEvent((event) => event.type === 'changed' && event.key === '*');
      assert.ok(stream.received[0] && isMe(stream.received[0].event));
      await rename(client, batch.id, `După ${from}`);
      await stream.waitForLiveEvent(nameOf(batch.id, `După ${from}`));
      stream.close();
    }
  });

  it('carries no other user’s events', async () => {
    const [mine, theirs] = [await server.newUser(), await server.newUser()];
    const [me, them] = [new EventStream(mine), new EventStream(theirs)];
    await me.waitForLiveEvent(isMe);
    await them.waitForLiveEvent(isMe);
    const [photoId = ''] = await uploadPhotos(theirs, [1]);
    const batch = await newBatch(theirs, { name: 'Al lor', photoIds: [photoId] });
    await startRun(theirs, batch.id, { photoIds: [photoId], cost: 1 });
    await runEnded(theirs, batch.id);
    await them.waitForLiveEvent((event) => event.type === 'snapshot' && stateOf(event) === 'done');
    // Something of one's own behind it: what was before has arrived.
    const own = await mine.call(createBatch, { body: { name: 'Al meu' } });
    await rename(mine, own.id, 'Tot al meu');
    await me.waitForLiveEvent(nameOf(own.id, 'Tot al meu'));
    const heard = JSON.stringify(me.received);
    for (const secret of [batch.id, photoId, theirs.uid, 'Al lor'])
      assert.equal(heard.includes(secret), false, secret);
    assert.ok(JSON.stringify(them.received).includes(batch.id));
    for (const stream of [me, them]) stream.close();
  });

  it('has room for the next tab after many came and went', async () => {
    const client = await server.newUser();
    for (let n = 0; n < 45; n++) await comeAndGo(client, n % 3 === 0);
    const stream = await pollUntil(
      async () => {
        const next = new EventStream(client);
        await pollUntil(
          async () => next.status,
          (status) => status !== 0,
        );
        if (next.status !== 200) next.close();
        return next;
      },
      ({ status }) => status === 200,
    );
    await stream.waitForLiveEvent(isMe);
    stream.close();
  });
});

function balance({ data }: Extract<LiveEvent, { type: 'snapshot' }>): number {
  return (data as UserDocument).credits.totalCredits;
}

function stateOf({ data }: Extract<LiveEvent, { type: 'snapshot' }>): string {
  return (data as Batch).state;
}

/** A merge patch cannot say null: there, null and absent are the same. */
function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutNulls);
  const kept = Object.entries(value).filter(([, field]) => field !== null);
  return Object.fromEntries(kept.map(([name, field]) => [name, withoutNulls(field)]));
}

/** No patch twice, and no document older than one that came before. */
function assertOnce(received: readonly Received[]): void {
  const revs = received.flatMap(({ event }) =>
    event.type === 'changed' ? [] : [`${event.key} ${event.rev}`],
  );
  assert.deepEqual(revs, [...new Set(revs)]);
  const ids = received.map(({ id }) => id);
  assert.deepEqual(
    ids,
    ids.toSorted((a, b) => a - b),
  );
}

/** A tab that is closed while its stream opens, before or after the first byte. */
function comeAndGo(client: Client, isImmediate: boolean): Promise<void> {
  return new Promise((resolve) => {
    const request = get(new URL('/api/live', client.url), {
      headers: { cookie: client.cookie },
      agent: false,
    });
    request.on('error', () => resolve());
    request.on('close', () => resolve());
    request.on('response', () => request.destroy());
    if (isImmediate)
      request.on('socket', (socket) => socket.once('connect', () => setImmediate(() => request.destroy())));
  });
}
