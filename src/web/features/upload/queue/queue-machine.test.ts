import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  isUnfinished,
  listStartable,
  nextQueue,
  sentBytes,
  type UploadEvent,
  type UploadItem,
} from '#web/features/upload/queue/queue-machine.ts';

const item = (id: string, batchId: string | null = 'lot_a'): UploadItem => ({
  id,
  name: `${id}.jpg`,
  bytes: 1000,
  pickedBytes: 1000,
  shrinks: false,
  lastModified: 1,
  batchId,
  photoId: null,
  state: { kind: 'waiting' },
});
const after = (items: readonly UploadItem[], ...events: UploadEvent[]) => events.reduce(nextQueue, items);
const kinds = (items: readonly UploadItem[]) => items.map(({ state }) => state.kind);
const five = ['a', 'b', 'c', 'd', 'e'].map((id) => item(id));

describe('the upload queue', () => {
  it('sends three files at a time, in the order they were picked', () => {
    assert.deepEqual(
      listStartable(five).map(({ id }) => id),
      ['a', 'b', 'c'],
    );
    const busy = after(five, { type: 'started', id: 'a' }, { type: 'started', id: 'b' });
    assert.deepEqual(
      listStartable(busy).map(({ id }) => id),
      ['c'],
    );
  });

  it('waits for the batch to exist before it sends anything', () => {
    const lot = { key: 'tab-1', name: 'Lot din 28 nov.' };
    const loose: UploadItem[] = [{ ...item('a', null), lot }, item('b')];
    assert.deepEqual(
      listStartable(loose).map(({ id }) => id),
      ['b'],
    );
    const [placed] = nextQueue(loose, { type: 'placed', lotKey: 'tab-1', batchId: 'lot_new' });
    assert.deepEqual([placed?.batchId, placed?.lot], ['lot_new', undefined]);
    const other = nextQueue(loose, { type: 'placed', lotKey: 'tab-2', batchId: 'lot_new' });
    assert.equal(other[0]?.batchId, null);
  });

  it('goes on from the byte where the connection broke, and the broken file keeps its turn', () => {
    const broken = after(
      five,
      { type: 'started', id: 'a' },
      { type: 'progressed', id: 'a', sent: 400 },
      { type: 'interrupted', id: 'a' },
    );
    assert.deepEqual(broken[0]?.state, { kind: 'retrying', sent: 400 });
    assert.equal(listStartable(broken).length, 2);
    const again = after(broken, { type: 'started', id: 'a' });
    assert.deepEqual(again[0]?.state, { kind: 'sending', sent: 400 });
  });

  it('lets one refused file stop no other', () => {
    const next = after(five, { type: 'refused', id: 'b', message: 'Fișierul este gol.' });
    assert.deepEqual(kinds(next), ['waiting', 'refused', 'waiting', 'waiting', 'waiting']);
    assert.deepEqual(
      listStartable(next).map(({ id }) => id),
      ['a', 'c', 'd'],
    );
  });

  it('never takes back that a file has arrived', () => {
    const done = after(
      five,
      { type: 'started', id: 'a' },
      { type: 'announced', id: 'a', photoId: 'img_1' },
      { type: 'finished', id: 'a' },
    );
    const late = after(done, { type: 'progressed', id: 'a', sent: 10 }, { type: 'interrupted', id: 'a' });
    assert.deepEqual(late[0]?.state, { kind: 'sent' });
    assert.equal(late[0]?.photoId, 'img_1');
    assert.equal(sentBytes(late[0] as UploadItem), 1000);
    assert.equal(isUnfinished(late[0] as UploadItem), false);
  });

  it('takes a file that was too big to keep back into the queue once it is picked again', () => {
    const lost = [{ ...item('a'), state: { kind: 'file-needed' } as const }];
    assert.equal(listStartable(lost).length, 0);
    assert.equal(listStartable(nextQueue(lost, { type: 'file-found', id: 'a' })).length, 1);
  });

  it('adds no file twice and forgets a removed one', () => {
    const twice = nextQueue(five, { type: 'added', items: [item('e'), item('f')] });
    assert.equal(twice.length, 6);
    assert.equal(nextQueue(twice, { type: 'removed', id: 'a' }).length, 5);
  });
});
