import { deepEqual, equal, match } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DAY_MS } from '#domain/days.ts';
import { dailyCleanup } from '#server/batches/retention/daily-cleanup.ts';
import { withClock } from '#testing/app.ts';
import { uploadPhotos } from '#testing/files/photos.ts';
import { mailsSent, readMails } from '#testing/mail/mails.ts';
import { newBatch } from '#testing/runs.ts';
import { type Client, type TestServer, testServer } from '#testing/server.ts';

describe('mail 7 days (where 30 or more are in force) and 1 day before', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });
  after(() => server.close());

  const cleanUpIn = async (days: number) => {
    const app = withClock(server.app, () => new Date(Date.now() + days * DAY_MS));
    await dailyCleanup(app, server.uploads);
    await mailsSent(server);
  };
  const warningsTo = async (address: string) =>
    (await readMails(server.dataDir)).filter(
      ({ to, subject }) => to === address && subject.includes('în curând din Fotolot'),
    );
  const withPhotos = async (address: string, plan: string, shades: number[]): Promise<Client> => {
    const client = await server.newUser(address);
    await server.database.pool.query('update users set plan = $2 where id = $1', [client.uid, plan]);
    await newBatch(client, { name: 'Dacia Logan', photoIds: await uploadPhotos(client, shades) });
    return client;
  };

  test('each once, one mail listing counts and batches; free only the day before; nothing after the photos are gone', async () => {
    await withPhotos('pro@fotolot.example', 'pro', [1, 2]);
    await withPhotos('free@fotolot.example', 'free', [3]);
    const reported = async () =>
      Promise.all(
        ['pro@fotolot.example', 'free@fotolot.example'].map(async (to) => (await warningsTo(to)).length),
      );
    await cleanUpIn(5.5);
    deepEqual(await reported(), [0, 0]);
    await cleanUpIn(6.5);
    deepEqual(await reported(), [0, 1]);
    await cleanUpIn(6.6);
    deepEqual(await reported(), [0, 1], 'the job done again the same day');
    await cleanUpIn(7.5);
    await cleanUpIn(8.5);
    deepEqual(await reported(), [0, 1]);
    for (const day of [82.5, 83.5, 84.5, 85.5]) await cleanUpIn(day);
    deepEqual(await reported(), [1, 1]);
    for (const day of [88.5, 89.5, 90.5, 91.5]) await cleanUpIn(day);
    deepEqual(await reported(), [2, 1]);
    const [first] = await warningsTo('pro@fotolot.example');
    equal(first?.subject, '2 fotografii se șterg în curând din Fotolot');
    match(first?.text ?? '', /2 fotografii \(LOT 0001\): păstrate până pe \d+ /);
    const [one] = await warningsTo('free@fotolot.example');
    equal(one?.subject, '1 fotografie se șterge în curând din Fotolot');
  });

  test('what a stopped server missed is told with the next daily cleanup', async () => {
    await withPhotos('late@fotolot.example', 'basic', [4]);
    await cleanUpIn(22);
    await cleanUpIn(26);
    equal((await warningsTo('late@fotolot.example')).length, 1);
    await cleanUpIn(28.5);
    equal((await warningsTo('late@fotolot.example')).length, 1);
    await cleanUpIn(29.5);
    equal((await warningsTo('late@fotolot.example')).length, 2);
  });
});
