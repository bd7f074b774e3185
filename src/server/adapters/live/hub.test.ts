import { equal, match } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { startHub } from '#server/adapters/live/hub.ts';
import { type TestDatabase, testDatabase } from '#testing/database.ts';
import { createDoor } from '#testing/requests/door.ts';

describe('the live connection', () => {
  let database: TestDatabase;
  before(async () => {
    database = await testDatabase();
  });
  after(() => database.close());

  test('while the database is away it is tried again once at a time, and one connection comes back', async (t) => {
    const way = await createDoor(new URL(database.url));
    let failed: () => void = () => {};
    const log = { info: () => {}, error: () => {}, warn: () => failed() };
    const nextFailure = async () => {
      await new Promise<void>((done) => {
        failed = done;
      });
      for (let n = 0; n < 5; n++) await turn();
    };
    const hub = await startHub(way.url, database.db, log);
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const lost = nextFailure();
    way.shut();
    await lost;
    way.state.tries = 0;
    for (let n = 1; n <= 6; n++) {
      const failure = nextFailure();
      t.mock.timers.tick(1000);
      await failure;
      equal(way.state.tries, n);
    }
    way.open();
    const reported = new Promise<void>((done) => {
      hub.onWake('proba', done);
    });
    t.mock.timers.tick(1000);
    await reported;
    t.mock.timers.tick(60_000);
    equal(way.state.tries, 7);
    t.mock.timers.reset();
    await hub.close();
    way.close();
  });

  test('a connection that went silent is noticed within seconds, replaced, and what was missed is looked for', async (t) => {
    const way = await createDoor(new URL(database.url));
    let isHeard: (line: string) => void = () => {};
    const heard = new Promise<string>((done) => {
      isHeard = done;
    });
    const log = {
      info: () => {},
      error: () => {},
      warn: (fields: object) => isHeard(JSON.stringify(fields)),
    };
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const hub = await startHub(way.url, database.db, log);
    const caughtUp = new Promise<void>((done) => {
      hub.subscribe('usr_x', { onChange: done, onSessionEnd: () => {} });
    });
    const hungUp = way.hush();
    t.mock.timers.tick(10_000);
    t.mock.timers.tick(5000);
    match(await heard, /timeout/);
    await hungUp;
    for (let n = 0; n < 5; n++) await turn();
    t.mock.timers.tick(500);
    await caughtUp;
    const reported = new Promise<void>((done) => {
      hub.onWake('proba', done);
    });
    await hub.wake('proba');
    await reported;
    equal(way.state.tries, 2);
    t.mock.timers.reset();
    await hub.close();
    way.close();
  });

  test('a connection that responds is kept', async (t) => {
    const way = await createDoor(new URL(database.url));
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const log = { info: () => {}, error: () => {}, warn: () => {} };
    const hub = await startHub(way.url, database.db, log);
    for (let n = 0; n < 5; n++) {
      t.mock.timers.tick(10_000);
      const reported = new Promise<void>((done) => {
        hub.onWake(`proba ${n}`, done);
      });
      await hub.wake(`proba ${n}`);
      await reported;
    }
    equal(way.state.tries, 1);
    t.mock.timers.reset();
    await hub.close();
    way.close();
  });
});
