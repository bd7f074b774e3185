import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { AppError } from '#domain/errors.ts';
import { UploadLocks } from '#server/batches/uploads/upload-locks.ts';

/** A request for an upload, and its outcome. */
function asker(locks: UploadLocks, id = 'img_a') {
  const hangUp = new AbortController();
  const lock = locks.newLock(id);
  const asker = { state: 'waits', asked: 0, error: null as unknown, hangUp, unlock: () => lock.unlock() };
  lock
    .lock(hangUp.signal, () => {
      asker.asked += 1;
    })
    .then(
      () => {
        asker.state = 'holds';
      },
      (error) => {
        asker.state = 'gone';
        asker.error = error;
      },
    );
  return asker;
}

const isBusy = (error: unknown) => error instanceof AppError && error.code === 'photos/upload-busy';

describe('an upload', () => {
  it('is worked on by one request at a time, in the order they came', async () => {
    const locks = new UploadLocks();
    const all = [asker(locks), asker(locks), asker(locks)];
    const states = async () => {
      await turn();
      return all.map(({ state }) => state);
    };
    assert.deepEqual(await states(), ['holds', 'waits', 'waits']);
    await all[0]?.unlock();
    assert.deepEqual(await states(), ['holds', 'holds', 'waits'], 'the first has let go');
    await all[1]?.unlock();
    assert.deepEqual(await states(), ['holds', 'holds', 'holds']);
    await all[2]?.unlock();
    const next = asker(locks);
    await turn();
    assert.equal(next.state, 'holds');
  });

  it('holds up no other upload', async () => {
    const locks = new UploadLocks();
    const [one, other] = [asker(locks), asker(locks, 'img_b')];
    await turn();
    assert.deepEqual([one.state, other.state, one.asked], ['holds', 'holds', 0]);
  });

  it('is asked back from the request that has it as soon as another one waits, also from one that waited itself', async () => {
    const locks = new UploadLocks();
    const holder = asker(locks);
    await turn();
    assert.equal(holder.asked, 0);
    const [second, third] = [asker(locks), asker(locks)];
    await turn();
    assert.ok(holder.asked > 0);
    assert.deepEqual([second.asked, third.asked], [0, 0]);
    await holder.unlock();
    await turn();
    assert.deepEqual([second.state, second.asked, third.asked], ['holds', 1, 0]);
    await second.unlock();
    await turn();
    assert.deepEqual([third.state, third.asked], ['holds', 0], 'nothing waits behind the last one');
  });

  it('is awaited by four; further ones are refused at once and take no place', async () => {
    const locks = new UploadLocks();
    const all = Array.from({ length: 1000 }, () => asker(locks));
    await turn();
    const count = (wanted: string) => all.filter(({ state }) => state === wanted).length;
    assert.deepEqual([count('holds'), count('waits'), count('gone')], [1, 4, 995]);
    assert.ok(all.slice(5).every(({ error }) => isBusy(error)));
    await all[0]?.unlock();
    const late = asker(locks);
    await turn();
    assert.equal(late.state, 'waits', 'a place is free again');
  });

  it('is awaited for ten seconds; then the waiting request is refused and the others stay', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const locks = new UploadLocks();
    const holder = asker(locks);
    const first = asker(locks);
    t.mock.timers.tick(5000);
    const second = asker(locks);
    t.mock.timers.tick(4999);
    await turn();
    assert.deepEqual([first.state, second.state], ['waits', 'waits']);
    t.mock.timers.tick(1);
    await turn();
    assert.deepEqual([first.state, isBusy(first.error), second.state], ['gone', true, 'waits']);
    await holder.unlock();
    t.mock.timers.tick(60_000);
    await turn();
    assert.equal(second.state, 'holds', 'its holder may keep it');
  });

  it('is left by a request that hangs up while waiting, and given to the next', async () => {
    const locks = new UploadLocks();
    const holder = asker(locks);
    const all = Array.from({ length: 4 }, () => asker(locks));
    for (const { hangUp } of all.slice(0, 3)) hangUp.abort();
    await turn();
    assert.deepEqual(
      all.map(({ state }) => state),
      ['gone', 'gone', 'gone', 'waits'],
    );
    const more = [asker(locks), asker(locks), asker(locks)];
    await turn();
    assert.ok(more.every(({ state }) => state === 'waits'));
    await holder.unlock();
    await turn();
    assert.equal(all[3]?.state, 'holds');
    all[3]?.hangUp.abort();
    await turn();
    assert.equal(more[0]?.state, 'waits', 'who holds it lets go by itself: it may still be writing');
  });

  it('is not given to a request that is over before its turn', async () => {
    const locks = new UploadLocks();
    const lock = locks.newLock('img_a');
    await assert.rejects(lock.lock(AbortSignal.abort(), () => {}));
    await lock.unlock();
    const next = asker(locks);
    await turn();
    assert.equal(next.state, 'holds');
  });
});
