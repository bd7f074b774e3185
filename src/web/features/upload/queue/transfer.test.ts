import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { UploadItem, UploadState } from '#web/features/upload/queue/queue-machine.ts';
import {
  computeTransfer,
  secondsLeft,
  type TransferReading,
  transferLine,
  withReading,
} from '#web/features/upload/queue/transfer.ts';

const item = (id: string, state: UploadState, bytes = 2_000_000): UploadItem => ({
  id,
  name: id,
  bytes,
  pickedBytes: bytes,
  shrinks: false,
  lastModified: 0,
  batchId: 'lot_a',
  photoId: null,
  state,
});

describe('how far the upload is', () => {
  const items = [
    item('a', { kind: 'sent' }),
    item('b', { kind: 'sending', sent: 500_000 }),
    item('c', { kind: 'refused', message: 'Fișierul este gol.' }),
    item('d', { kind: 'waiting' }),
  ];

  it('expects waiting photos to shrink like those before', () => {
    const shrinks = (id: string, bytes: number, state: UploadState): UploadItem => ({
      ...item(id, state, 4_000_000),
      bytes,
      shrinks: true,
    });
    const done = shrinks('a', 1_000_000, { kind: 'sent' });
    const waits = shrinks('b', 4_000_000, { kind: 'waiting' });
    assert.equal(computeTransfer([waits]).totalBytes, 4_000_000);
    assert.equal(computeTransfer([done, waits, item('c', { kind: 'waiting' })]).totalBytes, 4_000_000);
  });

  it('counts what arrived and leaves refused files out of the megabytes', () => {
    const transfer = computeTransfer(items);
    assert.deepEqual([transfer.files, transfer.arrived, transfer.refused, transfer.unfinished], [4, 1, 1, 2]);
    assert.equal(transferLine(transfer, null), '2,5\u00a0MB din 6\u00a0MB');
    assert.equal(transferLine(transfer, 31), '2,5\u00a0MB din 6\u00a0MB · încă vreo 40 de secunde');
  });

  it('says that the connection broke only when nothing gets through', () => {
    assert.equal(computeTransfer(items).interrupted, false);
    assert.equal(computeTransfer([item('a', { kind: 'retrying', sent: 1 })]).interrupted, true);
    assert.equal(
      computeTransfer([item('a', { kind: 'retrying', sent: 1 }), item('b', { kind: 'sending', sent: 1 })])
        .interrupted,
      false,
    );
  });

  it('estimates the remaining time from the pace of the last twelve seconds', () => {
    let readings: readonly TransferReading[] = [];
    for (let s = 0; s <= 20; s++) readings = withReading(readings, { at: s * 1000, bytes: s * 100_000 });
    assert.equal(readings[0]?.at, 8000);
    assert.equal(secondsLeft(readings, 3_000_000), 10);
  });

  it('promises nothing while it does not know', () => {
    assert.equal(secondsLeft([], 100), null);
    assert.equal(
      secondsLeft(
        [
          { at: 0, bytes: 0 },
          { at: 500, bytes: 10 },
        ],
        100,
      ),
      null,
    );
    assert.equal(
      secondsLeft(
        [
          { at: 0, bytes: 5 },
          { at: 5000, bytes: 5 },
        ],
        100,
      ),
      null,
    );
    assert.deepEqual(withReading([{ at: 0, bytes: 50 }], { at: 1, bytes: 0 }), [{ at: 1, bytes: 0 }]);
  });
});
