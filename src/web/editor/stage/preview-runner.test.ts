import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { NO_FACTS, type PreviewRequest, type PreviewView } from '#web/editor/stage/preview-plan.ts';
import { type PreviewPictures, PreviewRunner } from '#web/editor/stage/preview-runner.ts';

const view = (photoId: string, levels = 50): PreviewView => ({
  photoId,
  facts: NO_FACTS,
  recipe: { ...DEFAULT_RECIPE, light: { ...DEFAULT_RECIPE.light, levels } },
  overrides: NO_OVERRIDES,
  output: { kind: 'preset', preset: 'olx' },
});

function bench() {
  let now = 0;
  let timers: { at: number; run: () => void }[] = [];
  const asked: { job: PreviewRequest; signal: AbortSignal; answer(): void; fail(error: unknown): void }[] =
    [];
  const shown: PreviewPictures<string>[] = [];
  const dropped: string[] = [];
  const runner = new PreviewRunner<string>({
    fetch: (job, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
        const name = `${job.stage} ${job.photoId} ${job.recipe.light.levels} ${job.side}`;
        asked.push({ job, signal, answer: () => resolve(name), fail: reject });
      }),
    show: (pictures) => shown.push(pictures),
    isRefusal: (error) => error === 'refused',
    drop: (picture) => dropped.push(picture),
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
  });
  const turn = () => new Promise((done) => setImmediate(done));
  return {
    runner,
    asked,
    dropped,
    last: () => shown.at(-1),
    open: () => asked.filter(({ signal }) => !signal.aborted),
    async pass(ms: number) {
      for (const end = now + ms; ; ) {
        await turn();
        const due = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (due === undefined) {
          now = end;
          return;
        }
        now = Math.max(now, due.at);
        timers = timers.filter((timer) => timer !== due);
        due.run();
      }
    },
  };
}

describe('the live preview', () => {
  it('asks for a new photo at once, sharp, first after and then before', async () => {
    const { runner, asked, last, pass } = bench();
    runner.requestPreview(view('a'));
    await pass(0);
    assert.deepEqual(
      asked.map(({ job }) => [job.stage, job.side]),
      [['after', 1024]],
    );
    asked[0]?.answer();
    await pass(0);
    assert.deepEqual(
      asked.map(({ job }) => job.stage),
      ['after', 'before'],
    );
    asked[1]?.answer();
    await pass(1000);
    assert.equal(asked.length, 2);
    assert.deepEqual([last()?.after, last()?.before], ['after a 50 1024', 'before a 50 1024']);
  });

  it('asks for nothing while no photo is shown, and keeps what it has for when one is again', async () => {
    const { runner, asked, open, last, pass } = bench();
    runner.requestPreview(view('a'));
    await pass(0);
    asked[0]?.answer();
    await pass(0);
    assert.equal(open().length, 2);
    runner.cancelRequests();
    await pass(5000);
    assert.deepEqual(
      open().map(({ job }) => job.stage),
      ['after'],
    );
    assert.equal(asked.length, 2);
    runner.requestPreview(view('a'));
    await pass(0);
    assert.equal(last()?.after, 'after a 50 1024');
    assert.equal(asked.at(-1)?.job.stage, 'before');
  });

  it('has one request in flight while a slider moves: the latest wins, the others are never sent', async () => {
    const { runner, asked, pass } = bench();
    runner.requestPreview(view('a'));
    await pass(0);
    asked[0]?.answer();
    await pass(0);
    asked[1]?.answer();
    await pass(500);
    for (let levels = 51; levels <= 70; levels++) {
      runner.requestPreview(view('a', levels));
      await pass(16);
    }
    assert.equal(asked.length, 3);
    asked[2]?.answer();
    await pass(0);
    assert.equal(asked.length, 4);
    assert.deepEqual([asked[3]?.job.recipe.light.levels, asked[3]?.job.side], [70, 640]);
  });

  it('shows each answer as it comes and sharpens once the hand rests', async () => {
    const { runner, asked, last, pass } = bench();
    runner.requestPreview(view('a'));
    await pass(0);
    asked[0]?.answer();
    await pass(0);
    asked[1]?.answer();
    await pass(500);
    runner.requestPreview(view('a', 80));
    assert.deepEqual([last()?.after, last()?.current], ['after a 50 1024', false]);
    await pass(50);
    asked[2]?.answer();
    await pass(10);
    assert.deepEqual([last()?.after, last()?.current], ['after a 80 640', true]);
    assert.equal(asked.length, 3);
    await pass(300);
    assert.deepEqual(asked[3] && [asked[3].job.stage, asked[3].job.side], ['after', 1024]);
    asked[3]?.answer();
    await pass(0);
    assert.equal(last()?.after, 'after a 80 1024');
  });

  it('waits with the picture on the screen, not with a later one that was undone', async () => {
    const { runner, asked, last, pass } = bench();
    const answers = async () => {
      for (let i = 0; i < asked.length; i++) {
        asked[i]?.answer();
        await pass(400);
      }
    };
    runner.requestPreview(view('a'));
    await pass(0);
    await answers();
    runner.requestPreview(view('a', 80));
    await pass(400);
    await answers();
    assert.equal(last()?.after, 'after a 80 1024');
    runner.requestPreview(view('a'));
    assert.equal(last()?.after, 'after a 50 1024');
    runner.requestPreview(view('a', 60));
    assert.deepEqual([last()?.after, last()?.current], ['after a 50 1024', false]);
  });

  it('asks at once for the first move after a rest, and gives up the sharp picture of what is no longer wanted', async () => {
    const { runner, asked, last, pass } = bench();
    runner.requestPreview(view('a'));
    await pass(0);
    asked[0]?.answer();
    await pass(0);
    asked[1]?.answer();
    await pass(500);
    runner.requestPreview(view('a', 80));
    await pass(0);
    assert.deepEqual([asked.length, asked[2]?.job.side], [3, 640]);
    asked[2]?.answer();
    await pass(300);
    assert.deepEqual([asked.length, asked[3]?.job.side], [4, 1024]);
    runner.requestPreview(view('a', 90));
    await pass(50);
    assert.equal(asked[3]?.signal.aborted, true);
    assert.deepEqual([asked[4]?.job.recipe.light.levels, asked[4]?.job.side], [90, 640]);
    asked[4]?.answer();
    await pass(0);
    assert.equal(last()?.after, 'after a 90 640');
  });

  it('asks for the next move of a drag without waiting for the rest that the one before began', async () => {
    const { runner, asked, open, pass } = bench();
    runner.requestPreview(view('a'));
    for (let answered = 0; answered < 2; answered++) {
      await pass(0);
      asked.at(-1)?.answer();
    }
    await pass(1000);
    runner.requestPreview(view('a', 60));
    await pass(0);
    asked.at(-1)?.answer();
    await pass(50);
    runner.requestPreview(view('a', 61));
    await pass(1);
    assert.equal(open().at(-1)?.job.recipe.light.levels, 61);
  });

  it('cuts the running request off when another photo is looked at', async () => {
    const { runner, asked, last, open, pass } = bench();
    runner.requestPreview(view('a'));
    await pass(0);
    runner.requestPreview(view('b'));
    await pass(0);
    assert.equal(asked[0]?.signal.aborted, true);
    assert.deepEqual(
      open().map(({ job }) => job.photoId),
      ['b'],
    );
    assert.equal(last()?.after, null);
  });

  it('shows a photo seen before without asking again', async () => {
    const { runner, asked, last, pass } = bench();
    for (const id of ['a', 'b', 'a']) {
      runner.requestPreview(view(id));
      await pass(0);
      asked.at(-1)?.answer();
      await pass(0);
      asked.at(-1)?.answer();
      await pass(0);
    }
    assert.equal(asked.length, 4);
    assert.equal(last()?.after, 'after a 50 1024');
  });

  it('gives the memory of every picture back when the page is left', async () => {
    const { runner, asked, dropped, pass } = bench();
    runner.requestPreview(view('a'));
    await pass(0);
    asked[0]?.answer();
    await pass(0);
    runner.stop();
    assert.deepEqual(dropped, ['after a 50 1024']);
    assert.equal(asked[1]?.signal.aborted, true);
  });

  it('tries again after a lost network but not after a refusal', async () => {
    const { runner, asked, last, pass } = bench();
    runner.requestPreview(view('a'));
    await pass(0);
    asked[0]?.fail('offline');
    await pass(2900);
    assert.equal(last()?.failed, true);
    assert.equal(asked.length, 1);
    await pass(200);
    assert.equal(asked.length, 2);
    asked[1]?.fail('refused');
    await pass(60_000);
    assert.equal(asked.length, 2);
    runner.requestPreview(view('a', 60));
    await pass(60);
    assert.equal(asked.length, 3);
  });

  it('says whether the picture on the stage already has its new edges', async () => {
    const { runner, asked, last, pass } = bench();
    runner.requestPreview(view('a'));
    await pass(0);
    asked[0]?.answer();
    await pass(0);
    runner.requestPreview(view('a', 70));
    assert.deepEqual([last()?.current, last()?.hasSameFraming], [false, true]);
    const turned = view('a', 70);
    runner.requestPreview({ ...turned, overrides: { ...NO_OVERRIDES, rotate: 90 } });
    assert.deepEqual([last()?.current, last()?.hasSameFraming], [false, false]);
  });
});
