import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enqueue, laneOf } from './lane.ts';
import type { ImagingWork, Task } from './task.ts';

test('looks for plates are taken before cut-outs that wait, each in order of arrival', () => {
  const lane = laneOf(1, 0);
  const work = (kind: ImagingWork['kind'], manifest: string) =>
    ({ work: { kind, manifest } }) as unknown as Task;
  const tasks = [work('cutout', 'a'), work('plates', 'b'), work('cutout', 'c'), work('plates', 'd')];
  for (const task of tasks) enqueue(lane, task);
  assert.deepEqual(
    lane.waiting,
    [1, 3, 0, 2].map((i) => tasks[i]),
  );
});
