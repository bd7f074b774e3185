import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Cutout } from '#contract/photos.ts';
import { type CutoutHints, NO_HINTS, type Stroke } from '#domain/recipes/cutout.ts';
import { CutoutRunner, type CutoutView, isDraft } from '#web/editor/cutout/runner.ts';

const cutout = (id: string, approved = false): Cutout => ({
  id,
  engine: 'grabcut',
  confidence: 0.6,
  sure: false,
  approved,
  subject: null,
});
const stroke = (x: number): Stroke => ({ kind: 'keep', radius: 0.02, points: [{ x, y: 0.5 }] });
const drawn = (...xs: number[]): CutoutHints => ({ box: null, strokes: xs.map(stroke) });
const turn = () => new Promise((done) => setImmediate(done));

function bench(
  saved: (Cutout & CutoutHints) | null = null,
  kept: (Cutout & CutoutHints) | null = null,
  sketch: () => Promise<string | null> = async () => null,
) {
  const asked: {
    hints: CutoutHints;
    answer(cutout: Cutout | null): Promise<unknown>;
    fail(error: string): Promise<unknown>;
  }[] = [];
  const timers: (() => void)[] = [];
  let view: CutoutView<string> | null = null;
  const runner = new CutoutRunner<string>({
    read: async () => ({ cutout: saved, kept }),
    send: (hints) =>
      new Promise((resolve, reject) => {
        asked.push({
          hints,
          answer: (with_) => {
            resolve(with_);
            return turn();
          },
          fail: (error) => {
            reject(error);
            return turn();
          },
        });
      }),
    mask: async (id) => `mask of ${id}`,
    sketch,
    changed: (next) => {
      view = next;
    },
    isRefusal: (error) => error === 'refused',
    after: (_, run) => {
      timers.push(run);
      return () => timers.splice(timers.indexOf(run), 1);
    },
  });
  return { runner, asked, timers, view: () => view as CutoutView<string> | null };
}

describe('the cut-out of a photo in hand', () => {
  it('comes as it was left, with the earlier drawing', async () => {
    const { runner, asked, view } = bench({ ...cutout('cut_1'), ...drawn(0.1) });
    assert.deepEqual(await runner.loadDrawing(), drawn(0.1));
    assert.equal(view()?.mask, 'mask of cut_1');
    assert.equal(view()?.busy, false);
    assert.equal(asked.length, 0);
  });

  it('is made by the engine alone where there is none', async () => {
    const { runner, asked, view } = bench();
    await runner.loadDrawing();
    assert.deepEqual(asked[0]?.hints, NO_HINTS);
    await asked[0]?.answer(cutout('cut_1'));
    assert.equal(view()?.mask, 'mask of cut_1');
  });

  it('is sketched until it is made, and a sketch is no cut-out that could be taken', async () => {
    const { runner, asked, view } = bench(null, null, async () => 'sketch');
    await runner.loadDrawing();
    await turn();
    assert.deepEqual([view()?.mask, view()?.cutout, view()?.busy], ['sketch', null, true]);
    const taken = runner.waitForCutout();
    await asked[0]?.answer(cutout('cut_1'));
    assert.deepEqual([view()?.mask, (await taken)?.id], ['mask of cut_1', 'cut_1']);
  });

  it('never gives way to a sketch that comes late, and stays away with one where it cannot be made', async () => {
    const late = Promise.withResolvers<string>();
    const first = bench(null, null, () => late.promise);
    await first.runner.loadDrawing();
    await first.asked[0]?.answer(cutout('cut_1'));
    late.resolve('sketch');
    await turn();
    assert.equal(first.view()?.mask, 'mask of cut_1');
    const drawnOn = bench(null, null, () => late.promise);
    await drawnOn.runner.loadDrawing();
    drawnOn.runner.requestCutout(drawn(0.1));
    await turn();
    assert.equal(drawnOn.view()?.mask, null, 'it knows nothing of what was drawn meanwhile');
    const refused = bench(null, null, async () => 'sketch');
    await refused.runner.loadDrawing();
    await turn();
    await refused.asked[0]?.fail('refused');
    assert.deepEqual([refused.view()?.mask, refused.view()?.failed], [null, true]);
    const lost = bench(null, null, () => Promise.reject(new Error('away')));
    await lost.runner.loadDrawing();
    await lost.asked[0]?.answer(cutout('cut_1'));
    assert.equal(lost.view()?.mask, 'mask of cut_1');
  });

  it('is asked for one request at a time, and then for the newest strokes alone', async () => {
    const { runner, asked, view } = bench();
    runner.requestCutout(drawn(0.1));
    runner.requestCutout(drawn(0.1, 0.2));
    runner.requestCutout(drawn(0.1, 0.2, 0.3));
    assert.equal(asked.length, 1);
    await asked[0]?.answer(cutout('cut_1'));
    assert.deepEqual(view()?.hints, drawn(0.1));
    assert.equal(view()?.busy, true);
    assert.deepEqual(
      asked.map(({ hints }) => hints.strokes.length),
      [1, 3],
    );
    await asked[1]?.answer(cutout('cut_3'));
    assert.equal(view()?.busy, false);
    assert.equal(view()?.cutout?.id, 'cut_3');
  });

  it('shows the mask of before at once when a stroke is taken back, and then the new answer', async () => {
    const { runner, asked, view } = bench();
    runner.requestCutout(drawn(0.1));
    await asked[0]?.answer(cutout('cut_1'));
    runner.requestCutout(drawn(0.1, 0.2));
    await asked[1]?.answer(cutout('cut_2'));
    runner.requestCutout(drawn(0.1));
    assert.equal(view()?.mask, 'mask of cut_1');
    assert.equal(view()?.busy, true);
    await asked[2]?.answer(cutout('cut_3'));
    assert.equal(view()?.mask, 'mask of cut_3');
  });

  it('tries again when the connection fails or another tab was faster, and gives up when refused', async () => {
    const { runner, asked, timers, view } = bench();
    runner.requestCutout(drawn(0.1));
    await asked[0]?.fail('offline');
    assert.equal(view()?.failed, true);
    timers[0]?.();
    await asked[1]?.answer(null);
    timers.at(-1)?.();
    await asked[2]?.fail('refused');
    assert.deepEqual([view()?.failed, view()?.busy], [true, false]);
    assert.equal(await runner.waitForCutout(), null);
    runner.requestCutout(drawn(0.1, 0.2));
    await asked[3]?.answer(cutout('cut_4'));
    assert.equal(view()?.failed, false);
  });

  it('drawn over a good one counts only once it is taken, and the good one comes back at once', async () => {
    const good = { ...cutout('cut_1'), sure: true };
    const { runner, asked, view } = bench({ ...good, ...drawn() });
    await runner.loadDrawing();
    runner.requestCutout(drawn(0.1));
    await asked[0]?.answer(cutout('cut_2'));
    assert.deepEqual([view()?.cutout?.id, view()?.kept?.id], ['cut_2', 'cut_1']);
    runner.requestCutout(drawn());
    assert.equal(view()?.mask, 'mask of cut_1');
    await asked[1]?.answer(good);
    assert.equal(isDraft(view() as CutoutView<string>), false);
    runner.requestCutout(drawn(0.2));
    await asked[2]?.answer(cutout('cut_3'));
    runner.adoptApproved(cutout('cut_3', true));
    assert.equal(view()?.kept?.id, 'cut_3');
  });

  it('waits on to be taken when the tool is taken up again', async () => {
    const { runner, view } = bench(
      { ...cutout('cut_2'), ...drawn(0.1) },
      { ...cutout('cut_1', true), ...drawn() },
    );
    await runner.loadDrawing();
    assert.equal(isDraft(view() as CutoutView<string>), true);
    assert.equal(view()?.mask, 'mask of cut_2');
  });

  it('is there to be approved only once it knows every stroke', async () => {
    const { runner, asked } = bench();
    runner.requestCutout(drawn(0.1));
    const settled = runner.waitForCutout();
    runner.requestCutout(drawn(0.1, 0.2));
    await asked[0]?.answer(cutout('cut_1'));
    await asked[1]?.answer(cutout('cut_2'));
    assert.equal((await settled)?.id, 'cut_2');
  });
});
