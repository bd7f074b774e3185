import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Log } from '#server/app.ts';
import { type Announcement, createAnnouncer } from './announce.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const ana = { kind: 'change', users: ['usr_ana'] };

/** An announcer, what it sent, and the ends of what it sends. */
function noted(log: Log = silent) {
  const sent: (readonly Announcement[])[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const { announce, end } = createAnnouncer((all) => {
    sent.push(all);
    const sending = Promise.withResolvers<void>();
    ends.push(sending);
    return sending.promise;
  }, log);
  const arrives = async () => {
    ends.at(-1)?.resolve();
    for (let n = 0; n < 3; n++) await turn();
  };
  return { announce, end, sent, arrives, fails: () => ends.at(-1)?.reject(new Error('away')) };
}

describe('announcements of changes', () => {
  test('the first goes out at once; those of the next 25 ms, of all users, go out together', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { announce, sent, arrives } = noted();
    announce(['usr_ana'], []);
    equal(sent.length, 1);
    await arrives();
    for (const user of ['usr_dan', 'usr_eva', 'usr_dan']) announce([user], ['job prepare-photo']);
    equal(sent.length, 1);
    t.mock.timers.tick(25);
    const both = { kind: 'change', users: ['usr_dan', 'usr_eva'] };
    deepEqual(sent, [[ana], [both, { kind: 'wake', work: 'job prepare-photo' }]]);
    await arrives();
    t.mock.timers.tick(25);
    announce(['usr_ana'], []);
    equal(sent.length, 3);
  });

  test('one is under way at a time, however long the database takes for it', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { announce, sent, arrives } = noted();
    announce(['usr_ana'], []);
    announce(['usr_dan'], []);
    t.mock.timers.tick(1000);
    equal(sent.length, 1);
    await arrives();
    t.mock.timers.tick(25);
    equal(sent.length, 2);
  });

  test('none is longer than PostgreSQL takes', () => {
    const { announce, sent } = noted();
    const users = Array.from({ length: 1000 }, (_, n) => `usr_${String(n).padStart(26, '0')}`);
    announce(users, []);
    const [all = []] = sent;
    ok(all.length > 1 && all.every((message) => Buffer.byteLength(JSON.stringify(message)) < 8000));
    deepEqual(
      all.flatMap((message) => (message.kind === 'change' ? message.users : [])),
      users,
    );
  });

  test('what could not be told is logged, and the next goes out', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const lines: string[] = [];
    const log = { ...silent, error: (_: object, message: string) => void lines.push(message) };
    const { announce, sent, arrives, fails } = noted(log);
    announce(['usr_dan'], []);
    fails();
    await arrives();
    t.mock.timers.tick(25);
    announce(['usr_ana'], []);
    deepEqual([lines, sent[1]], [['announcing changes'], [ana]]);
  });

  test('at the end what is left is told', async () => {
    const { announce, end, sent, arrives } = noted();
    announce(['usr_dan'], []);
    announce(['usr_ana'], []);
    const ended = end();
    await arrives();
    await arrives();
    await ended;
    deepEqual(sent[1], [ana]);
  });
});
