import { deepEqual, equal } from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Batch } from '#contract/batches.ts';
import { comingWords, countComing, findPlace } from '#web/features/upload/pile/coming.ts';
import type { UploadItem } from '#web/features/upload/queue/queue-machine.ts';

const lot = (id: string, states: Readonly<Record<string, string>>) =>
  ({
    id,
    photoIds: Object.keys(states),
    photos: Object.fromEntries(Object.entries(states).map(([photoId, state]) => [photoId, { state }])),
  }) as unknown as Batch;
const file = (photoId: string | null) => ({ batchId: 'pile', photoId }) as UploadItem;
const say = (unknown: number, uploading = 0, preparing = 0) => comingWords({ unknown, uploading, preparing });

describe('photos of a lot that are on their way', () => {
  test('are counted once, whether this browser, another one or the server speaks of them', () => {
    const batch = lot('pile', { a: 'uploading', b: 'uploading', c: 'preparing', d: 'ready' });
    deepEqual(countComing(batch, [file('a'), file('d'), file('e'), file(null)]), {
      unknown: 2,
      uploading: 2,
      preparing: 1,
    });
  });

  test('belong to the lot that they were divided into, else to the pile that they were sent to', () => {
    const lots = [lot('pile', { a: 'ready' }), lot('second', { b: 'uploading' })];
    deepEqual(
      [file('a'), file('b'), file('c'), file(null)].map((each) => findPlace(each, lots)),
      ['pile', 'second', 'pile', 'pile'],
    );
  });

  test('are named in Romanian, those that are sent before those that are prepared', () => {
    deepEqual(
      [say(1), say(1, 1), say(0, 20, 3)],
      ['Se mai trimite o fotografie', 'Se mai trimit 2 fotografii', 'Se mai trimit 20 de fotografii'],
    );
    deepEqual(
      [say(0, 0, 1), say(0, 0, 2), say(0, 0, 20)],
      [
        'Se mai pregătește o fotografie',
        'Se mai pregătesc 2 fotografii',
        'Se mai pregătesc 20 de fotografii',
      ],
    );
    equal(say(0), '');
  });
});
