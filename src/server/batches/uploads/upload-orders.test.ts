import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { UploadLocks } from '#server/batches/uploads/upload-locks.ts';
import { findPhoto } from '#server/photos/photo-store.ts';
import { countDraws } from '#testing/draws.ts';
import {
  BYTES,
  buildCreateHeaders,
  CHUNKED,
  getUploadId,
  type OpenRequest,
  OTHERS,
  PART,
  type UploadServer,
  uploadServer,
} from '#testing/files/uploads.ts';
import { pollUntil } from '#testing/server.ts';

const STEPS = ['announced again', 'first part', 'second part', 'left open', 'other bytes', 'asked'] as const;
type Step = (typeof STEPS)[number];

/** Drawn from the 720 orders there are. */
const ORDERS = countDraws({ local: 30, ci: 150, soak: 720 });
const MIDDLE = 20;
const CONCURRENCY = 24;

/** A request that was left open, with the bytes it still sends when everything else is over: other bytes, no more than fit. */
interface LeftOpen extends OpenRequest {
  readonly rest: Buffer;
}

describe('an accepted original', () => {
  let server: UploadServer;

  before(async () => {
    server = await uploadServer(new UploadLocks());
  });
  after(() => server.close());

  it('never changes, whatever was sent before and is sent after, in whatever order', async () => {
    const all = permutations(STEPS);
    assert.equal(all.length, 720);
    const drawn = fc.shuffledSubarray(all, { minLength: ORDERS, maxLength: ORDERS });
    const [orders = []] = fc.sample(drawn, { numRuns: 1, seed: 2026 });
    const left = [...orders.entries()];
    const worker = async () => {
      for (let next = left.pop(); next; next = left.pop()) {
        const [n, order] = next;
        // One person announces no 2,000 photos in ten minutes; this one does.
        if (n % 300 === 0) await server.app.db.deleteFrom('rate_limits').execute();
        await inOrder(`order ${n}`, order);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  });

  /** One upload through all of it; its original is looked at after every step. */
  async function inOrder(key: string, order: readonly Step[]): Promise<void> {
    const path = await server.begun(key);
    const open: LeftOpen[] = [];
    const done: string[] = [];
    let accepted: string | null = null;
    const look = async (step: string) => {
      done.push(step);
      const bytes = await server.originalOf(path);
      const now = bytes && createHash('sha256').update(bytes).digest('hex');
      if (accepted !== null) assert.equal(now, accepted, done.join(', '));
      if (bytes) assert.equal(bytes.length, BYTES.length, done.join(', '));
      accepted = now;
    };
    for (const step of order) {
      await take(step, path, { key, open });
      await look(step);
      assert.equal((await server.ask('DELETE', path)).status, 404);
      await look('deleted');
    }
    await pollUntil(
      async () => {
        const offset = await server.arrived(path);
        return (await server.patch(path, offset, BYTES.subarray(offset))).status;
      },
      (status) => status === 204,
    );
    await look('finished');
    assert.notEqual(accepted, null);
    assert.equal((await findPhoto(server.app.db, server.user.id, getUploadId(path))).state, 'preparing');
    for (const { sent, answer, rest } of open) {
      sent.end(rest);
      await answer;
      await look('went on');
    }
    for (const step of ['announced again', 'other bytes'] as const) {
      await take(step, path, { key, open });
      await look(`${step} at last`);
    }
    for (const { sent } of open) sent.destroy();
  }

  async function take(
    step: Step,
    path: string,
    { key, open }: { key: string; open: LeftOpen[] },
  ): Promise<void> {
    switch (step) {
      case 'announced again': {
        assert.equal((await server.announce(key)).headers.location, path);
        // And with a body, whose end may come at any time.
        const body = { ...buildCreateHeaders(key), ...PART, ...CHUNKED };
        const withBody = server.open('POST', '/api/uploads', body);
        withBody.sent.write(OTHERS.subarray(0, 1));
        open.push({ ...withBody, rest: OTHERS.subarray(1) });
        return;
      }
      case 'first part':
        return void (await server.patch(path, 0, BYTES.subarray(0, MIDDLE)));
      case 'second part':
        return void (await server.patch(path, MIDDLE, BYTES.subarray(MIDDLE)));
      case 'left open': {
        const offset = await server.arrived(path);
        const part = await server.openPatch(path);
        return void open.push({ ...part, rest: OTHERS.subarray(offset + 1) });
      }
      case 'other bytes':
        return void (await server.patch(path, 0, OTHERS));
      case 'asked':
        return void (await server.ask('HEAD', path));
    }
  }
});

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, i) =>
    permutations([...items.slice(0, i), ...items.slice(i + 1)]).map((rest) => [item, ...rest]),
  );
}
