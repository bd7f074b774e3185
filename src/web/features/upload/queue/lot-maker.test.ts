import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { type LotDraft, LotMaker } from './lot-maker.ts';

const LOT: LotDraft = { key: 'tab-1', name: 'Dacia' };

function openMaker() {
  const asked: { draft: LotDraft; answer: (batchId: string) => void }[] = [];
  const amended: { batchId: string; draft: LotDraft; answer: () => void; fail: () => void }[] = [];
  const waits: (() => void)[] = [];
  const maker = new LotMaker({
    makeLot: (draft) => new Promise((answer) => asked.push({ draft, answer })),
    amendLot: (batchId, draft) =>
      new Promise((answer, reject) => {
        amended.push({ batchId, draft, answer, fail: () => reject(new Error('offline')) });
      }),
    after: (_, run) => {
      waits.push(run);
      return () => {};
    },
  });
  return { maker, asked, amended, waits };
}

describe('a batch that is made for picked files', () => {
  it('gets what changed while its request was on the way, and is asked again where there was no connection', async () => {
    const { maker, asked, amended, waits } = openMaker();
    maker.make(LOT);
    maker.change({ ...LOT, name: 'Dacia Logan' });
    asked[0]?.answer('lot_a');
    await turn();
    amended[0]?.fail();
    await turn();
    waits[0]?.();
    deepEqual(
      amended.map(({ batchId, draft: { name } }) => [batchId, name]),
      [
        ['lot_a', 'Dacia Logan'],
        ['lot_a', 'Dacia Logan'],
      ],
    );
    amended[1]?.answer();
    await turn();
    equal(asked.length, 1);
  });

  it('is asked about no more once the person is gone', async () => {
    const { maker, asked, amended, waits } = openMaker();
    maker.make(LOT);
    maker.change({ ...LOT, name: 'Dacia Logan' });
    asked[0]?.answer('lot_a');
    await turn();
    maker.forgetAll();
    amended[0]?.fail();
    await turn();
    equal(waits.length, 0);
  });

  it('is left as it was made where nothing changed', async () => {
    const { maker, asked, amended } = openMaker();
    maker.make(LOT);
    asked[0]?.answer('lot_a');
    await turn();
    deepEqual([amended.length, maker.makings.read()], [0, []]);
  });
});
