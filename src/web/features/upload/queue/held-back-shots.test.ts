import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildBench, file } from '#web/features/upload/queue/queue-bench.ts';
import { isInDanger } from '#web/features/upload/queue/queue-machine.ts';

const SHOT = { key: 'clothes-front', kind: 'exterior' } as const;
const FULL = JSON.stringify({ code: 'photos/storage-full', message: 'Spațiul contului este plin.' });
const GONE = JSON.stringify({ code: 'batches/not-found', message: 'Lotul nu mai există.' });
const shot = (name: string) => ({ ...file(name), shot: SHOT });
const turn = () => new Promise((done) => setImmediate(done));

/** A picked file lies in the phone's gallery; of a shot there may be no other copy. */
describe('a guided shot that the server refuses', () => {
  it('stays in this browser and goes once there is room, by a press or with the next visit', async () => {
    const { queue, sends, kept } = buildBench();
    await queue.resumeUploads('usr_a');
    const [id = ''] = queue.add([shot('01 Față.jpg')], 'lot_a');
    sends[0]?.on.failed(507, FULL);
    assert.deepEqual(queue.items.read()[0]?.state, {
      kind: 'refused',
      message: 'Spațiul contului este plin.',
    });
    assert.deepEqual([...kept.keys()], [id]);

    const later = buildBench([...kept.values()].map((old) => ({ ...old, tab: 'tab-closed' })));
    await later.queue.resumeUploads('usr_a');
    later.sends[0]?.on.finished();
    assert.deepEqual([later.queue.items.read()[0]?.state.kind, later.kept.size], ['sent', 0]);

    queue.sendAgain(id);
    assert.equal(sends.length, 2);
    sends[1]?.on.finished();
    assert.deepEqual([queue.items.read()[0]?.state.kind, kept.size], ['sent', 0]);
  });

  it('is forgotten when the person takes it off the list, and a picked file with its refusal', async () => {
    const { queue, sends, kept } = buildBench();
    await queue.resumeUploads('usr_a');
    const [id = ''] = queue.add([shot('01 Față.jpg'), file('din galerie.jpg')], 'lot_a');
    for (const { on } of sends) on.failed(507, FULL);
    assert.deepEqual([...kept.keys()], [id]);
    queue.remove(id);
    assert.equal(kept.size, 0);
  });

  it('goes into one new lot with all others whose lot is gone, also with those that are taken later', async () => {
    const { queue, sends, asked, kept, replaced } = buildBench();
    await queue.resumeUploads('usr_a');
    queue.add([shot('01 Față.jpg'), { ...file('02 Spate.jpg'), shot: SHOT }], 'lot_gone');
    sends[0]?.on.failed(404, GONE);
    assert.deepEqual(replaced, ['Lot din 29 nov.']);
    asked[0]?.answer('lot_new');
    await turn();
    sends[1]?.on.failed(404, GONE);
    queue.add([shot('03 Etichetă.jpg')], 'lot_gone');
    await turn();
    assert.deepEqual([asked.length, replaced.length], [1, 1]);
    assert.deepEqual(
      sends.slice(2).map(({ job: { name, batchId } }) => `${batchId} ${name}`),
      ['lot_new 01 Față.jpg', 'lot_new 02 Spate.jpg', 'lot_new 03 Etichetă.jpg'],
    );
    assert.deepEqual(
      [...kept.values()].map(({ batchId }) => batchId),
      ['lot_new', 'lot_new', 'lot_new'],
    );
  });

  it('of a lot that is gone leaves picked files refused: those can be picked again', () => {
    const { queue, sends, asked } = buildBench();
    queue.add([file('din galerie.jpg')], 'lot_gone');
    sends[0]?.on.failed(404, GONE);
    assert.deepEqual([queue.items.read()[0]?.state.kind, asked.length], ['refused', 0]);
  });
});

describe('a guided shot in a browser that keeps nothing', () => {
  it('is in danger until it has arrived', async () => {
    const { queue, sends } = buildBench([], true, { keeps: false });
    queue.add([shot('01 Față.jpg'), file('din galerie.jpg')], 'lot_a');
    await turn();
    assert.deepEqual(queue.items.read().map(isInDanger), [true, false]);
    sends[0]?.on.finished();
    assert.deepEqual(queue.items.read().map(isInDanger), [false, false]);
  });
});
