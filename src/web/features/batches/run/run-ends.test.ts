import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Batch, Run } from '#contract/batches.ts';
import { endFacts, endTitle, RunEnds } from '#web/features/batches/run/run-end-notifications.ts';

const batch = (unseen: boolean, state: Batch['state'] = 'partial') =>
  ({
    id: 'lot_1',
    number: 148,
    name: 'Dacia Logan',
    state,
    run: {
      id: 'run_1',
      unseen,
      photos: { a: { state: 'done', error: null }, b: { state: 'failed', error: null } },
    } as unknown as Run,
  }) as Batch;

function page(at: { visible: boolean; open?: boolean; may?: boolean; works?: boolean }) {
  const reported: string[] = [];
  const waiting: (() => void)[] = [];
  const ends = new RunEnds({
    isVisible: () => at.visible,
    isOpen: () => at.open === true,
    mayNotify: () => at.may === true,
    notify: async () => {
      reported.push('notice');
      return at.works !== false;
    },
    toast: () => reported.push('toast'),
    acknowledge: (batchId, runId) => reported.push(`seen ${batchId} ${runId}`),
    after: (_, run) => waiting.push(run),
  });
  const settled = () => new Promise((done) => setImmediate(done));
  return {
    take: async (batch: Batch) => {
      ends.trackBatch(batch);
      await settled();
    },
    pass: async () => {
      for (const run of waiting.splice(0)) run();
      await settled();
    },
    look: () => ends.announcePending(),
    reported,
    at,
  };
}

const SEEN = 'seen lot_1 run_1';

describe('the end of a long run', () => {
  it('is seen on the batch’s own page, and announced by a toast over any other, once', async () => {
    const own = page({ visible: true, open: true });
    const other = page({ visible: true, may: true });
    for (const { take } of [own, other]) for (const _ of [1, 2]) await take(batch(true));
    assert.deepEqual([own.reported, other.reported], [[SEEN], ['toast', SEEN]]);
  });

  it('is announced by the browser when no page is visible, after visible pages had their chance', async () => {
    const alone = page({ visible: false, may: true });
    await alone.take(batch(true));
    await alone.take(batch(true));
    assert.deepEqual(alone.reported, []);
    await alone.pass();
    assert.deepEqual(alone.reported, ['notice', SEEN]);
    const beside = page({ visible: false, may: true });
    await beside.take(batch(true));
    await beside.take(batch(false));
    await beside.pass();
    assert.deepEqual(beside.reported, []);
  });

  it('counts as unseen until the user comes back when the browser may not or cannot announce it', async () => {
    for (const at of [{ may: false }, { may: true, works: false }]) {
      const hidden = page({ visible: false, ...at });
      await hidden.take(batch(true));
      await hidden.pass();
      assert.ok(!hidden.reported.includes(SEEN));
      hidden.at.visible = true;
      await hidden.look();
      assert.deepEqual(hidden.reported.slice(-2), ['toast', SEEN]);
    }
  });

  it('is not announced when the run was short or its end was seen', async () => {
    const short = page({ visible: true });
    await short.take(batch(false));
    await short.take({ ...batch(false), run: null });
    assert.deepEqual(short.reported, []);
  });

  it('says what came out', () => {
    assert.deepEqual(
      (['done', 'partial', 'failed'] as const).map(
        (state) => `${endTitle(batch(true, state))}: ${endFacts(batch(true, state))}`,
      ),
      [
        '„Dacia Logan” e gata: LOT 0148 · 1 fotografie',
        '„Dacia Logan” e gata: LOT 0148 · a ieșit 1 din 2 fotografii',
        '„Dacia Logan” n-a ieșit: LOT 0148 · deschide lotul ca să vezi de ce',
      ],
    );
  });
});
