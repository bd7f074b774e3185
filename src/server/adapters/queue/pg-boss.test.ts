import { equal } from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import * as z from 'zod';
import { type RunningQueue, startQueue } from '#server/adapters/queue/pg-boss.ts';
import { type TestDatabase, testDatabase } from '#testing/database.ts';
import { pollUntil } from '#testing/server.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const JOB = 'develop';
const KIND = { name: JOB, payload: z.object({ who: z.string() }) };

describe('jobs that people wait for', () => {
  let database: TestDatabase;
  let queue: RunningQueue;
  before(async () => {
    database = await testDatabase();
  });
  beforeEach(async () => {
    // In no test would a worker come to look by itself.
    queue = await startQueue(database.url, [JOB], { log: silent, ownLookSeconds: 3600 });
  });
  afterEach(async () => {
    await queue.stop();
    await database.pool.query('delete from jobs.job');
  });
  after(() => database.close());

  const send = (who: string) =>
    database.db.transaction().execute((tx) => queue.send(tx, { ...KIND, inTurnOf: who }, { who }));
  const sendMany = async (who: string, many: number) => {
    for (let n = 0; n < many; n++) await send(who);
  };
  /** Returns whose jobs were carried out, in their order; `meanwhile` runs while the nth is. */
  const carriedOut = async (many: number, meanwhile: (n: number) => Promise<void> = async () => {}) => {
    const order: string[] = [];
    const run = async (payload: unknown) => {
      const { who } = KIND.payload.parse(payload);
      order.push(who);
      await meanwhile(order.length);
    };
    const jobs = { [JOB]: { run, concurrency: 1, retries: 3 } };
    await queue.declare(jobs);
    await queue.work(jobs, () => {});
    await pollUntil(
      async () => order.length,
      (length) => length >= many,
    );
    return order.join(' ');
  };
  const times = (many: number, what: string) => Array(many).fill(what).join(' ');

  it('one job of another person is next however many wait', async () => {
    await sendMany('ana', 20);
    const order = await carriedOut(21, async (n) => {
      if (n === 3) await send('dan');
    });
    equal(order, `${times(4, 'ana')} dan ${times(16, 'ana')}`);
  });

  it('a newcomer with many takes turns with others who still have many, and does not go before all of them', async () => {
    await sendMany('ana', 20);
    const order = await carriedOut(30, async (n) => {
      if (n === 10) await sendMany('dan', 10);
    });
    equal(order, `${times(10, 'ana')} ${times(10, 'ana dan')}`);
  });

  it('what one person sends all at once stands one behind the other', async () => {
    await Promise.all(Array.from({ length: 12 }, () => send('ana')));
    await sendMany('dan', 3);
    equal(await carriedOut(15), `ana ${times(3, 'ana dan')} ${times(8, 'ana')}`);
  });

  it('those of a process that died are taken up again by themselves', async () => {
    await send('ana');
    await database.pool.query(
      "update jobs.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '10 seconds'",
    );
    equal(await carriedOut(1), 'ana');
  });

  it('those that failed are tried again by themselves, long before each worker looks', async () => {
    let tries = 0;
    await send('ana');
    const failing = async () => {
      tries += 1;
      if (tries === 1) throw new Error('the store is away');
    };
    equal(await carriedOut(2, failing), 'ana ana');
  });

  it('those that wait to be tried again keep their places and hold no others back', async () => {
    await sendMany('ana', 10);
    await database.pool.query("update jobs.job set state = 'retry', start_after = now() + interval '1 hour'");
    await send('ana');
    await send('dan');
    await database.pool.query('update jobs.job set start_after = now()');
    equal(await carriedOut(12), `ana ana ${times(1, 'ana dan')} ${times(8, 'ana')}`);
  });
});
