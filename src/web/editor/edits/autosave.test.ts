import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Autosave, type AutosaveState } from '#web/editor/edits/autosave.ts';

interface Patch {
  name?: string;
  order?: string[];
}

function bench() {
  const sent: { patch: Patch; leaving: boolean; ok(): void; fail(error: unknown): void }[] = [];
  const refusals: unknown[] = [];
  let timer: { ms: number; run: () => void } | null = null;
  let state: AutosaveState<Patch> = { unsaved: {}, status: 'saved' };
  const autosave = new Autosave<Patch>({
    send: (patch, leaving) =>
      new Promise((ok, fail) => {
        sent.push({ patch, leaving, ok, fail });
      }),
    merge: (earlier, later) => ({ ...earlier, ...later }),
    isRefusal: (error) => error === 'refused',
    after(ms, run) {
      timer = { ms, run };
      return () => {
        timer = null;
      };
    },
    changed: (next) => {
      state = next;
    },
    refused: (error) => refusals.push(error),
  });
  return {
    autosave,
    sent,
    refusals,
    state: () => state,
    pause: () => timer?.ms ?? null,
    tick() {
      const due = timer;
      timer = null;
      due?.run();
    },
  };
}
const turn = () => new Promise((done) => setImmediate(done));

describe('saving edits of a batch', () => {
  it('sends a burst of edits once, half a second after the last', async () => {
    const { autosave, sent, state, pause, tick } = bench();
    autosave.addEdit({ name: 'D' });
    autosave.addEdit({ name: 'Dacia' });
    autosave.addEdit({ order: ['a'] });
    assert.equal(sent.length, 0);
    assert.equal(pause(), 500);
    assert.deepEqual(state(), { unsaved: { name: 'Dacia', order: ['a'] }, status: 'waiting' });
    tick();
    assert.deepEqual(sent[0]?.patch, { name: 'Dacia', order: ['a'] });
    sent[0]?.ok();
    await turn();
    assert.deepEqual(state(), { unsaved: {}, status: 'saved' });
  });

  it('keeps an edit made while another is on its way, and sends it next', async () => {
    const { autosave, sent, state, tick } = bench();
    autosave.addEdit({ name: 'A' });
    tick();
    autosave.addEdit({ name: 'B' });
    assert.deepEqual(state().unsaved, { name: 'B' });
    assert.equal(sent.length, 1);
    sent[0]?.ok();
    await turn();
    tick();
    assert.deepEqual(sent[1]?.patch, { name: 'B' });
  });

  it('tries again ever more slowly after a lost network, newest values on top', async () => {
    const { autosave, sent, state, pause, tick } = bench();
    autosave.addEdit({ name: 'A', order: ['a'] });
    tick();
    autosave.addEdit({ name: 'B' });
    sent[0]?.fail('offline');
    await turn();
    assert.deepEqual(state(), { unsaved: { name: 'B', order: ['a'] }, status: 'retrying' });
    assert.equal(pause(), 1000);
    tick();
    sent[1]?.fail('offline');
    await turn();
    assert.equal(pause(), 2000);
    tick();
    assert.deepEqual(sent[2]?.patch, { name: 'B', order: ['a'] });
  });

  it('gives a refused edit back to the page and shows what the server has', async () => {
    const { autosave, sent, refusals, state, tick } = bench();
    autosave.addEdit({ name: 'A' });
    tick();
    sent[0]?.fail('refused');
    await turn();
    assert.deepEqual(refusals, ['refused']);
    assert.deepEqual(state(), { unsaved: {}, status: 'saved' });
  });

  it('has everything on the server before a run starts', async () => {
    const { autosave, sent } = bench();
    autosave.addEdit({ name: 'A' });
    let flushed = false;
    void autosave.flush().then((all) => {
      flushed = all;
    });
    assert.equal(sent.length, 1);
    autosave.addEdit({ name: 'B' });
    sent[0]?.ok();
    await turn();
    assert.equal(flushed, false);
    sent[1]?.ok();
    await turn();
    assert.equal(flushed, true);
  });

  it('says so when the server could not be reached, so that no run starts with an older recipe', async () => {
    const { autosave, sent } = bench();
    autosave.addEdit({ name: 'A' });
    const flushed = autosave.flush();
    sent[0]?.fail('offline');
    assert.equal(await flushed, false);
  });

  it('sends waiting edits when the page goes away', () => {
    const { autosave, sent, tick } = bench();
    autosave.addEdit({ name: 'A' });
    tick();
    autosave.addEdit({ order: ['b'] });
    autosave.saveOnLeave();
    assert.deepEqual(sent[1], { ...sent[1], patch: { name: 'A', order: ['b'] }, leaving: true });
    assert.deepEqual(autosave.unsaved, { name: 'A', order: ['b'] });
    const idle = bench();
    idle.autosave.saveOnLeave();
    assert.equal(idle.sent.length, 0);
  });
});
